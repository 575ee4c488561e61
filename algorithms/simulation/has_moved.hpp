#pragma once

#include "core/agents.hpp"

namespace plethos::simulation {

/// Whether an agent has moved since separations were last measured: all have but those that settled before.
template <class MemorySpace>
KOKKOS_INLINE_FUNCTION bool has_moved(const Agents<MemorySpace>& agents, std::int32_t i) {
  return agents.state(i) != settled_state;
}

}  // namespace plethos::simulation
