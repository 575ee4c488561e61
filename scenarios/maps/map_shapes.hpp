#pragma once

#include <cstdint>

#include "core/grid_map.hpp"
#include "core/random.hpp"
#include "core/vec2.hpp"

namespace plethos::scenarios {

/// Draws a direction: a vector of length 1 instead of an angle, so that it is the same on every machine. Those near to the axes are
/// somewhat rarer than others.
Vec2d draw_direction(PhiloxStream& random);

/// Returns a vector turned to the left by a right angle.
constexpr Vec2d across(Vec2d along) { return {-along.y, along.x}; }

/// A rectangle at any angle, in cells.
struct TurnedBox {
  double x, y;  ///< its center
  Vec2d along;
  double half_length, half_width;  ///< along its direction, and across

  bool holds(double px, double py) const;
  TurnedBox grown(double by) const { return {x, y, along, half_length + by, half_width + by}; }
  /// Returns the distance from the center to a corner, or more.
  double reach() const { return half_length + half_width; }
};

/// A disc, in cells.
struct Disc {
  double x, y, radius;

  bool holds(double px, double py) const { return (px - x) * (px - x) + (py - y) * (py - y) <= radius * radius; }
  Disc grown(double by) const { return {x, y, radius + by}; }
  double reach() const { return radius; }
};

/// Calls visit(index) for the cells of a map whose centers lie in a shape, until that returns false; returns whether it never did.
template <class Shape, class Visit>
bool visit_cells(const GridMap& map, const Shape& shape, const Visit& visit) {
  const auto clamped = [](double at, std::int32_t size) {
    return static_cast<std::int32_t>(at < 0 ? 0 : at > static_cast<double>(size) ? static_cast<double>(size) : at);
  };
  const std::int32_t right = clamped(shape.x + shape.reach() + 1, map.width);
  const std::int32_t bottom = clamped(shape.y + shape.reach() + 1, map.height);
  for (std::int32_t y = clamped(shape.y - shape.reach(), map.height); y < bottom; ++y) {
    for (std::int32_t x = clamped(shape.x - shape.reach(), map.width); x < right; ++x) {
      if (shape.holds(x + 0.5, y + 0.5) && !visit(map.index(x, y))) return false;
    }
  }
  return true;
}

/// Blocks the cells of a shape, or makes them passable. Returns how many it has changed.
template <class Shape>
std::int64_t fill_shape(const Shape& shape, bool passable, GridMap& map) {
  std::int64_t changed = 0;
  visit_cells(map, shape, [&](std::size_t cell) {
    changed += (map.passable[cell] != 0) != passable ? 1 : 0;
    map.passable[cell] = passable ? 1 : 0;
    return true;
  });
  return changed;
}

/// Returns whether a shape lies in a map, and all of its cells are passable.
template <class Shape>
bool is_clear(const GridMap& map, const Shape& shape) {
  const double reach = shape.reach();
  if (shape.x - reach < 0 || shape.y - reach < 0 || shape.x + reach > map.width || shape.y + reach > map.height) return false;
  return visit_cells(map, shape, [&](std::size_t cell) { return map.passable[cell] != 0; });
}

}  // namespace plethos::scenarios
