#pragma once

#include <algorithm>

#include "algorithms/planning/roadmap/heap.hpp"
#include "algorithms/planning/roadmap/ragged_lists.hpp"
#include "backends/execution.hpp"
#include "core/copy_view.hpp"

namespace plethos::planning {

/// Dijkstra's search over E1 and E0, from one goal in each thread. A tree's vector holds an element for every node, in order: the distance
/// along the roadmap to the goal (infinite: no way) and the id of the next node on the way. That id is -1 for the goal itself, and -1 - k
/// for the k-th landing of an exit.
template <class MemorySpace>
struct GrowTree {
  static constexpr int grain = 1;
  RaggedLists<MemorySpace> nodes, goals, trees;
  Kokkos::View<std::int32_t*, MemorySpace> landing;  // of each element of `goals`; empty: these are points
  std::int32_t first_tree;                           // that of the first of `goals`
  std::int32_t first;
  Kokkos::View<std::int32_t**, Kokkos::LayoutRight, MemorySpace> scratch;

  KOKKOS_FUNCTION void operator()(int slot) const {
    const std::int32_t goal = first + slot;
    const std::int64_t base = trees.offset(first_tree + goal);
    const std::int32_t count = trees.count(first_tree + goal);
    float* const distance = &trees.distance(base);
    std::int32_t* const next = &trees.id(base);
    std::int32_t* const heap = &scratch(slot, 0);
    std::int32_t* const place = heap + count;
    constexpr std::int32_t untouched = -1;
    constexpr std::int32_t settled = -2;
    for (std::int32_t v = 0; v < count; ++v) {
      distance[v] = Kokkos::Experimental::infinity_v<float>;
      next[v] = -1;
      place[v] = untouched;
    }
    const auto nearer = [distance](std::int32_t a, std::int32_t b) {
      return distance[a] != distance[b] ? distance[a] < distance[b] : a < b;
    };
    IndexedHeap open(heap, place, nearer);
    for (std::int32_t k = 0; k < goals.count(goal); ++k) {
      const std::int64_t element = goals.offset(goal) + k;
      const std::int32_t v = goals.id(element);
      distance[v] = goals.distance(element);
      if (landing.extent(0) > 0) next[v] = -1 - landing(element);
      open.insert(v);
    }
    while (open.size() > 0) {
      const std::int32_t u = open.top();
      open.remove(u);
      place[u] = settled;
      const std::int64_t edges = nodes.offset(u);
      for (std::int32_t k = 0; k < nodes.count(u); ++k) {
        const std::int32_t v = nodes.id(edges + k);
        if (place[v] == settled) continue;
        const float through = distance[u] + nodes.distance(edges + k);
        if (place[v] != untouched && through >= distance[v]) {
          // Of ways of one length the tree keeps the straight one to the goal, otherwise the one by the lowest node.
          if (through == distance[v] && u < next[v]) next[v] = u;
          continue;
        }
        distance[v] = through;
        next[v] = u;
        if (place[v] == untouched) {
          open.insert(v);
        } else {
          open.moved_forward(v);
        }
      }
    }
  }
};

/// Returns memory for the trees of `count` goals over `width` nodes.
template <class MemorySpace>
RaggedLists<MemorySpace> claim_trees(std::size_t count, std::size_t width) {
  RaggedLists<MemorySpace> trees(count, count * width);
  const auto offset = Kokkos::create_mirror_view(trees.offset);
  const auto nodes = Kokkos::create_mirror_view(trees.count);
  for (std::size_t g = 0; g < count; ++g) {
    offset(g) = static_cast<std::int64_t>(g * width);
    nodes(g) = static_cast<std::int32_t>(width);
  }
  copy_view(trees.offset, offset);
  copy_view(trees.count, nodes);
  return trees;
}

/// Grows the shortest path trees (section 3.1) from every goal, and stores them from the tree `first_tree` on. `nodes` holds E0, `goals`
/// holds E1, and `landing` is as in GrowTree. Distances are sums from the goal outwards. Goals are worked on in batches that take at most
/// `scratch_bytes`. Cost: O(e log n) a goal for e visible pairs among n nodes.
template <class Execution, class MemorySpace = typename Execution::memory_space>
void grow_trees(const Execution& execution, const RaggedLists<MemorySpace>& nodes, const RaggedLists<MemorySpace>& goals,
                const Kokkos::View<std::int32_t*, MemorySpace>& landing, std::size_t scratch_bytes, const RaggedLists<MemorySpace>& trees,
                std::size_t first_tree) {
  const std::size_t width = nodes.count.size();
  const std::size_t count = goals.count.size();
  if (count == 0 || width == 0) return;
  const std::size_t batch = std::clamp<std::size_t>(scratch_bytes / (8 * width), 1, count);
  GrowTree<MemorySpace> grow{nodes, goals, trees, landing, static_cast<std::int32_t>(first_tree), 0, {}};
  grow.scratch = decltype(grow.scratch)(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::roadmap::scratch"), batch, 2 * width);
  for (std::size_t first = 0; first < count; first += batch) {
    grow.first = static_cast<std::int32_t>(first);
    backends::for_each(execution, "plethos::roadmap::grow_tree", static_cast<int>(std::min(batch, count - first)), grow);
    execution.fence();
  }
}

}  // namespace plethos::planning
