#pragma once

#include "core/agents.hpp"

namespace plethos {

/// The words of Agents::memory that one method has of the agent at one place: word k is the column `first` + k. `memory` has to live as
/// long.
template <class MemorySpace>
struct AgentWords {
  const typename Agents<MemorySpace>::Words& memory;
  std::int32_t first, place;

  KOKKOS_INLINE_FUNCTION std::uint32_t& operator()(std::int32_t k) const { return memory(place, first + k); }
};

}  // namespace plethos
