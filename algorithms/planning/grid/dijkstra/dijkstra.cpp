#include "algorithms/planning/grid/astar/astar_search.hpp"
#include "algorithms/planning/grid/dijkstra/dijkstra_method.hpp"
#include "algorithms/planning/grid/ways/instantiate_grid_planner.hpp"

namespace plethos::planning {

struct DijkstraOverGrid : OverGrid {
  static constexpr const char* name = "dijkstra";
  static constexpr const char* search_label = "plethos::planning::dijkstra";
  template <class MemorySpace>
  using Search = AstarSearch<MemorySpace, false>;
  template <class Execution>
  static auto make_search(const Execution&, const GridGraph<typename Execution::memory_space>& graph, const Parameters&) {
    return Search<typename Execution::memory_space>(graph);
  }
};

PLETHOS_INSTANTIATE_GRID_PLANNER(DijkstraMethod, DijkstraOverGrid);

}  // namespace plethos::planning
