#pragma once

#include <algorithm>
#include <vector>

#include "algorithms/planning/fields/quadtree/quad_tree.hpp"
#include "backends/execution.hpp"
#include "core/copy_view.hpp"

namespace plethos::tests {

/// A quadtree and its grid in main memory, with all that its index finds.
struct TreeCopy {
  struct Slot {
    std::uint32_t code;  ///< 0: no leaf
    std::int32_t cost;
    planning::HalfCell point;
    std::vector<planning::QuadNeighbor> neighbors;
  };

  GridMap map;
  planning::QuadShape shape;
  std::int32_t depth = 0, leaf_cells = 1;  ///< of the deepest level, as in QuadBits
  std::int32_t leaves = 0;                 ///< that the tree counts
  std::vector<Slot> slots;
  std::vector<std::uint32_t> some, all;    ///< bits of QuadBits
  std::vector<std::int32_t> slot_of_code;  ///< what the index finds for each number below the greatest code; -1: nothing
  std::vector<std::int32_t> slot_of_cell;  ///< what slot_at() finds for each cell
};

/// Asks the index of a tree for every number that may be a code, and for every cell.
template <class MemorySpace>
struct AskIndex {
  planning::QuadTreeView<MemorySpace> tree;
  Kokkos::View<std::int32_t*, MemorySpace> of_code, of_cell;

  KOKKOS_FUNCTION void operator()(int k) const {
    if (k < of_cell.extent_int(0)) of_cell(k) = tree.slot_at(k);
    if (k >= of_code.extent_int(0)) return;
    const auto code = static_cast<std::uint32_t>(k);
    of_code(k) = code != 0 && countl_zero(code) % 2 == 1 && is_listed(code) ? tree.find(planning::quad_of(code)) : -1;
  }

 private:
  /// Slots in the order of codes are counted by bits of leaves, so find() may be asked for those alone.
  KOKKOS_INLINE_FUNCTION bool is_listed(std::uint32_t code) const {
    const planning::Quad quad = planning::quad_of(code);
    return !tree.ordered || planning::QuadBits<MemorySpace>::bit(tree.leaves, quad.level, planning::quad_place(quad.x, quad.y));
  }
};

template <class Execution>
TreeCopy copy_of(const Execution& execution, const planning::QuadTree<Execution>& tree) {
  using MemorySpace = typename Execution::memory_space;
  const planning::QuadTreeView<MemorySpace>& view = tree.view();
  TreeCopy copy;
  copy.map.width = view.graph.width;
  copy.map.height = view.graph.height;
  const auto passable = host_view(view.graph.passable);
  copy.map.passable.assign(passable.data(), passable.data() + passable.size());
  copy.shape = view.shape;
  copy.depth = view.bits.depth;
  copy.leaf_cells = view.bits.leaf_cells;
  copy.leaves = tree.leaves();
  const auto code = host_view(view.code);
  const auto cost = host_view(view.cost), first = host_view(view.first), count = host_view(view.count);
  const auto point = host_view(view.point);
  const auto neighbors = host_view(view.neighbors);
  for (std::int32_t slot = 0; slot < tree.slots(); ++slot) {
    copy.slots.push_back({code(slot), cost(slot), point(slot), {}});
    if (code(slot) == 0) continue;
    for (std::int32_t k = first(slot); k < first(slot) + count(slot); ++k) copy.slots.back().neighbors.push_back(neighbors(k));
  }
  const auto some = host_view(view.bits.some), all = host_view(view.bits.all);
  copy.some.assign(some.data(), some.data() + view.bits.words());
  copy.all.assign(all.data(), all.data() + view.bits.words());
  const Kokkos::View<std::int32_t*, MemorySpace> of_code("of_code", std::size_t{2} << 2 * copy.depth);
  const Kokkos::View<std::int32_t*, MemorySpace> of_cell("of_cell", copy.map.passable.size());
  backends::for_each(execution, "tests::ask_index", static_cast<int>(std::max(of_code.size(), of_cell.size())),
                     AskIndex<MemorySpace>{view, of_code, of_cell});
  execution.fence();
  const auto found = host_view(of_code), in_cells = host_view(of_cell);
  copy.slot_of_code.assign(found.data(), found.data() + found.size());
  copy.slot_of_cell.assign(in_cells.data(), in_cells.data() + in_cells.size());
  return copy;
}

}  // namespace plethos::tests
