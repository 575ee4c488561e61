#pragma once

#include <Kokkos_Core.hpp>

#include "algorithms/neighbors/box.hpp"
#include "algorithms/neighbors/box_walk-inl.hpp"
#include "backends/execution.hpp"

namespace plethos::neighbors {

/// The memory of BoxLevels in one memory space: about 32 bytes a leaf.
template <class MemorySpace>
struct BoxTree {
  Kokkos::View<Box*, MemorySpace> memory;
  BoxLevels levels;

  BoxTree() = default;
  BoxTree(const char* label, std::int32_t leaves) {
    std::int32_t total = 0;
    for (std::int32_t nodes = leaves;; nodes = (nodes + 1) / 2) {
      levels.first[levels.levels] = total;
      levels.count[levels.levels++] = nodes;
      // Pairs: the last node of a level may have a brother that holds nothing.
      total += nodes + nodes % 2;
      if (nodes <= 1) break;
    }
    // Constructed by Kokkos, as boxes that hold nothing.
    memory = Kokkos::View<Box*, MemorySpace>(label, static_cast<std::size_t>(total));
    levels.box = memory.data();
  }
  std::size_t bytes() const { return sizeof(Box) * memory.size(); }
};

/// Levels that one kernel computes from the one below them.
inline constexpr int box_levels_at_once = 4;

/// Computes the nodes of the levels above `base`: item i counts through them from the lowest on.
struct MergeBoxes {
  BoxLevels tree;
  int base;

  KOKKOS_FUNCTION void operator()(int i) const {
    int above = 1;
    for (; i >= tree.count[base + above]; ++above) i -= tree.count[base + above];
    const std::int32_t first = i << above;
    const std::int32_t end = first + (1 << above) < tree.count[base] ? first + (1 << above) : tree.count[base];
    Box merged;
    for (std::int32_t place = first; place < end; ++place) scalar::box_include(merged, scalar::box_at(tree, base, place));
    scalar::box_at(tree, base + above, i) = merged;
  }
};

/// Computes all levels from the leaves.
template <class Execution>
void merge_boxes(const Execution& execution, const char* label, const BoxLevels& tree) {
  for (int base = 0; base < tree.levels - 1; base += box_levels_at_once) {
    int nodes = 0;
    for (int level = base + 1; level <= base + box_levels_at_once && level < tree.levels; ++level) nodes += tree.count[level];
    backends::for_each(execution, label, nodes, MergeBoxes{tree, base});
  }
}

}  // namespace plethos::neighbors
