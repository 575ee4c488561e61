#pragma once

#include <type_traits>

#include "backends/execution.hpp"

namespace plethos::backends {

/// The kernel `Scalar` with its vector entry. `Entry` returns that entry for a target.
template <class Scalar, auto Entry>
struct OnLanes : Scalar {
  static auto simd_entry(const SimdTarget& target) { return Entry(target); }
};

/// Says whether kernels whose bits must be the same everywhere run on vector lanes. They do if the lanes round as scalar code does.
template <class Execution>
bool runs_on_lanes(const Execution& execution) {
  if constexpr (std::is_same_v<Execution, HostExecution>) return execution.target && execution.target->fused_multiply_add;
  return false;
}

/// Runs the kernel `Scalar` over the items [0, count) if there are such vector lanes. Returns whether it did.
template <auto Entry, class Execution, class Scalar>
bool run_on_lanes(const Execution& execution, const char* label, int count, const Scalar& scalar) {
  if constexpr (std::is_same_v<Execution, HostExecution>) {
    if (runs_on_lanes(execution)) {
      for_each(execution, label, count, OnLanes<Scalar, Entry>{scalar});
      return true;
    }
  }
  return false;
}

}  // namespace plethos::backends
