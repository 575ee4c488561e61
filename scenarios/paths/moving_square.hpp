#pragma once

#include <cstdint>

#include "core/random.hpp"
#include "core/world.hpp"

namespace plethos::scenarios {

/// Throws InputError for a world in which no obstacle can move from cell to cell: one without a grid or without a passable cell.
void require_ground(const World& world);

/// A square obstacle that moves over the ground of a map, from one place to a next one near by. Its side is a 32nd of the map's shorter
/// side, at least a cell, and it covers whole cells.
class MovingSquare {
 public:
  /// Takes a copy of the world, in which the obstacle is not yet. Errors: as require_ground().
  MovingSquare(const World& world, std::uint64_t seed);

  /// Returns the world with the obstacle at its next place: first at any, then within twice its side. The places depend on the map and the
  /// seed. Cost: some random numbers.
  const World& move();
  /// Returns how many of the world's polygons are not this obstacle.
  std::size_t staying() const { return world_.polygons.size() - 1; }
  std::int32_t side() const { return side_; }

 private:
  GridCell draw_center();

  World world_;
  std::int32_t side_;
  PhiloxStream random_;
  GridCell center_{-1, -1};  ///< none before the first move
};

}  // namespace plethos::scenarios
