#include "algorithms/planning/grid/gates/gates_method.hpp"
#include "algorithms/planning/grid/gates/gates_search.hpp"
#include "algorithms/planning/grid/gates/kept_gates.hpp"
#include "algorithms/planning/grid/regions/region_graph.hpp"
#include "algorithms/planning/grid/ways/instantiate_grid_planner.hpp"

namespace plethos::planning {

struct GatesOverGrid {
  static constexpr const char* name = "gates";
  static constexpr const char* search_label = "plethos::planning::gates";
  using Parameters = GatesParameters;
  template <class MemorySpace>
  using Search = GatesSearch<MemorySpace>;

  template <class MemorySpace>
  using Kept = KeptGates<MemorySpace>;

  static const ParameterTable<Parameters>& table() { return gates_table(); }
  template <class Execution>
  static auto make_search(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph,
                          const Parameters& parameters, Kept<typename Execution::memory_space>& kept) {
    find_region_graph(execution, graph, parameters.block_side(), ContactKind::runs, kept.graph);
    return make_gates_search(execution, parameters, kept);
  }
  template <class Execution>
  static auto repair_search(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph,
                            std::span<const CellChange> changes, const Parameters& parameters, Kept<typename Execution::memory_space>& kept,
                            std::uint64_t& blocks) {
    blocks += repair_region_graph(execution, graph, changes, kept.graph);
    return make_gates_search(execution, parameters, kept);
  }
  template <class MemorySpace>
  static AbstractGraph abstract_graph(const WorldGrid& grid, const Search<MemorySpace>& search) {
    return gate_graph(grid, search.regions, search.contacts);
  }

 private:
  template <class Execution>
  static auto make_gates_search(const Execution& execution, const Parameters& parameters, Kept<typename Execution::memory_space>& kept) {
    make_gates(execution, kept);
    return Search<typename Execution::memory_space>(kept.graph.regions.regions, kept.graph.contacts.contacts, kept.fields.fields,
                                                    kept.edges.edges, kept.landmarks.landmarks, parameters.pull);
  }
};

PLETHOS_INSTANTIATE_GRID_PLANNER(GatesMethod, GatesOverGrid);

}  // namespace plethos::planning
