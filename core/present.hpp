#pragma once

#include <Kokkos_Macros.hpp>
#include <cstdint>

#include "core/agent.hpp"

namespace plethos {

/// Returns whether an agent with that state is in the scene. With `leave_on_arrival`, agents that have arrived are not.
KOKKOS_INLINE_FUNCTION bool present(std::int32_t state, bool leave_on_arrival) {
  return state != absent_state && !(leave_on_arrival && (state == arrived_state || state == settled_state));
}

/// Returns whether an agent with that state does nothing in a step: it has arrived and stands since the step before, or is absent.
KOKKOS_INLINE_FUNCTION bool is_idle(std::int32_t state) { return state == settled_state || state == absent_state; }

}  // namespace plethos
