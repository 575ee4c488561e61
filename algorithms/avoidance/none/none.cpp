#include "algorithms/avoidance/none/none.hpp"

#include "backends/instantiate.hpp"

namespace plethos::avoidance {

template <class MemorySpace>
struct TakePreferred {
  Agents<MemorySpace> agents;
  typename Agents<MemorySpace>::Vectors velocities;

  KOKKOS_FUNCTION void operator()(int i) const {
    const bool passive = agents.state(i) == passive_state;
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
void None<Execution>::choose(const Execution& execution, const AvoidanceScene<MemorySpace>& scene, const Vectors& velocities) {
  backends::for_each(execution, "plethos::avoidance::none", scene.agents.working, TakePreferred<MemorySpace>{scene.agents, velocities});
}

PLETHOS_INSTANTIATE(None);

template <class Execution>
std::unique_ptr<Avoidance<Execution>> NoneMethod::make(const ParameterValues&) {
  return std::make_unique<None<Execution>>();
}

PLETHOS_INSTANTIATE_MAKE(Avoidance, NoneMethod, const ParameterValues&);

}  // namespace plethos::avoidance
