#include "algorithms/planning/grid_search/instantiate_grid_planner.hpp"
#include "algorithms/planning/jps/jps_method.hpp"
#include "algorithms/planning/jps/jps_search.hpp"

namespace plethos::planning {

struct JpsOverGrid : OverGrid {
  static constexpr const char* name = "jps";
  static constexpr const char* search_label = "plethos::planning::jps";
  template <class MemorySpace>
  using Search = JpsSearch<MemorySpace>;
  template <class Execution>
  static auto make_search(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph, const Parameters&) {
    if (graph.cheapest != graph.dearest) {
      throw InputError("jps: found cells of costs " + std::to_string(graph.cheapest) + " to " + std::to_string(graph.dearest) +
                       ", expected the same cost everywhere; astar and dijkstra take costs");
    }
    return Search<typename Execution::memory_space>(graph, make_stop_maps(execution, graph));
  }
};

PLETHOS_INSTANTIATE_GRID_PLANNER(JpsMethod, JpsOverGrid);

}  // namespace plethos::planning
