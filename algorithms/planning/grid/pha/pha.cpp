#include "algorithms/planning/grid/pha/pha_method.hpp"
#include "algorithms/planning/grid/pha/pha_search.hpp"
#include "algorithms/planning/grid/regions/kept_region_graph.hpp"
#include "algorithms/planning/grid/regions/region_graph.hpp"
#include "algorithms/planning/grid/ways/instantiate_grid_planner.hpp"

namespace plethos::planning {

struct PhaOverGrid {
  static constexpr const char* name = "pha";
  static constexpr const char* search_label = "plethos::planning::pha";
  using Parameters = PhaParameters;
  template <class MemorySpace>
  using Search = PhaSearch<MemorySpace>;

  static const ParameterTable<Parameters>& table() { return pha_table(); }
  template <class MemorySpace>
  using Kept = KeptRegionGraph<MemorySpace>;

  template <class Execution>
  static auto make_search(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph,
                          const Parameters& parameters, Kept<typename Execution::memory_space>& kept) {
    find_region_graph(execution, graph, parameters.block_side(), ContactKind::pairs, kept);
    return search_of(kept, parameters);
  }
  template <class Execution>
  static auto repair_search(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph,
                            std::span<const CellChange> changes, const Parameters& parameters, Kept<typename Execution::memory_space>& kept,
                            std::uint64_t& blocks) {
    blocks += repair_region_graph(execution, graph, changes, kept);
    return search_of(kept, parameters);
  }
  template <class MemorySpace>
  static AbstractGraph abstract_graph(const WorldGrid& grid, const Search<MemorySpace>& search) {
    return region_graph(grid, search.regions, search.contacts);
  }

 private:
  template <class MemorySpace>
  static auto search_of(const Kept<MemorySpace>& kept, const Parameters& parameters) {
    return Search<MemorySpace>(kept.regions.regions, kept.contacts.contacts, parameters.through, parameters.pull);
  }
};

PLETHOS_INSTANTIATE_GRID_PLANNER(PhaMethod, PhaOverGrid);

}  // namespace plethos::planning
