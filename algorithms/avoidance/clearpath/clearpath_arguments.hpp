#pragma once

#include <cstdint>

#include "algorithms/avoidance/arguments.hpp"

namespace plethos::avoidance {

/// How ClearPath is computed. Whatever is chosen here, the velocities are the same, bit for bit, unless last_step cuts the method off; the
/// defaults are the fastest.
struct ClearpathOptions {
  /// Steps 3 to 5 as published: all intersections are classified, sorted, and the subsegments between them classified. Else the closest
  /// free point is found by walking from region to region, without a sort.
  bool published = false;
  /// Edges in order of their distance from the preferred velocity, and none that cannot beat the best so far. Else all, in the table's
  /// order.
  bool prune = true;
  /// Agents whose preferred velocity is not free, and in every further round those that found nothing, are packed into full vectors, or on
  /// a GPU into full warps.
  bool pack = true;
  /// Packed agents that have to search in one table again get a team each: the elements of a vector, or on a GPU a warp, which share the
  /// agent's edges; on a GPU that is not full, all agents that search. Only with `prune` and without `published`.
  bool together = true;
  /// A GPU is full from so many agents on; below 0: from as many as it has threads at the same time. It packs them then, a thread each. Of
  /// fewer it waits for the one that takes longest, and in each stage anew if it packs.
  std::int32_t gpu_packs_from = -1;
  /// Packed agents are ordered by the number of their neighbors and walls.
  bool order_by_count = true;
  /// Of the published step 3: points that are found inside are dropped and the rest compressed. Else they are masked.
  bool compress_points = false;
  /// Vectors load positions, velocities, radii and reciprocities of their neighbors by gather instructions. Else element by element.
  bool gather = true;
  /// For measurements: the step of section 3.5 that is the last to be taken, 1 to 6. Less than 5 gives no useful velocity; 5 gives none to
  /// agents that would find one only among fewer neighbors (step 6) or for shorter horizons.
  std::int32_t last_step = 6;
};

/// What the ClearPath kernel reads and writes, as plain pointers that every lane sees.
struct ClearpathArguments : Arguments {
  float time_horizon;            // s
  float time_horizon_obstacles;  // s
  /// Pairs pass on the side that their velocities are on (Type-II constraint).
  bool sides;
  /// Not the paper's method: agents keep able to stop, a side is closed as far as the horizon goes, limits are part of the search.
  bool guarded;
  /// How often the time horizons are halved before neighbors are left out because no velocity is free.
  std::int32_t halvings;
  ClearpathOptions options;
};

}  // namespace plethos::avoidance
