#pragma once

#include "algorithms/avoidance/arguments.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::avoidance {

struct OrcaArguments : Arguments {
  float time_horizon;            // s, agents
  float time_horizon_obstacles;  // s
};

/// Returns what computes the agents [begin, end), at most 256 of them, on vectors. Capacity is few_neighbors or maximum_neighbors.
template <int Capacity>
backends::SimdEntry<OrcaArguments> orca_on_vectors(const backends::SimdTarget& target);

/// Counts the useful floating-point operations for one agent, as the mean over every `every`-th agent. It runs the kernel over a lane that
/// counts. Pointers must point into host memory; candidates are overwritten. Cost: some microseconds for each counted agent.
double count_orca_operations(const OrcaArguments& arguments, int every);

}  // namespace plethos::avoidance
