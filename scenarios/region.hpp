#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "algorithms/obstacles/obstacle_index.hpp"
#include "core/random.hpp"
#include "core/vec2.hpp"

namespace plethos::scenarios {

/// Which way a region grows when a scenario is scaled to another number of agents; `none` keeps it as it is, so that it gets denser.
enum class Growth { around, east, west, north, south, none };

/// A part of the plane to be filled with agents or goals, in metres.
struct Region {
  Vec2 low;   ///< of the rectangle, or of the square around the disc
  Vec2 high;  ///< likewise
  bool disc = false;
  Growth growth = Growth::around;

  /// With `factor` (> 0) times the area, but no side shorter than `least` metres or as it is now. A disc grows around its center.
  /// Without growth it stays the same.
  Region scaled(double factor, float least) const;
};

/// How the places in a region are chosen.
struct Arrangement {
  bool random = true;  ///< moved at random off their lattice, as far as the gap allows; else a regular lattice
  float gap = 0.1f;    ///< m, >= 0: free space between two discs, at least
};

/// `count` centers of discs of `radius` metres, none overlapping another, a wall or the region's edge: on the widest lattice that has
/// so many free places, row by row from below. Fewer than `count` if no more fit. Cost: linear in count.
std::vector<Vec2> fill_region(const Region& region, std::size_t count, float radius, const Arrangement& arrangement,
                              const obstacles::ObstacleIndex& obstacles, PhiloxStream random);

}  // namespace plethos::scenarios
