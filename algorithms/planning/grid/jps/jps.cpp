#include "algorithms/planning/grid/jps/jps_method.hpp"
#include "algorithms/planning/grid/jps/jps_search.hpp"
#include "algorithms/planning/grid/ways/instantiate_grid_planner.hpp"

namespace plethos::planning {

/// What a search is made of, with the memory that it lies in.
template <class MemorySpace>
struct KeptJumps {
  KeptJumpMaps<MemorySpace> maps;
  KeptJumpLists<MemorySpace> lists;

  /// Returns the bytes besides those of what a search is made of.
  std::uint64_t bytes() const { return maps.bytes() + lists.bytes(); }
};

struct JpsOverGrid : OverGrid {
  static constexpr const char* name = "jps";
  static constexpr const char* search_label = "plethos::planning::jps";
  template <class MemorySpace>
  using Search = JpsSearch<MemorySpace>;
  template <class MemorySpace>
  using Kept = KeptJumps<MemorySpace>;
  static void check_costs(const CostRange& range) {
    if (range.least == range.most) return;
    throw InputError("jps: found cells of costs " + std::to_string(range.least) + " to " + std::to_string(range.most) +
                     ", expected the same cost everywhere; astar and dijkstra take costs");
  }
  template <class Execution>
  static auto make_search(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph, const Parameters&,
                          Kept<typename Execution::memory_space>& kept) {
    check_costs({static_cast<std::int32_t>(graph.cheapest), static_cast<std::int32_t>(graph.dearest)});
    make_jump_maps(execution, graph, kept.maps);
    const JumpScan<typename Execution::memory_space> scan{graph, kept.maps.maps};
    make_jump_lists(execution, scan, kept.lists);
    return Search<typename Execution::memory_space>(scan, kept.lists.lists);
  }
  template <class Execution>
  static auto repair_search(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph,
                            std::span<const CellChange>, const Parameters& parameters, Kept<typename Execution::memory_space>& kept,
                            std::uint64_t&) {
    return make_search(execution, graph, parameters, kept);
  }
};

PLETHOS_INSTANTIATE_GRID_PLANNER(JpsMethod, JpsOverGrid);

}  // namespace plethos::planning
