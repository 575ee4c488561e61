#include "algorithms/planning/grid/regions/kept_region_graph.hpp"

#include "backends/instantiate.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

template <class Execution>
void find_region_graph(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph, int side, ContactKind kind,
                       KeptRegionGraph<typename Execution::memory_space>& kept) {
  find_block_regions(execution, graph, side, kept.regions);
  find_region_contacts(execution, kept.regions.regions, kind, kept.contacts);
}

template <class Execution>
std::size_t repair_region_graph(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph,
                                std::span<const CellChange> changes, KeptRegionGraph<typename Execution::memory_space>& kept) {
  BlockRegions<typename Execution::memory_space>& regions = kept.regions.regions;
  regions.graph = graph;
  kept.blocks.clear();
  kept.sides.clear();
  for (const CellChange& change : changes) {
    if (change.turned) kept.blocks.push_back(regions.block_of(change.cell));
  }
  if (kept.blocks.empty()) return 0;
  sort_once(kept.blocks);
  for (const std::int32_t block : kept.blocks) {
    for (int side = 0; side < straight_directions; ++side) {
      kept.sides.push_back(block * straight_directions + side);
      const std::int32_t column = block % regions.columns + column_step(side);
      const std::int32_t row = block / regions.columns + row_step(side);
      if (column < 0 || column >= regions.columns || row < 0 || row >= regions.rows) continue;
      kept.sides.push_back((row * regions.columns + column) * straight_directions + opposite(side));
    }
  }
  sort_once(kept.sides);
  const auto blocks = refill_view("plethos::regions::blocks", kept.blocks, kept.claimed_blocks);
  repair_block_regions<Execution>(execution, blocks, kept.blocks.front(), kept.regions);
  const auto sides = refill_view("plethos::regions::sides", kept.sides, kept.claimed_sides);
  repair_region_contacts<Execution>(execution, regions, sides, kept.contacts);
  return kept.blocks.size();
}

#define PLETHOS_KEPT_REGION_GRAPH(Execution)                                                                                         \
  template void find_region_graph(const Execution&, const GridGraph<Execution::memory_space>&, int, ContactKind,                     \
                                  KeptRegionGraph<Execution::memory_space>&);                                                        \
  template std::size_t repair_region_graph(const Execution&, const GridGraph<Execution::memory_space>&, std::span<const CellChange>, \
                                           KeptRegionGraph<Execution::memory_space>&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_KEPT_REGION_GRAPH);
#undef PLETHOS_KEPT_REGION_GRAPH

}  // namespace plethos::planning
