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

}  // namespace plethos::avoidance
