#include "algorithms/avoidance/avoidance.hpp"
#include "backends/instantiate.hpp"
#include "tests/trial/stroll_method.hpp"

namespace plethos::avoidance {

template <class MemorySpace>
struct TakePart {
  Agents<MemorySpace> agents;
  typename Agents<MemorySpace>::Vectors velocities;
  float pace;

  KOKKOS_FUNCTION void operator()(int i) const {
    const bool active = agents.state(i) == active_state;
    for (int k = 0; k < 2; ++k) velocities(i, k) = active ? pace * agents.preferred_velocity(i, k) : agents.velocity(i, k);
  }
};

template <class Execution>
class Stroll final : public Avoidance<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  explicit Stroll(const StrollParameters& parameters) : parameters_(parameters) {}
  void choose(const Execution& execution, const AvoidanceScene<MemorySpace>& scene, const Vectors& velocities) override {
    backends::for_each(execution, "plethos::avoidance::stroll", scene.agents.working,
                       TakePart<MemorySpace>{scene.agents, velocities, parameters_.pace});
  }
  std::optional<Work> work(const AvoidanceScene<MemorySpace>&) const override { return {}; }

 private:
  StrollParameters parameters_;
};

template <class Execution>
std::unique_ptr<Avoidance<Execution>> StrollMethod::make(const ParameterValues& values) {
  return std::make_unique<Stroll<Execution>>(stroll_table().read(values));
}

PLETHOS_INSTANTIATE_MAKE(Avoidance, StrollMethod, const ParameterValues&);

}  // namespace plethos::avoidance
