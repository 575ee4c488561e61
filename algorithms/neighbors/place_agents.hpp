#pragma once

#include "core/agents.hpp"

namespace plethos::neighbors {

// What CountingSort::run is to do with an agent and its place.

/// Moves it there.
template <class MemorySpace>
struct MoveAgent {
  Agents<MemorySpace> from, to;
  KOKKOS_FUNCTION void operator()(std::int32_t place, std::int32_t i) const { to.copy_agent(place, from, i); }
};

/// Notes its index there.
template <class Integers>
struct ListAgent {
  Integers list;
  KOKKOS_FUNCTION void operator()(std::int32_t place, std::int32_t i) const { list(place) = i; }
};

}  // namespace plethos::neighbors
