#include "algorithms/planning/gates/gates_method.hpp"
#include "algorithms/planning/gates/gates_search.hpp"
#include "algorithms/planning/grid_search/instantiate_grid_planner.hpp"
#include "algorithms/planning/regions/region_graph.hpp"

namespace plethos::planning {

struct GatesOverGrid {
  static constexpr const char* name = "gates";
  static constexpr const char* search_label = "plethos::planning::gates";
  using Parameters = GatesParameters;
  template <class MemorySpace>
  using Search = GatesSearch<MemorySpace>;

  static const ParameterTable<Parameters>& table() { return gates_table(); }
  template <class Execution>
  static auto make_search(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph,
                          const Parameters& parameters) {
    const auto regions = find_block_regions(execution, graph, parameters.block_side());
    const auto contacts = find_region_contacts(execution, regions, ContactKind::runs);
    const auto fields = make_gate_fields(execution, regions, contacts);
    const auto edges = make_gate_edges(execution, regions, contacts, fields);
    const auto landmarks = make_gate_landmarks(execution, regions, contacts, fields, edges);
    return Search<typename Execution::memory_space>(regions, contacts, fields, edges, landmarks, parameters.pull);
  }
  template <class MemorySpace>
  static AbstractGraph abstract_graph(const WorldGrid& grid, const Search<MemorySpace>& search) {
    return gate_graph(grid, search.regions, search.contacts);
  }
};

PLETHOS_INSTANTIATE_GRID_PLANNER(GatesMethod, GatesOverGrid);

}  // namespace plethos::planning
