#include <algorithm>

#include "algorithms/planning/grid/map/connected_cells.hpp"
#include "algorithms/planning/grid/rtaa/rtaa_method.hpp"
#include "algorithms/planning/grid/rtaa/rtaa_search.hpp"
#include "algorithms/planning/grid/ways/instantiate_grid_planner.hpp"

namespace plethos::planning {

struct RtaaOverGrid {
  static constexpr const char* name = "rtaa";
  static constexpr const char* search_label = "plethos::planning::rtaa";
  using Parameters = RtaaParameters;
  template <class MemorySpace>
  using Search = RtaaSearch<MemorySpace>;

  static const ParameterTable<Parameters>& table() { return rtaa_table(); }
  template <class Execution>
  static auto make_search(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph,
                          const Parameters& parameters) {
    return Search<typename Execution::memory_space>(graph, find_connected_cells(execution, graph), parameters.lookahead);
  }
  template <class Execution>
  static auto make_walks(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph, std::int32_t agents,
                         const Parameters& parameters) {
    const double memory = std::min(parameters.learned_memory * 1e6, static_cast<double>(backends::memory(execution).free) / 2);
    return AgentWalks<typename Execution::memory_space>(agents, graph.cells(), parameters.lookahead, static_cast<std::int64_t>(memory));
  }
};

PLETHOS_INSTANTIATE_GRID_PLANNER(RtaaMethod, RtaaOverGrid);

}  // namespace plethos::planning
