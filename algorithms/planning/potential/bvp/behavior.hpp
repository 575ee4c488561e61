#pragma once

#include <Kokkos_Core.hpp>

#include "algorithms/planning/potential/bvp/bvp_parameters.hpp"
#include "algorithms/planning/potential/turning.hpp"

namespace plethos::planning {

/// Returns the sine of an angle in turns. Its error is below 1e-6. It is made of operations that give the same bits everywhere.
KOKKOS_INLINE_FUNCTION float sine_of_turns(double turns) {
  const double part = turns - Kokkos::floor(turns);
  const double near_zero = part < 0.25 ? part : part < 0.75 ? 0.5 - part : part - 1;
  const auto x = static_cast<float>(near_zero * 6.283185307179586);
  const float square = x * x;
  // Taylor's polynomial of degree 11.
  float sum = Kokkos::fma(-2.5052108e-8f, square, 2.7557319e-6f);
  sum = Kokkos::fma(sum, square, -1.9841270e-4f);
  sum = Kokkos::fma(sum, square, 8.3333333e-3f);
  sum = Kokkos::fma(sum, square, -1.6666667e-1f);
  return Kokkos::fma(sum * square, x, x);
}

/// Epsilon and behavior vector of a group.
struct GroupBehavior {
  float epsilon = 0;
  Direction vector{1, 0};
  Behavior kind = Behavior::constant;
  double turns_per_second = 0;

  GroupBehavior() = default;
  /// Errors: InputError for an epsilon or a vector that is not allowed.
  explicit GroupBehavior(const BvpParameters& parameters);

  /// Returns epsilon times the behavior vector, whose length is 1, at a time in seconds, for an agent whose way leads `ahead`.
  KOKKOS_INLINE_FUNCTION Direction bias(double time, const Direction& ahead) const {
    Direction now = vector;
    const double turns = turns_per_second * time;
    if (kind == Behavior::rotating) {
      const float sine = sine_of_turns(turns), cosine = sine_of_turns(turns + 0.25);
      now = {Kokkos::fma(cosine, vector.x, -(sine * vector.y)), Kokkos::fma(sine, vector.x, cosine * vector.y)};
    } else if (kind == Behavior::sine) {
      const float sine = sine_of_turns(turns);
      now = Direction::of(Kokkos::fma(-sine, vector.y, vector.x), Kokkos::fma(sine, vector.x, vector.y));
    } else if (kind == Behavior::ahead) {
      now = {Kokkos::fma(ahead.x, vector.x, -(ahead.y * vector.y)), Kokkos::fma(ahead.y, vector.x, ahead.x * vector.y)};
    }
    return {epsilon * now.x, epsilon * now.y};
  }
};

}  // namespace plethos::planning
