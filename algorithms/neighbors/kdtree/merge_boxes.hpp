#pragma once

#include "backends/execution.hpp"
#include "core/box-inl.hpp"

namespace plethos::neighbors {

/// One kernel computes this many levels from the level below them.
inline constexpr int box_levels_at_once = 4;

/// Computes the nodes of the levels above `base`. Item i is the i-th of these nodes, counted from the lowest level up.
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

/// Computes all levels from the leaves. Cost: linear in the leaves, one kernel every 4 levels.
template <class Execution>
void merge_boxes(const Execution& execution, const char* label, const BoxLevels& tree) {
  for (int base = 0; base < tree.levels - 1; base += box_levels_at_once) {
    int nodes = 0;
    for (int level = base + 1; level <= base + box_levels_at_once && level < tree.levels; ++level) nodes += tree.count[level];
    backends::for_each(execution, label, nodes, MergeBoxes{tree, base});
  }
}

}  // namespace plethos::neighbors
