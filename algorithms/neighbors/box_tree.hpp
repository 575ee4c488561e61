#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "backends/execution.hpp"

namespace plethos::neighbors {

/// A rectangle in metres. One that holds nothing is infinitely far from every point.
struct Box {
  float low_x = Kokkos::Experimental::infinity_v<float>;
  float low_y = Kokkos::Experimental::infinity_v<float>;
  float high_x = -Kokkos::Experimental::infinity_v<float>;
  float high_y = -Kokkos::Experimental::infinity_v<float>;

  KOKKOS_INLINE_FUNCTION void include(const Box& other) {
    low_x = other.low_x < low_x ? other.low_x : low_x;
    low_y = other.low_y < low_y ? other.low_y : low_y;
    high_x = other.high_x > high_x ? other.high_x : high_x;
    high_y = other.high_y > high_y ? other.high_y : high_y;
  }
  /// Squared distance from (x, y); never more than squared_distance() of a point in the box, which is rounded the same way.
  KOKKOS_INLINE_FUNCTION float squared_distance_to(float x, float y) const {
    const float beside_x = beside(low_x - x, x - high_x);
    const float beside_y = beside(low_y - y, y - high_y);
    return Kokkos::fma(beside_x, beside_x, beside_y * beside_y);
  }

 private:
  KOKKOS_INLINE_FUNCTION static float beside(float below, float above) {
    const float most = below > above ? below : above;
    return most > 0.f ? most : 0.f;
  }
};

/// Boxes of complete binary trees, level by level: the leaves are level 0, and the node at `place` of a level holds those at 2 place and
/// 2 place + 1 of the level below. Memory: about 32 bytes a leaf.
template <class MemorySpace>
struct BoxTree {
  static constexpr int most_levels = 32;
  Kokkos::View<Box*, MemorySpace> box;
  std::int32_t first[most_levels] = {};  // of each level in `box`
  std::int32_t count[most_levels] = {};
  int levels = 0;

  BoxTree() = default;
  BoxTree(const char* label, std::int32_t leaves) {
    std::int32_t total = 0;
    for (std::int32_t nodes = leaves;; nodes = (nodes + 1) / 2) {
      first[levels] = total;
      count[levels++] = nodes;
      // Pairs: the last node of a level may have a brother that holds nothing.
      total += nodes + nodes % 2;
      if (nodes <= 1) break;
    }
    // Constructed by Kokkos, as boxes that hold nothing.
    box = Kokkos::View<Box*, MemorySpace>(label, static_cast<std::size_t>(total));
  }

  KOKKOS_INLINE_FUNCTION Box& at(int level, std::int32_t place) const { return box(first[level] + place); }
  std::size_t bytes() const { return sizeof(Box) * box.size(); }
};

/// Levels that one kernel computes from the one below them.
inline constexpr int box_levels_at_once = 4;

/// Computes the nodes of the levels above `base`: item i counts through them from the lowest on.
template <class MemorySpace>
struct MergeBoxes {
  BoxTree<MemorySpace> tree;
  int base;

  KOKKOS_FUNCTION void operator()(int i) const {
    int above = 1;
    for (; i >= tree.count[base + above]; ++above) i -= tree.count[base + above];
    const std::int32_t end = (i + 1) << above < tree.count[base] ? (i + 1) << above : tree.count[base];
    Box merged;
    for (std::int32_t place = i << above; place < end; ++place) merged.include(tree.at(base, place));
    tree.at(base + above, i) = merged;
  }
};

/// Computes all levels from the leaves.
template <class Execution, class MemorySpace = typename Execution::memory_space>
void merge_boxes(const Execution& execution, const char* label, const BoxTree<MemorySpace>& tree) {
  for (int base = 0; base < tree.levels - 1; base += box_levels_at_once) {
    int nodes = 0;
    for (int level = base + 1; level <= base + box_levels_at_once && level < tree.levels; ++level) nodes += tree.count[level];
    backends::for_each(execution, label, nodes, MergeBoxes<MemorySpace>{tree, base});
  }
}

}  // namespace plethos::neighbors
