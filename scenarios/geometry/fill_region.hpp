#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/obstacles/obstacle_index.hpp"
#include "core/random.hpp"
#include "core/vec2.hpp"

namespace plethos::scenarios {

/// The direction in which a region grows when a scenario is scaled to another number of agents. With `none` it keeps its size and gets
/// denser.
enum class Growth { around, east, west, north, south, none };

/// A part of the plane to be filled with agents or goals, in metres.
struct FillRegion {
  Vec2 low;   ///< lower left corner of the rectangle, or of the square around the disc
  Vec2 high;  ///< its upper right corner
  bool disc = false;
  Growth growth = Growth::around;

  /// Returns the region with `factor` (> 0) times the area. No side becomes shorter than `least` metres, or than it is now if that is less.
  /// A disc grows around its center. Without growth the region stays the same.
  FillRegion scaled(double factor, float least) const;
};

/// The way in which the places in a region are chosen.
struct Arrangement {
  bool random = true;  ///< true: places move at random off their lattice, as far as the gap allows; false: a regular lattice
  float gap = 0.1f;    ///< m, >= 0: the least free space between two discs
};

/// Returns `count` centers of discs of `radius` metres. No disc overlaps another, a wall or the region's edge. They lie on the widest
/// lattice with enough free places, row by row from below. There are fewer than `count` if no more fit. Cost: linear in count.
std::vector<Vec2> fill_region(const FillRegion& region, std::size_t count, float radius, const Arrangement& arrangement,
                              const obstacles::ObstacleIndex& obstacles, PhiloxStream random);

}  // namespace plethos::scenarios
