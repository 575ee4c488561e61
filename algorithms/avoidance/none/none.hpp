#pragma once

#include "algorithms/avoidance/avoidance.hpp"
#include "backends/execution.hpp"

namespace plethos::avoidance {

/// No avoidance: each agent takes its preferred velocity, as far as its maximum speed lets it. What moves agents is then the stage
/// before, such as steering. Cost: linear in the agents.
template <class Execution>
class None final : public Avoidance<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  void choose(const Execution& execution, const Scene<MemorySpace>& scene, const Vectors& velocities) override;
  std::optional<Work> work(const Scene<MemorySpace>&) const override { return {}; }
};

template <class MemorySpace>
struct TakePreferred {
  Agents<MemorySpace> agents;
  typename Agents<MemorySpace>::Vectors velocities;

  KOKKOS_FUNCTION void operator()(int i) const {
    const bool passive = agents.state(i) == static_cast<std::int32_t>(AgentState::passive);
    const auto& wanted = passive ? agents.velocity : agents.preferred_velocity;
    float x = wanted(i, 0);
    float y = wanted(i, 1);
    if (!passive) {
      const float speed = Kokkos::sqrt(Kokkos::fma(x, x, y * y));
      const float most = agents.maximum_speed(i);
      if (speed > most) {
        x *= most / speed;
        y *= most / speed;
      }
    }
    velocities(i, 0) = x;
    velocities(i, 1) = y;
  }
};

template <class Execution>
void None<Execution>::choose(const Execution& execution, const Scene<MemorySpace>& scene, const Vectors& velocities) {
  backends::for_each(execution, "plethos::avoidance::none", scene.agents.working,
                     TakePreferred<MemorySpace>{scene.agents, velocities});
}

}  // namespace plethos::avoidance
