#include "algorithms/simulation/move.hpp"

#include <type_traits>

#include "algorithms/simulation/move_kernel.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"

namespace plethos::simulation {

template <class Execution>
void Move<Execution>::run(const Execution& execution, Crowd<MemorySpace>& crowd) {
  const auto move = [&]<bool watches_speed, bool stops>(std::bool_constant<watches_speed>, std::bool_constant<stops>) {
    MoveAgent<MemorySpace, watches_speed, stops> kernel{crowd.agents,
                                                        crowd.goals,
                                                        crowd.workspace.chosen(),
                                                        crowd.counters,
                                                        crowd.parameters.time_step,
                                                        crowd.planner_words,
                                                        crowd.most_speed * crowd.most_speed};
    if constexpr (stops) kernel.walls = {{crowd.walls}, crowd.near_walls, crowd.parameters.neighbor_distance};
    backends::for_each(execution, "plethos::simulation::move", crowd.agents.working, kernel);
  };
  const auto move_among_walls = [&](auto watches_speed) {
    if (crowd.stops_at_walls && crowd.walls.count > 0) {
      move(watches_speed, std::true_type());
    } else {
      move(watches_speed, std::false_type());
    }
  };
  if (crowd.ranks.alone()) {
    move_among_walls(std::false_type());
  } else {
    move_among_walls(std::true_type());
  }
}

PLETHOS_INSTANTIATE(Move);

}  // namespace plethos::simulation
