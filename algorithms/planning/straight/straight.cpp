#include "algorithms/planning/straight/straight.hpp"

#include "backends/execution.hpp"
#include "backends/instantiate.hpp"

namespace plethos::planning {

template <class MemorySpace>
struct HeadStraight {
  Agents<MemorySpace> agents;
  Headings<MemorySpace> headings;
  Goals<MemorySpace> goals;
  float time_step;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (agents.state(i) != active_state) {
      headings.stand(i);
      return;
    }
    // One leg leads to a goal, and another goal is another leg.
    constexpr std::int32_t leg = 0;
    const std::int32_t goal = agents.goal(i);
    if (const std::int32_t exit = goals.exit(goal); exit >= 0) {
      const Vec2d to = goals.exits.nearest(exit, agents.position(i, 0), agents.position(i, 1));
      headings.head_for(agents, i, static_cast<float>(to.x), static_cast<float>(to.y), leg);
    } else {
      headings.stop_at(agents, i, goals.point(goal, 0), goals.point(goal, 1), leg, time_step);
    }
  }
};

template <class Execution>
void Straight<Execution>::plan(const Execution& execution, const PlanningScene<MemorySpace>& scene) {
  backends::for_each(execution, "plethos::planning::straight", scene.agents.working,
                     HeadStraight<MemorySpace>{scene.agents, scene.headings, scene.goals, scene.time_step});
}

PLETHOS_INSTANTIATE(Straight);

template <class Execution>
std::unique_ptr<Planner<Execution>> StraightMethod::make(const PlannerSetup&, const ParameterValues&) {
  return std::make_unique<Straight<Execution>>();
}

PLETHOS_INSTANTIATE_MAKE(Planner, StraightMethod, const PlannerSetup&, const ParameterValues&);

}  // namespace plethos::planning
