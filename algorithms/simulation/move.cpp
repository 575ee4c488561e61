#include "algorithms/simulation/move.hpp"

#include <type_traits>

#include "algorithms/simulation/move_kernel.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"

namespace plethos::simulation {

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
    backends::for_each(execution, "plethos::simulation::move", crowd.agents.working, kernel);
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
