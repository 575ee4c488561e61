#pragma once

#include "core/agents.hpp"
#include "core/present.hpp"

namespace plethos::simulation {

/// Returns whether an agent has moved since separations were last measured. All agents have, except those that had settled before and those
/// that are absent.
template <class MemorySpace>
KOKKOS_INLINE_FUNCTION bool has_moved(const NeighborColumns<MemorySpace>& agents, std::int32_t i) {
  return !is_idle(agents.state(i));
}

}  // namespace plethos::simulation
