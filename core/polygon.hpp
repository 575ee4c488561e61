#pragma once

#include <cstdint>
#include <vector>

#include "core/vec2.hpp"

namespace plethos {

/// The side of a wall, seen from a to b, on which the ground is solid.
enum class Solid : std::int32_t { neither = 0, left = 1, right = 2 };

/// The sides as columns of walls hold them, for kernels, whose lanes compare numbers.
inline constexpr auto solid_left = static_cast<std::int32_t>(Solid::left);
inline constexpr auto solid_right = static_cast<std::int32_t>(Solid::right);

/// Returns whether p lies inside of the closed polygon with these vertices. Cost: one pass over them.
bool is_inside(const std::vector<Vec2>& ring, Vec2 p);
/// Returns twice the area inside, in m^2. It is negative if the vertices run clockwise.
double doubled_area(const std::vector<Vec2>& ring);

/// An obstacle's outline of at least two vertices. A closed one is a solid polygon, and no agent may start in it. An open one is a chain of
/// walls.
struct Polygon {
  std::vector<Vec2> vertices;
  bool closed = true;
  /// The solid side of an open chain, such as the edge of World::walkable.
  Solid beyond = Solid::neither;

  friend bool operator==(const Polygon&, const Polygon&) = default;

  /// Returns the number of its walls.
  std::size_t segments() const {
    if (vertices.empty()) return 0;
    return closed && vertices.size() > 2 ? vertices.size() : vertices.size() - 1;
  }
  /// Returns whether p lies inside. It is false for an open chain. Cost: one pass over the vertices.
  bool contains(Vec2 p) const;
  /// Returns the solid side of its walls: left if a closed outline runs counterclockwise, neither if it has no area, `beyond` for a chain.
  /// Cost: one pass over the vertices.
  Solid solid() const;
};

}  // namespace plethos
