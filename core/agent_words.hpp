#pragma once

#include "core/agents.hpp"

namespace plethos {

/// The words of Agents::memory that belong to one method and to the agent at one place. Word k is in the column `first` + k. `memory` must
/// outlive the object.
template <class MemorySpace>
struct AgentWords {
  const typename Agents<MemorySpace>::Words& memory;
  std::int32_t first, place;

  KOKKOS_INLINE_FUNCTION std::uint32_t& operator()(std::int32_t k) const { return memory(place, first + k); }
};

}  // namespace plethos
