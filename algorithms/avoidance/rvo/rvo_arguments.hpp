#pragma once

#include "algorithms/avoidance/arguments.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::avoidance {

/// s. An agent of `rvo-steady` slows down before a wall so that it would take this long to reach it.
inline constexpr float steady_horizon = 0.5f;

/// The two variants, as far as kernels differ in them, with the time step in seconds.
struct RvoPublished {
  static constexpr bool steady = false;
  float time_step;
};
struct RvoSteady {
  static constexpr bool steady = true;
  static constexpr float spared = 1 / steady_horizon;  ///< 1/s: a wall that is hit with an urgency up to this costs nothing
  float time_step;
};

struct RvoArguments : Arguments {
  std::int32_t samples;
  bool steady;  // the present velocity is a candidate, too, and walls that are far cost nothing

  /// Returns what function(variant) does for the variant. Each has kernels of its own: together in one, they would take each other's
  /// registers.
  template <class Function>
  auto with_variant(const Function& function) const {
    return steady ? function(RvoSteady{time_step}) : function(RvoPublished{time_step});
  }
};

/// Returns what computes the agents [begin, end), at most 256 of them, on vectors. Capacity is few_neighbors or maximum_neighbors.
template <int Capacity, class Variant>
backends::SimdEntry<RvoArguments> rvo_on_vectors(const backends::SimdTarget& target);
/// Returns what takes one agent after the other, with all elements of the vector for one agent.
template <class Variant>
backends::SimdEntry<RvoArguments> rvo_nested_on_vectors(const backends::SimdTarget& target);

/// Counts the useful floating-point operations for one agent, as the mean over every `every`-th agent. It runs the kernel over a lane that
/// counts. Pointers must point into host memory; candidates are overwritten. Cost: some microseconds for each counted agent.
double count_rvo_operations(const RvoArguments& arguments, int every);

}  // namespace plethos::avoidance
