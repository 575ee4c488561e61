#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "core/agents.hpp"

namespace plethos::simulation {

/// A vector for each row, x and y side by side.
template <class MemorySpace>
using RowVectors = Kokkos::View<float* [2], Kokkos::LayoutRight, MemorySpace>;

/// The row of each agent where rows lie in order of the worlds that are asked for, and of ids.
template <class MemorySpace>
struct AgentRows {
  Kokkos::View<const std::int32_t*, MemorySpace> first;  ///< where a world's agents begin, or -1 for none; empty: there is one world

  /// Returns the row of agent i, or -1.
  KOKKOS_INLINE_FUNCTION std::int32_t of(const Agents<MemorySpace>& agents, std::int32_t i) const {
    const auto id = static_cast<std::int32_t>(agents.id(i));
    if (first.extent(0) == 0) return id;
    const std::int32_t world = agents.world(i);
    return first(world) < 0 ? -1 : id + first(world) - (world << agents.world_shift);
  }
};

}  // namespace plethos::simulation
