#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/planning/roadmap/visibility.hpp"
#include "algorithms/planning/roadmap/visibility_graph.hpp"
#include "core/copy_view.hpp"

namespace plethos::planning {

/// What has changed in a world: the boxes around obstacles that have moved, where they were and where they are, in metres; and the walls
/// that stay, which come first.
struct MovedWalls {
  std::span<const Bounds> boxes;
  std::int32_t staying;
};

/// Marks the vertices that may see one of the boxes. A box that no wall hides whole is cut into quarters, twice: walls may hide each of
/// them.
template <class MemorySpace>
struct MarkAffected {
  static constexpr int grain = 16;
  Sight<MemorySpace> sight;
  std::int32_t staying;
  Points<MemorySpace> vertices, low, high;
  Kokkos::View<std::int32_t*, MemorySpace> affected;

  KOKKOS_FUNCTION void operator()(int vertex) const {
    bool sees = false;
    for (std::int32_t box = 0; box < low.count() && !sees; ++box) {
      sees = may_see<2>(vertices.at(vertex), low.at(box), high.at(box));
    }
    affected(vertex) = sees ? 1 : 0;
  }

 private:
  template <int cuts>
  KOKKOS_FUNCTION bool may_see(Vec2d from, Vec2d box_low, Vec2d box_high) const {
    if (sight.hides_box(from, box_low, box_high, staying)) return false;
    if constexpr (cuts > 0) {
      const Vec2d middle{0.5 * (box_low.x + box_high.x), 0.5 * (box_low.y + box_high.y)};
      return may_see<cuts - 1>(from, box_low, middle) || may_see<cuts - 1>(from, middle, box_high) ||
             may_see<cuts - 1>(from, {middle.x, box_low.y}, {box_high.x, middle.y}) ||
             may_see<cuts - 1>(from, {box_low.x, middle.y}, {middle.x, box_high.y});
    } else {
      return true;
    }
  }
};

/// Returns for each point its index among those before, or -1. The first `staying` points are those of before; the others are told apart by
/// their coordinates. Cost: n log n.
inline std::vector<std::int32_t> find_again(std::span<const Vec2> before, std::span<const Vec2> now, std::size_t staying) {
  std::vector<std::pair<Vec2, std::int32_t>> known;
  for (std::size_t i = staying; i < before.size(); ++i) known.emplace_back(before[i], static_cast<std::int32_t>(i));
  const auto less = [](const auto& a, const auto& b) { return std::pair(a.first.x, a.first.y) < std::pair(b.first.x, b.first.y); };
  std::sort(known.begin(), known.end(), less);
  std::vector<std::int32_t> found;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (i < staying) {
      found.push_back(static_cast<std::int32_t>(i));
      continue;
    }
    const auto at = std::lower_bound(known.begin(), known.end(), std::pair(now[i], 0), less);
    found.push_back(at != known.end() && at->first == now[i] ? at->second : -1);
  }
  return found;
}

/// Returns find_visible() of the vertices by the lists of before: only vertices that are new, or may see a moved wall, look again.
/// `vertex_before` and `point_before` are the indices of before, or -1. Adds the vertices that looked to `swept`. Cost: a walk along a line
/// for each vertex and box, the sweeps, and a copy of the lists to the host and back.
template <class Execution, class MemorySpace>
RaggedLists<MemorySpace> see_again(const Execution& execution, const Sight<MemorySpace>& sight, const SweptSegments<MemorySpace>& segments,
                                   const MovedWalls& moved, std::span<const Vec2> vertices, const Points<MemorySpace>& points,
                                   bool among_themselves, float reach, std::size_t scratch_bytes, const RaggedLists<MemorySpace>& before,
                                   const std::vector<std::int32_t>& vertex_before, const std::vector<std::int32_t>& point_now,
                                   std::uint64_t& swept) {
  std::vector<Vec2> low, high;
  for (const Bounds& box : moved.boxes) {
    low.push_back(box.low);
    high.push_back(box.high);
  }
  const Kokkos::View<std::int32_t*, MemorySpace> affected("plethos::roadmap::affected", vertices.size());
  backends::for_each(execution, "plethos::roadmap::mark_affected", static_cast<int>(vertices.size()),
                     MarkAffected<MemorySpace>{sight, moved.staying, Points<MemorySpace>(vertices), Points<MemorySpace>(low),
                                               Points<MemorySpace>(high), affected});
  execution.fence();
  const auto looks = host_view(affected);
  std::vector<Vec2> looking;
  std::vector<std::int32_t> own;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    if (vertex_before[v] >= 0 && looks(v) == 0) continue;
    looking.push_back(vertices[v]);
    own.push_back(among_themselves ? static_cast<std::int32_t>(v) : -1);
  }
  swept += looking.size();
  const RaggedLists<MemorySpace> fresh =
      find_visible(execution, sight, segments, Points<MemorySpace>(looking), points, own, reach, scratch_bytes);

  const auto old_offset = host_view(before.offset);
  const auto old_count = host_view(before.count);
  const auto old_distance = host_view(before.distance);
  const auto old_id = host_view(before.id);
  const auto new_offset = host_view(fresh.offset);
  const auto new_count = host_view(fresh.count);
  const auto new_distance = host_view(fresh.distance);
  const auto new_id = host_view(fresh.id);
  std::vector<std::int64_t> offset;
  std::vector<std::int32_t> count, id;
  std::vector<float> distance;
  std::size_t next = 0;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    offset.push_back(static_cast<std::int64_t>(id.size()));
    if (vertex_before[v] < 0 || looks(v) != 0) {
      for (std::int64_t k = new_offset(next); k < new_offset(next) + new_count(next); ++k) {
        id.push_back(new_id(k));
        distance.push_back(new_distance(k));
      }
      ++next;
    } else {
      const auto from = static_cast<std::size_t>(vertex_before[v]);
      for (std::int64_t k = old_offset(from); k < old_offset(from) + old_count(from); ++k) {
        id.push_back(point_now[static_cast<std::size_t>(old_id(k))]);
        distance.push_back(old_distance(k));
      }
    }
    count.push_back(static_cast<std::int32_t>(static_cast<std::int64_t>(id.size()) - offset.back()));
  }
  RaggedLists<MemorySpace> lists;
  lists.offset = to_view<MemorySpace>("plethos::roadmap::offset", offset);
  lists.count = to_view<MemorySpace>("plethos::roadmap::count", count);
  lists.distance = to_view<MemorySpace>("plethos::roadmap::distance", distance);
  lists.id = to_view<MemorySpace>("plethos::roadmap::id", id);
  return lists;
}

/// Returns find_graph() of the world as it is now, by the graph of before: E0 and E1 of what cannot see a moved wall stay. The first
/// `staying_nodes` nodes are those of before. The boxes of `moved` hold all that is nearer to a moved wall than `clearance`, and its nodes.
/// Adds the vertices that looked again to `swept`. Cost: as see_again(), for nodes and goals.
template <class Execution, class MemorySpace = typename Execution::memory_space>
VisibilityGraph<MemorySpace> repair_graph(const Execution& execution, const Sight<MemorySpace>& sight, const MovedWalls& moved,
                                          const KeptGraph<MemorySpace>& before, std::span<const Vec2> nodes, std::size_t staying_nodes,
                                          std::span<const Vec2> goals, float clearance, std::size_t scratch_bytes, std::uint64_t& swept) {
  const std::vector<std::int32_t> node_before = find_again(before.nodes, nodes, staying_nodes);
  const std::vector<std::int32_t> goal_before = find_again(before.goals, goals, 0);
  std::vector<std::int32_t> node_now(before.nodes.size(), -1);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (node_before[i] >= 0) node_now[static_cast<std::size_t>(node_before[i])] = static_cast<std::int32_t>(i);
  }
  const SweptSegments<MemorySpace> segments(execution, sight);
  const Points<MemorySpace> points(nodes);
  return {see_again(execution, sight, segments, moved, nodes, points, true, clearance, scratch_bytes, before.graph.edges, node_before,
                    node_now, swept),
          see_again(execution, sight, segments, moved, goals, points, false, clearance, scratch_bytes, before.graph.goals, goal_before,
                    node_now, swept)};
}

}  // namespace plethos::planning
