#pragma once

#include "core/agents.hpp"

namespace plethos::neighbors {

/// For CountingSort::run(): copies the agent to its place.
template <class MemorySpace>
struct MoveAgent {
  Agents<MemorySpace> from, to;
  KOKKOS_FUNCTION void operator()(std::int32_t place, std::int32_t i) const { to.copy_agent(place, from, i); }
};

}  // namespace plethos::neighbors
