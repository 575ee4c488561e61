#pragma once

#include "algorithms/planning/exits.hpp"
#include "algorithms/planning/roadmap/visibility.hpp"
#include "core/copy_view.hpp"

namespace plethos::planning {

/// E1 of the goals that are exits, and for each of its elements the landing that the node sees.
template <class MemorySpace>
struct ExitEdges {
  RaggedLists<MemorySpace> seen;
  Kokkos::View<std::int32_t*, MemorySpace> landing;
};

/// The shortest straight way from a node to an exit.
template <class MemorySpace>
struct LookForLandings {
  static constexpr int grain = 16;
  Sight<MemorySpace> sight;
  Points<MemorySpace> nodes;
  Exits<MemorySpace> exits;
  float reach;
  std::int32_t exit;
  Kokkos::View<float*, MemorySpace> length;  // m, by node; infinite: none of the landings is in sight
  Kokkos::View<std::int32_t*, MemorySpace> landing;

  KOKKOS_FUNCTION void operator()(int node) const {
    const Vec2d at = nodes.at(node);
    float best = Kokkos::Experimental::infinity_v<float>;
    std::int32_t found = -1;
    for (std::int32_t k = 0; k < exits.landings(exit); ++k) {
      const Vec2d to = exits.nearest(exit, k, nodes.x(node), nodes.y(node));
      const float dx = static_cast<float>(to.x) - nodes.x(node);
      const float dy = static_cast<float>(to.y) - nodes.y(node);
      const float away = Kokkos::sqrt(Kokkos::fma(dx, dx, dy * dy));
      if (!(away < best) || !sight.visible(at, to)) continue;
      const float counted = reach <= 0.f || sight.clear(at, to, reach) ? away : squeeze_factor * away;
      if (!(counted < best)) continue;
      best = counted;
      found = k;
    }
    length(node) = best;
    landing(node) = found;
  }
};

/// `reach` as in find_visible(). Cost: a walk along the line from each node to each landing that may be the nearest.
template <class Execution, class MemorySpace = typename Execution::memory_space>
ExitEdges<MemorySpace> find_exit_edges(const Execution& execution, const Sight<MemorySpace>& sight, const Points<MemorySpace>& nodes,
                                       const Exits<MemorySpace>& exits, float reach) {
  const auto width = static_cast<std::size_t>(nodes.count());
  LookForLandings<MemorySpace> look{sight, nodes, exits, reach, 0, {}, {}};
  look.length = decltype(look.length)("plethos::roadmap::exit_length", width);
  look.landing = decltype(look.landing)("plethos::roadmap::exit_landing", width);
  const std::size_t count = exits.parts.size();
  std::vector<std::int64_t> offset;
  std::vector<std::int32_t> seen_nodes, landings;
  std::vector<float> lengths;
  for (std::size_t exit = 0; exit < count; ++exit) {
    look.exit = static_cast<std::int32_t>(exit);
    backends::for_each(execution, "plethos::roadmap::look_for_landings", nodes.count(), look);
    execution.fence();
    const auto length = host_view(look.length);
    const auto landing = host_view(look.landing);
    offset.push_back(static_cast<std::int64_t>(seen_nodes.size()));
    for (std::int32_t node = 0; node < nodes.count(); ++node) {
      if (landing(node) < 0) continue;
      seen_nodes.push_back(node);
      lengths.push_back(length(node));
      landings.push_back(landing(node));
    }
  }
  std::vector<std::int32_t> counts;
  for (std::size_t exit = 0; exit < count; ++exit) {
    const std::int64_t end = exit + 1 < count ? offset[exit + 1] : static_cast<std::int64_t>(seen_nodes.size());
    counts.push_back(static_cast<std::int32_t>(end - offset[exit]));
  }
  ExitEdges<MemorySpace> edges;
  edges.seen.offset = to_view<MemorySpace>("plethos::roadmap::offset", offset);
  edges.seen.count = to_view<MemorySpace>("plethos::roadmap::count", counts);
  edges.seen.distance = to_view<MemorySpace>("plethos::roadmap::distance", lengths);
  edges.seen.id = to_view<MemorySpace>("plethos::roadmap::id", seen_nodes);
  edges.landing = to_view<MemorySpace>("plethos::roadmap::landings", landings);
  return edges;
}

}  // namespace plethos::planning
