#pragma once

#include "core/agents.hpp"

namespace plethos::neighbors {

// Functors for CountingSort::run, which calls them with an agent and its place.

/// Copies the agent to its place.
template <class MemorySpace>
struct MoveAgent {
  Agents<MemorySpace> from, to;
  KOKKOS_FUNCTION void operator()(std::int32_t place, std::int32_t i) const { to.copy_agent(place, from, i); }
};

/// Writes the agent's index to its place.
template <class Integers>
struct ListAgent {
  Integers list;
  KOKKOS_FUNCTION void operator()(std::int32_t place, std::int32_t i) const { list(place) = i; }
};

}  // namespace plethos::neighbors
