#pragma once

#include "algorithms/neighbors/lists.hpp"
#include "core/agents.hpp"

namespace plethos::neighbors {

/// The nearest others of one agent, of those that are offered.
template <class MemorySpace, int Capacity>
struct NearestAgents {
  const Agents<MemorySpace>& agents;
  std::int32_t self;
  float x, y;            // m, of the agent
  float radius_squared;  // m^2: further ones are no neighbors
  NearestList<Capacity> nearest;

  KOKKOS_INLINE_FUNCTION NearestAgents(const Agents<MemorySpace>& of, std::int32_t i, float radius, int capacity)
      : agents(of), self(i), x(of.position(i, 0)), y(of.position(i, 1)), radius_squared(radius * radius), nearest(capacity) {}

  KOKKOS_INLINE_FUNCTION void offer(std::int32_t j) {
    const auto before = [this](std::int32_t a, std::int32_t b) { return agents.id_before(a, b); };
    const float squared = squared_distance(agents.position(j, 0) - x, agents.position(j, 1) - y);
    if (squared <= bound() && j != self) nearest.insert(squared, j, before);
  }
  /// m^2; whoever is further will not be kept.
  KOKKOS_INLINE_FUNCTION float bound() const { return nearest.bound(radius_squared); }
};

}  // namespace plethos::neighbors
