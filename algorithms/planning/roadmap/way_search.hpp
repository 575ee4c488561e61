#pragma once

#include "algorithms/planning/points.hpp"
#include "algorithms/planning/query_points.hpp"
#include "algorithms/planning/roadmap/heap.hpp"
#include "algorithms/planning/roadmap/ragged_lists.hpp"

namespace plethos::planning {

/// Searches the shortest way of one query in each thread: A* over E0 (section 3.1), from the nodes that the query's start sees to those
/// that its end sees. The straight way counts, too. A leg that squeezes past a corner counts squeeze_factor times, as the lists say it. The
/// estimate of the rest is the straight distance to the end, which no way can beat.
template <class MemorySpace>
struct SearchWay {
  static constexpr int grain = 1;
  /// Places of a slot's scratch, for each node.
  static constexpr std::size_t bytes_per_node = 2 * sizeof(float) + 3 * sizeof(std::int32_t);
  static constexpr std::int32_t unsolved = -2;
  static constexpr std::int32_t straight = -1;

  Points<MemorySpace> nodes;
  Sight<MemorySpace> sight;
  RaggedLists<MemorySpace> edges;     // E0
  QueryPoints<MemorySpace> queries;   // of the batch
  RaggedLists<MemorySpace> from, to;  // E1 of their starts and of their ends
  float reach;                        // m, as in find_visible()
  Kokkos::View<float**, Kokkos::LayoutRight, MemorySpace> lengths;
  Kokkos::View<std::int32_t**, Kokkos::LayoutRight, MemorySpace> links;
  Kokkos::View<std::int32_t*, MemorySpace> last;   // of each query, the last node of its way, straight or unsolved
  Kokkos::View<std::int32_t*, MemorySpace> count;  // of each query, the nodes of its way

  SearchWay(const Points<MemorySpace>& all_nodes, const Sight<MemorySpace>& walls, const RaggedLists<MemorySpace>& e0, float clearance,
            std::size_t batch)
      : nodes(all_nodes), sight(walls), edges(e0), reach(clearance) {
    const auto width = static_cast<std::size_t>(nodes.count());
    lengths = decltype(lengths)(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::roadmap::way_lengths"), batch, 2 * width);
    links = decltype(links)(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::roadmap::way_links"), batch, 3 * width);
    last = decltype(last)("plethos::roadmap::way_last", batch);
    count = decltype(count)("plethos::roadmap::way_count", batch);
  }

  /// The node before a node on the way that ends there; -1: the start.
  KOKKOS_INLINE_FUNCTION std::int32_t* before(int q) const { return links.data() + q * links.extent(1) + 2 * nodes.count(); }

  KOKKOS_FUNCTION void operator()(int q) const {
    const std::int32_t width = nodes.count();
    float* const distance = lengths.data() + q * lengths.extent(1);
    float* const through_all = distance + width;
    std::int32_t* const heap = links.data() + q * links.extent(1);
    std::int32_t* const place = heap + width;
    std::int32_t* const previous = before(q);
    constexpr std::int32_t closed = -1;
    for (std::int32_t v = 0; v < width; ++v) {
      distance[v] = Kokkos::Experimental::infinity_v<float>;
      place[v] = closed;
    }
    const auto sooner = [through_all](std::int32_t a, std::int32_t b) {
      return through_all[a] != through_all[b] ? through_all[a] < through_all[b] : a < b;
    };
    IndexedHeap open(heap, place, sooner);
    float best = straight_length(q);
    std::int32_t best_last = best < Kokkos::Experimental::infinity_v<float> ? straight : unsolved;
    const auto reaches = [&](std::int32_t v, std::int32_t by, float length) {
      if (!(length < distance[v])) return;
      const float whole = length + rest(v, q);
      if (!(whole < best)) return;
      distance[v] = length;
      through_all[v] = whole;
      previous[v] = by;
      if (place[v] == closed) {
        open.insert(v);
      } else {
        open.moved_forward(v);
      }
    };
    for (std::int32_t k = 0; k < from.count(q); ++k) reaches(from.id(from.offset(q) + k), -1, from.distance(from.offset(q) + k));
    while (open.size() > 0 && through_all[open.top()] < best) {
      const std::int32_t u = open.top();
      open.remove(u);
      place[u] = closed;
      const float whole = distance[u] + last_leg(q, u);
      if (whole < best) {
        best = whole;
        best_last = u;
      }
      const std::int64_t first = edges.offset(u);
      for (std::int32_t k = 0; k < edges.count(u); ++k) reaches(edges.id(first + k), u, distance[u] + edges.distance(first + k));
    }
    last(q) = best_last;
    std::int32_t length = 0;
    for (std::int32_t v = best_last; v >= 0; v = previous[v]) ++length;
    count(q) = length;
  }

 private:
  KOKKOS_FUNCTION static float distance_between(Vec2d a, Vec2d b) {
    const float dx = static_cast<float>(b.x) - static_cast<float>(a.x);
    const float dy = static_cast<float>(b.y) - static_cast<float>(a.y);
    return Kokkos::sqrt(Kokkos::fma(dx, dx, dy * dy));
  }
  KOKKOS_FUNCTION float rest(std::int32_t v, int q) const { return distance_between(nodes.at(v), queries.to.at(q)); }

  /// Infinite where a wall is in between.
  KOKKOS_FUNCTION float straight_length(int q) const {
    std::int32_t hider = -1;
    const LineOfSight view = sight.view(queries.from.at(q), queries.to.at(q), static_cast<double>(reach), hider);
    const float length = distance_between(queries.from.at(q), queries.to.at(q));
    if (view == LineOfSight::hidden) return Kokkos::Experimental::infinity_v<float>;
    return view == LineOfSight::narrow ? squeeze_factor * length : length;
  }

  /// The length that counts from a node to the query's end; infinite where the end does not see it. The list is in order of id.
  KOKKOS_FUNCTION float last_leg(int q, std::int32_t node) const {
    std::int64_t low = to.offset(q);
    std::int64_t high = low + to.count(q);
    const std::int64_t end = high;
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      if (to.id(middle) < node) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < end && to.id(low) == node ? to.distance(low) : Kokkos::Experimental::infinity_v<float>;
  }
};

/// Writes the nodes of the ways that SearchWay has found, from the query's offset on, in the order of the way.
template <class MemorySpace>
struct ListWay {
  static constexpr int grain = 64;
  SearchWay<MemorySpace> search;
  Kokkos::View<std::int64_t*, MemorySpace> offset;
  Kokkos::View<std::int32_t*, MemorySpace> nodes;

  KOKKOS_FUNCTION void operator()(int q) const {
    const std::int32_t* const previous = search.before(q);
    std::int64_t at = offset(q) + search.count(q);
    for (std::int32_t v = search.last(q); v >= 0; v = previous[v]) nodes(--at) = v;
  }
};

}  // namespace plethos::planning
