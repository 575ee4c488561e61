#pragma once

#include <cstdint>

#include "algorithms/avoidance/arguments.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::avoidance {

/// Ways to compute ClearPath. They all give the same velocities bit for bit, unless last_step cuts the method off. The defaults are the
/// fastest.
struct ClearpathOptions {
  /// Takes steps 3 to 5 as published: classifies all intersections, sorts them, and classifies the subsegments between them. Otherwise it
  /// walks from region to region to the closest free point, without a sort.
  bool published = false;
  /// Looks at edges in order of their distance from the preferred velocity, and skips those that cannot beat the best so far. Otherwise it
  /// looks at all edges, in the table's order.
  bool prune = true;
  /// Packs the agents whose preferred velocity is not free into full vectors, or into full warps on a GPU. Each further round packs the
  /// agents that have found nothing.
  bool pack = true;
  /// Gives a team to each packed agent that has to search in one table again. The elements of a vector, or the threads of a warp on a GPU,
  /// then share the agent's edges. On a GPU that is not full every agent that searches gets a team. Needs `prune`, and no `published`.
  bool together = true;
  /// A GPU is full from this number of agents on; if it is below 0, from the number of threads that run at the same time. A full GPU packs
  /// agents, one a thread. With fewer agents each stage would wait for the slowest agent.
  std::int32_t gpu_packs_from = -1;
  /// Orders packed agents by their number of neighbors and walls.
  bool order_by_count = true;
  /// In the published step 3, drops the points inside of regions and compresses the rest. Otherwise it masks them.
  bool compress_points = false;
  /// Loads positions, velocities, radii and reciprocities of neighbors into vectors by gather instructions. Otherwise it loads them element
  /// by element.
  bool gather = true;
  /// For measurements: the last step of section 3.5 that is taken, 1 to 6. Below 5 no velocity is useful. With 5 an agent gets no velocity
  /// if it would find one only among fewer neighbors (step 6) or for shorter horizons.
  std::int32_t last_step = 6;
};

/// The input and output of the ClearPath kernel, as plain pointers that every lane can use.
struct ClearpathArguments : Arguments {
  float time_horizon;            // s
  float time_horizon_obstacles;  // s
  /// Pairs pass on the side that their velocities are on (Type-II constraint).
  bool sides;
  /// The method is ours (clearpath-guarded): agents keep able to stop, a side is closed as far as the horizon goes, and limits are part of
  /// the search.
  bool guarded;
  /// The number of times that the horizons are halved before neighbors are left out because no velocity is free.
  std::int32_t halvings;
  ClearpathOptions options;
};

/// Returns what computes the agents [begin, end), at most 256 of them, on vectors. Capacity is few_neighbors or maximum_neighbors.
template <int Capacity>
backends::SimdEntry<ClearpathArguments> clearpath_on_vectors(const backends::SimdTarget& target);

}  // namespace plethos::avoidance
