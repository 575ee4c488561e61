#include "algorithms/planning/planner.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"
#include "tests/trial/aside_method.hpp"

namespace plethos::planning {

template <class MemorySpace>
struct HeadAside {
  Agents<MemorySpace> agents;
  Headings<MemorySpace> headings;
  Goals<MemorySpace> goals;
  float aside, time_step;

  KOKKOS_FUNCTION void operator()(int i) const {
    const std::int32_t goal = agents.goal(i);
    if (agents.state(i) != active_state) {
      headings.stand(i);
    } else {
      headings.stop_at(agents, i, goals.point(goal, 0), goals.point(goal, 1) + aside, 0, time_step);
    }
  }
};

template <class Execution>
class Aside final : public Planner<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;

  explicit Aside(const AsideParameters& parameters) : parameters_(parameters) {}
  bool prepare(const Execution&, const Surroundings<MemorySpace>&) override { return false; }
  void plan(const Execution& execution, const PlanningScene<MemorySpace>& scene) override {
    backends::for_each(execution, "plethos::planning::aside", scene.agents.working,
                       HeadAside<MemorySpace>{scene.agents, scene.headings, scene.goals, parameters_.aside, scene.time_step});
  }
  bool sees_agents() const override { return false; }
  std::uint64_t bytes() const override { return 0; }

 private:
  AsideParameters parameters_;
};

template <class Execution>
std::unique_ptr<Planner<Execution>> AsideMethod::make(const PlannerSetup&, const ParameterValues& values) {
  return std::make_unique<Aside<Execution>>(aside_table().read(values));
}

PLETHOS_INSTANTIATE_MAKE(Planner, AsideMethod, const PlannerSetup&, const ParameterValues&);

}  // namespace plethos::planning
