#pragma once

#include <cstdint>
#include <vector>

#include "core/vec2.hpp"

namespace plethos {

/// On which side of a wall, seen from a to b, there is solid ground.
enum class Solid : std::int32_t { neither = 0, left = 1, right = 2 };

/// A straight piece of wall from a to b, in metres.
struct Segment {
  Vec2 a;
  Vec2 b;
  std::int32_t previous = -1;  ///< index of the segment of the same outline that ends at a; -1: none, the wall begins there
  std::int32_t next = -1;      ///< of the one that starts at b
  Solid solid = Solid::neither;
};

/// An axis-aligned rectangle in metres.
struct Bounds {
  Vec2 low;
  Vec2 high;

  bool contains(Vec2 p) const { return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y; }
  /// The smallest bounds that hold these and p.
  Bounds include(Vec2 p) const {
    return {{std::fmin(low.x, p.x), std::fmin(low.y, p.y)}, {std::fmax(high.x, p.x), std::fmax(high.y, p.y)}};
  }
};

/// An obstacle's outline. Closed: a solid polygon, whose inside no agent may start in. Open: a chain of walls. Two vertices at least.
struct Polygon {
  std::vector<Vec2> vertices;
  bool closed = true;

  /// Whether p lies inside; false for an open chain. Cost: one pass over the vertices.
  bool contains(Vec2 p) const;
  /// On which side of its walls it is solid: left if a closed outline runs counterclockwise, neither for a chain or without area.
  /// Cost: one pass over the vertices.
  Solid solid() const;
};

/// What stands still: obstacles, goals and the rectangle in which the simulation is expected to stay.
struct World {
  std::vector<Polygon> polygons;
  std::vector<Vec2> goals;
  /// Points that agents may walk by where their goal is out of sight: the roadmap's vertices.
  std::vector<Vec2> nodes;
  /// Holds every start, goal and obstacle. Agents may leave it; the neighbor search is fastest inside.
  Bounds bounds;
  /// Where an agent heads next when it has reached a goal: for each goal an index into `goals`, or -1 where it has arrived then. Those
  /// behind the last entry lead nowhere. Agents whose goals lead back to each other walk without end.
  std::vector<std::int32_t> next_goals{};

  /// The walls of all polygons, in the polygons' order, linked along each outline; a chain that ends where it starts is linked there too.
  /// Cost: one pass over the vertices.
  std::vector<Segment> segments() const;

  /// The goal after `goal`, or -1.
  std::int32_t next_goal(std::int32_t goal) const {
    const auto at = static_cast<std::size_t>(goal);
    return at < next_goals.size() ? next_goals[at] : -1;
  }
  /// Makes `next` the one after `goal`.
  void lead_on(std::int32_t goal, std::int32_t next);
};

}  // namespace plethos
