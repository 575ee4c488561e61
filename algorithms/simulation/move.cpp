#include "algorithms/simulation/move.hpp"

#include <type_traits>

#include "algorithms/simulation/move_arguments.hpp"
#include "algorithms/simulation/move_kernel.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"
#include "backends/on_lanes.hpp"
#include "core/second_column.hpp"

namespace plethos::simulation {

/// A kernel that moves agents, with what vectors need to do the same. The arguments lead back to the kernel.
template <class Kernel>
struct MoveOnVectors {
  const Kernel& kernel;
  MoveArguments arguments;

  void operator()(int i) const { kernel(i); }
};

template <bool watches_speed, bool followed>
MoveArguments move_arguments(const MoveAgent<Kokkos::HostSpace, watches_speed, false, followed>& kernel) {
  const Agents<Kokkos::HostSpace>& agents = kernel.agents;
  MoveArguments in{.position_x = agents.position.data(),
                   .position_y = second_column(agents.position),
                   .velocity_x = agents.velocity.data(),
                   .velocity_y = second_column(agents.velocity),
                   .chosen_x = kernel.chosen.data(),
                   .chosen_y = second_column(kernel.chosen),
                   .preferred_x = agents.preferred_velocity.data(),
                   .preferred_y = second_column(agents.preferred_velocity),
                   .maximum_acceleration = agents.maximum_acceleration.data(),
                   .goal_radius = agents.goal_radius.data(),
                   .goal = agents.goal.data(),
                   .state = agents.state.data(),
                   .lacked = reinterpret_cast<std::uint16_t*>(agents.lacked.data()),
                   .goal_x = kernel.goals.point.data(),
                   .goal_y = second_column(kernel.goals.point),
                   .step = kernel.counters.step.data(),
                   .time_step = kernel.time_step,
                   .squared_speed = watches_speed ? kernel.squared_speed : no_extent,
                   .too_fast = kernel.counters.too_fast.data(),
                   .from_x = nullptr,
                   .from_y = nullptr,
                   .pairs = nullptr,
                   .greatest = nullptr,
                   .move_each =
                       [](const void* agent, int begin, int end) {
                         const auto& move = *static_cast<const std::decay_t<decltype(kernel)>*>(agent);
                         for (int i = begin; i < end; ++i) move(i);
                       },
                   .kernel = &kernel};
  if constexpr (followed) {
    in.from_x = kernel.follower.from.data();
    in.from_y = second_column(kernel.follower.from);
    in.pairs = kernel.follower.pairs.data();
    in.greatest = kernel.follower.greatest;
  }
  return in;
}

template <class Execution>
void Move<Execution>::run(const Execution& execution, Crowd<MemorySpace>& crowd) {
  const auto move = [&]<bool watches_speed, bool stops, bool followed>(std::bool_constant<watches_speed>, std::bool_constant<stops>,
                                                                       std::bool_constant<followed>) {
    MoveAgent<MemorySpace, watches_speed, stops, followed> kernel{crowd.agents,
                                                                  crowd.goals,
                                                                  crowd.workspace.chosen(),
                                                                  crowd.counters,
                                                                  crowd.parameters.time_step,
                                                                  crowd.planner_words,
                                                                  crowd.most_speed * crowd.most_speed};
    if constexpr (stops) kernel.walls = {{crowd.walls}, crowd.near_walls, crowd.parameters.neighbor_distance};
    if constexpr (followed) kernel.follower = crowd.verlet.follower();
    constexpr const char* label = "plethos::simulation::move";
    // Exits and walls are looked up agent by agent.
    if constexpr (!stops && std::is_same_v<Execution, backends::HostExecution>) {
      if (crowd.goals.exits.of_goal.extent(0) == 0) {
        const MoveOnVectors on_vectors{kernel, move_arguments(kernel)};
        if (backends::run_on_lanes<&move_on_vectors>(execution, label, crowd.agents.working, on_vectors)) return;
      }
    }
    backends::for_each(execution, label, crowd.agents.working, kernel);
  };
  // Calls run(std::bool_constant<condition>).
  const auto with = [](bool condition, const auto& run) {
    if (condition) {
      run(std::true_type());
    } else {
      run(std::false_type());
    }
  };
  with(!crowd.ranks.alone(), [&](auto watches_speed) {
    with(crowd.stops_at_walls && crowd.walls.count > 0,
         [&](auto stops) { with(crowd.verlet.hold(), [&](auto followed) { move(watches_speed, stops, followed); }); });
  });
}

PLETHOS_INSTANTIATE(Move);

}  // namespace plethos::simulation
