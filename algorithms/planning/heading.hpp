#pragma once

#include <Kokkos_Core.hpp>

#include "core/agents.hpp"

namespace plethos::planning {

/// Metres from agent i to a point.
template <class MemorySpace>
KOKKOS_INLINE_FUNCTION float distance_to(const Agents<MemorySpace>& agents, int i, float to_x, float to_y) {
  const float x = to_x - agents.position(i, 0);
  const float y = to_y - agents.position(i, 1);
  return Kokkos::sqrt(Kokkos::fma(x, x, y * y));
}

/// Writes the preferred velocity of agent i: towards a point, `scale` (1/s) times the way there.
template <class MemorySpace>
KOKKOS_INLINE_FUNCTION void head_by(const Agents<MemorySpace>& agents, int i, float to_x, float to_y, float scale) {
  agents.preferred_velocity(i, 0) = (to_x - agents.position(i, 0)) * scale;
  agents.preferred_velocity(i, 1) = (to_y - agents.position(i, 1)) * scale;
}

/// Towards a point, at the preferred speed.
template <class MemorySpace>
KOKKOS_INLINE_FUNCTION void head_for(const Agents<MemorySpace>& agents, int i, float to_x, float to_y) {
  const float away = distance_to(agents, i, to_x, to_y);
  head_by(agents, i, to_x, to_y, away > 0.f ? agents.preferred_speed(i) / away : 0.f);
}

/// The same, slower where the point is nearer than a step.
template <class MemorySpace>
KOKKOS_INLINE_FUNCTION void stop_at(const Agents<MemorySpace>& agents, int i, float to_x, float to_y, float time_step) {
  const float away = distance_to(agents, i, to_x, to_y);
  const float speed = agents.preferred_speed(i);
  head_by(agents, i, to_x, to_y, speed * time_step < away ? speed / away : 1.f / time_step);
}

}  // namespace plethos::planning
