#include "algorithms/planning/grid/astar/astar_method.hpp"
#include "algorithms/planning/grid/astar/astar_search.hpp"
#include "algorithms/planning/grid/ways/instantiate_grid_planner.hpp"

namespace plethos::planning {

struct AstarOverGrid : OverGrid {
  static constexpr const char* name = "astar";
  static constexpr const char* search_label = "plethos::planning::astar";
  template <class MemorySpace>
  using Search = AstarSearch<MemorySpace, true>;
  template <class Execution>
  static auto make_search(const Execution&, const GridGraph<typename Execution::memory_space>& graph, const Parameters&) {
    return Search<typename Execution::memory_space>(graph);
  }
};

PLETHOS_INSTANTIATE_GRID_PLANNER(AstarMethod, AstarOverGrid);

}  // namespace plethos::planning
