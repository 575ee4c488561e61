#pragma once

#include <cstdint>

#include "algorithms/avoidance/arguments.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::avoidance {

/// Ways to compute ClearPath. They all give the same velocities bit for bit. The defaults are the fastest.
struct ClearpathOptions {
  /// Packs the agents whose preferred velocity is not free into full vectors. Each further round packs the agents that have found nothing.
  bool pack = true;
  /// On a GPU, gives a warp to each packed agent that has to search in one table again. Its threads then share the agent's edges. On a GPU
  /// that is not full every agent that searches gets a warp. Otherwise a GPU packs nothing.
  bool together = true;
  /// A GPU is full from this number of agents on; if it is below 0, from the number of threads that run at the same time. A full GPU packs
  /// agents, one a thread. With fewer agents each stage would wait for the slowest agent.
  std::int32_t gpu_packs_from = -1;
  /// Orders packed agents by their number of neighbors and walls.
  bool order_by_count = true;
  /// Loads positions, velocities, radii and reciprocities of neighbors into vectors by gather instructions. Otherwise it loads them element
  /// by element.
  bool gather = true;
};

/// The input and output of the ClearPath kernel, as plain pointers that every lane can use.
struct ClearpathArguments : Arguments {
  float time_horizon;            // s
  float time_horizon_obstacles;  // s
  /// Pairs pass on the side that their velocities are on (Type-II constraint).
  bool sides;
  /// The number of times that the horizons are halved before neighbors are left out because no velocity is free.
  std::int32_t halvings;
  ClearpathOptions options;
};

/// Returns what computes the agents [begin, end), at most 256 of them, on vectors. Capacity is few_neighbors or maximum_neighbors.
template <int Capacity>
backends::SimdEntry<ClearpathArguments> clearpath_on_vectors(const backends::SimdTarget& target);

/// Those of the kernel that takes the steps as published, for measurements: see ClearpathSteps.
struct ClearpathStepsArguments : ClearpathArguments {
  std::int32_t last_step;
  bool compress_points;
};
/// The same for these.
template <int Capacity>
backends::SimdEntry<ClearpathStepsArguments> clearpath_steps_on_vectors(const backends::SimdTarget& target);

/// Counts the useful floating-point operations for one agent, as the mean over every `every`-th agent. It runs the kernel over a lane that
/// counts. Pointers must point into host memory; candidates are overwritten. Cost: some microseconds for each counted agent.
double count_clearpath_operations(const ClearpathArguments& arguments, int every);

}  // namespace plethos::avoidance
