#include "algorithms/simulation/move.hpp"

#include <type_traits>

#include "algorithms/simulation/move_kernel.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"

namespace plethos::simulation {

template <class Execution>
void Move<Execution>::run(const Execution& execution, Crowd<MemorySpace>& crowd) {
  const auto move = [&]<bool watches_speed>(std::bool_constant<watches_speed>) {
    backends::for_each(
        execution, "plethos::simulation::move", crowd.agents.working,
        MoveAgent<MemorySpace, watches_speed>{crowd.agents, crowd.goals, crowd.workspace.chosen(), crowd.counters,
                                              crowd.parameters.time_step, crowd.planner_words, crowd.most_speed * crowd.most_speed});
  };
  if (crowd.ranks.alone()) {
    move(std::false_type());
  } else {
    move(std::true_type());
  }
  crowd.perceived = crowd.walls_found = false;
}

PLETHOS_INSTANTIATE(Move);

}  // namespace plethos::simulation
