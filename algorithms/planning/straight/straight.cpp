#include "algorithms/planning/straight/straight.hpp"

#include "algorithms/planning/straight/straight_arguments.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"
#include "backends/on_lanes.hpp"
#include "core/second_column.hpp"

namespace plethos::planning {

/// One leg leads to a goal, and another goal is another leg.
inline constexpr std::int32_t leg = 0;

template <class MemorySpace>
struct HeadStraight {
  Agents<MemorySpace> agents;
  Headings<MemorySpace> headings;
  Goals<MemorySpace> goals;
  float time_step;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i) const {
    if (agents.state(i) != active_state) {
      headings.stand(i);
      return;
    }
    const std::int32_t goal = agents.goal(i);
    if (const std::int32_t exit = goals.exit(goal); exit >= 0) {
      const Vec2d to = goals.exits.nearest(exit, agents.position(i, 0), agents.position(i, 1));
      headings.head_for(agents, i, static_cast<float>(to.x), static_cast<float>(to.y), leg);
    } else {
      headings.stop_at(agents, i, goals.point(goal, 0), goals.point(goal, 1), leg, time_step);
    }
  }
};

/// The same with what vectors need.
struct StraightOnVectors {
  const HeadStraight<Kokkos::HostSpace>& kernel;
  StraightArguments arguments;

  void operator()(int i) const { kernel(i); }
};

StraightArguments straight_arguments(const HeadStraight<Kokkos::HostSpace>& kernel) {
  const Agents<Kokkos::HostSpace>& agents = kernel.agents;
  const Headings<Kokkos::HostSpace>& headings = kernel.headings;
  return {.state = agents.state.data(),
          .position_x = agents.position.data(),
          .position_y = second_column(agents.position),
          .preferred_speed = agents.preferred_speed.data(),
          .goal = agents.goal.data(),
          .goal_x = kernel.goals.point.data(),
          .goal_y = second_column(kernel.goals.point),
          .time_step = kernel.time_step,
          .every_kind = static_cast<std::int32_t>(HeadingKind::last_point),
          .every_leg = leg,
          .target_x = headings.target.data(),
          .target_y = second_column(headings.target),
          .velocity_x = headings.velocity.data(),
          .velocity_y = second_column(headings.velocity),
          .kind = headings.kind.data(),
          .leg = headings.leg.data()};
}

template <class Execution>
void Straight<Execution>::plan(const Execution& execution, const PlanningScene<MemorySpace>& scene) {
  constexpr const char* label = "plethos::planning::straight";
  const HeadStraight<MemorySpace> kernel{scene.agents, scene.headings, scene.goals, scene.time_step};
  if constexpr (std::is_same_v<Execution, backends::HostExecution>) {
    // Exits are looked up agent by agent.
    if (scene.goals.exits.of_goal.extent(0) == 0) {
      const StraightOnVectors on_vectors{kernel, straight_arguments(kernel)};
      if (backends::run_on_lanes<&straight_on_vectors>(execution, label, scene.agents.working, on_vectors)) return;
    }
  }
  backends::for_each(execution, label, scene.agents.working, kernel);
}

PLETHOS_INSTANTIATE(Straight);

template <class Execution>
std::unique_ptr<Planner<Execution>> StraightMethod::make(const PlannerSetup&, const ParameterValues&) {
  return std::make_unique<Straight<Execution>>();
}

PLETHOS_INSTANTIATE_MAKE(Planner, StraightMethod, const PlannerSetup&, const ParameterValues&);

}  // namespace plethos::planning
