#include "algorithms/planning/grid_search/instantiate_grid_planner.hpp"
#include "algorithms/planning/pha/pha_method.hpp"
#include "algorithms/planning/pha/pha_search.hpp"
#include "algorithms/planning/regions/region_graph.hpp"

namespace plethos::planning {

struct PhaOverGrid {
  static constexpr const char* name = "pha";
  static constexpr const char* search_label = "plethos::planning::pha";
  using Parameters = PhaParameters;
  template <class MemorySpace>
  using Search = PhaSearch<MemorySpace>;

  static const ParameterTable<Parameters>& table() { return pha_table(); }
  template <class Execution>
  static auto make_search(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph,
                          const Parameters& parameters) {
    const auto regions = find_block_regions(execution, graph, parameters.block_side());
    return Search<typename Execution::memory_space>(regions, find_region_contacts(execution, regions, ContactKind::pairs),
                                                    parameters.through, parameters.pull);
  }
  template <class MemorySpace>
  static AbstractGraph abstract_graph(const WorldGrid& grid, const Search<MemorySpace>& search) {
    return region_graph(grid, search.regions, search.contacts);
  }
};

PLETHOS_INSTANTIATE_GRID_PLANNER(PhaMethod, PhaOverGrid);

}  // namespace plethos::planning
