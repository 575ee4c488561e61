#include "algorithms/planning/roadmap/roadmap.hpp"

#include "algorithms/planning/roadmap/exit_edges.hpp"
#include "algorithms/planning/roadmap/repair.hpp"
#include "algorithms/planning/roadmap/trees.hpp"
#include "algorithms/planning/roadmap/visibility.hpp"
#include "algorithms/planning/roadmap/way_memory.hpp"
#include "backends/instantiate.hpp"
#include "core/error.hpp"

namespace plethos::planning {

template <class Execution, class MemorySpace>
VisibilityGraph<MemorySpace> find_graph(const Execution& execution, const Sight<MemorySpace>& sight, const Points<MemorySpace>& nodes,
                                        const Points<MemorySpace>& goals, float clearance, std::size_t scratch_bytes) {
  const SweptSegments<MemorySpace> segments(execution, sight);
  return {find_visible(execution, sight, segments, nodes, nodes, true, clearance, scratch_bytes),
          find_visible(execution, sight, segments, goals, nodes, false, clearance, scratch_bytes)};
}

void require_feasible_roadmap(std::size_t nodes, std::size_t goals, std::size_t segments) {
  if (nodes > most_nodes) {
    throw InputError("roadmap: found " + std::to_string(nodes) + " nodes, expected at most " + std::to_string(most_nodes));
  }
  // About 10 minutes on one core.
  constexpr double most_events = 5e9;
  const double events =
      (static_cast<double>(nodes) + static_cast<double>(goals)) * (2 * static_cast<double>(segments) + static_cast<double>(nodes));
  if (events > most_events) {
    throw InputError("roadmap: found " + std::to_string(nodes) + " nodes, " + std::to_string(goals) + " goals and " +
                     std::to_string(segments) + " segments, expected (nodes + goals) * (nodes + 2 segments) to be at most 5e9");
  }
}

namespace {

void check_roadmap(const World& world, std::size_t nodes, std::size_t goals, std::int32_t walls) {
  for (const Exit& exit : world.exits) {
    if (exit.landings.size() > static_cast<std::size_t>(most_landings)) {
      throw InputError("roadmap: found an exit of " + std::to_string(exit.landings.size()) + " landings, expected at most " +
                       std::to_string(most_landings));
    }
  }
  require_feasible_roadmap(nodes, goals, static_cast<std::size_t>(walls));
}

/// Makes the roadmap of a graph, without candidates.
template <class Execution, class MemorySpace>
Roadmap<MemorySpace> grow_roadmap(const Execution& execution, const World& world, const Sight<MemorySpace>& sight,
                                  std::span<const Vec2> nodes, const DistinctGoals& goals, const VisibilityGraph<MemorySpace>& graph,
                                  float clearance, std::size_t scratch_bytes) {
  Roadmap<MemorySpace> roadmap;
  roadmap.sight = sight;
  roadmap.nodes = Points<MemorySpace>(nodes);
  roadmap.place_of_goal = to_view<MemorySpace>("plethos::roadmap::place_of_goal", goals.place);
  roadmap.trees = claim_trees<MemorySpace>(goals.count(), nodes.size());
  grow_trees(execution, graph.edges, graph.goals, {}, scratch_bytes, roadmap.trees, 0);
  if (goals.exits > 0) {
    const auto exits = find_exit_edges(execution, sight, roadmap.nodes, Exits<MemorySpace>(world), clearance);
    grow_trees(execution, graph.edges, exits.seen, exits.landing, scratch_bytes, roadmap.trees, goals.points.size());
  }
  return roadmap;
}

/// Returns the boxes around the obstacles that are there only before or only now, `reach` metres larger on every side.
std::vector<Bounds> changed_boxes(std::span<const Polygon> before, std::span<const Polygon> now, float reach) {
  std::vector<Bounds> boxes;
  const auto add = [&](std::span<const Polygon> these, std::span<const Polygon> others) {
    for (const Polygon& polygon : these) {
      if (std::find(others.begin(), others.end(), polygon) != others.end()) continue;
      Bounds box{polygon.vertices[0], polygon.vertices[0]};
      for (const Vec2 vertex : polygon.vertices) box = box.include(vertex);
      const Vec2 margin{reach, reach};
      boxes.push_back({box.low - margin, box.high + margin});
    }
  };
  add(before, now);
  add(now, before);
  return boxes;
}

}  // namespace

template <class Execution, class MemorySpace>
void renew_roadmap(const Execution& execution, const ChangingWorld<MemorySpace>& now, std::optional<KeptGraph<MemorySpace>>& kept,
                   Roadmap<MemorySpace>& roadmap, std::uint64_t& sweeps, std::size_t scratch_bytes) {
  const Sight<MemorySpace> sight{now.walls};
  if (now.nodes.empty()) {
    roadmap = {{}, sight, {}, {}, {}};
    kept.reset();
    return;
  }
  const World& world = now.world;
  const DistinctGoals goals(world);
  check_roadmap(world, now.nodes.size(), goals.count(), now.walls.count);
  std::size_t staying_walls = 0;
  for (std::size_t i = 0; i < now.staying; ++i) staying_walls += world.polygons[i].segments();
  const std::vector<Polygon> moving(world.polygons.begin() + static_cast<std::ptrdiff_t>(now.staying), world.polygons.end());
  VisibilityGraph<MemorySpace> graph;
  const bool renews = kept && roadmap.candidates.nodes == static_cast<std::int32_t>(now.staying_nodes);
  if (renews) {
    const std::vector<Bounds> boxes = changed_boxes(kept->moving, moving, now.reach);
    graph = repair_graph(execution, sight, MovedWalls{boxes, static_cast<std::int32_t>(staying_walls)}, *kept, now.nodes, now.staying_nodes,
                         goals.points, now.clearance, scratch_bytes, sweeps);
  } else {
    graph = find_graph(execution, sight, Points<MemorySpace>(now.nodes), Points<MemorySpace>(goals.points), now.clearance, scratch_bytes);
    sweeps += now.nodes.size() + goals.points.size();
  }
  Candidates<MemorySpace> candidates = roadmap.candidates;
  if (!renews) {
    candidates = find_candidates(execution, sight, Points<MemorySpace>(now.nodes.first(now.staying_nodes)), world.bounds,
                                 static_cast<std::int32_t>(staying_walls));
  }
  roadmap = grow_roadmap(execution, world, sight, now.nodes, goals, graph, now.clearance, scratch_bytes);
  roadmap.candidates = candidates;
  kept = KeptGraph<MemorySpace>{{now.nodes.begin(), now.nodes.end()}, goals.points, moving, graph};
}

template <class Execution, class MemorySpace>
Roadmap<MemorySpace> make_roadmap(const Execution& execution, const World& world, std::span<const Vec2> nodes,
                                  const obstacles::Walls<MemorySpace>& walls, float clearance, std::size_t scratch_bytes) {
  std::optional<KeptGraph<MemorySpace>> kept;
  Roadmap<MemorySpace> roadmap;
  std::uint64_t sweeps = 0;
  renew_roadmap(execution, ChangingWorld<MemorySpace>{world, world.polygons.size(), walls, nodes, nodes.size(), clearance, 0}, kept,
                roadmap, sweeps, scratch_bytes);
  return roadmap;
}

#define PLETHOS_ROADMAP(Execution)                                                                                                   \
  template VisibilityGraph<Execution::memory_space> find_graph(const Execution&, const Sight<Execution::memory_space>&,              \
                                                               const Points<Execution::memory_space>&,                               \
                                                               const Points<Execution::memory_space>&, float, std::size_t);          \
  template void renew_roadmap(const Execution&, const ChangingWorld<Execution::memory_space>&,                                       \
                              std::optional<KeptGraph<Execution::memory_space>>&, Roadmap<Execution::memory_space>&, std::uint64_t&, \
                              std::size_t);                                                                                          \
  template Roadmap<Execution::memory_space> make_roadmap(const Execution&, const World&, std::span<const Vec2>,                      \
                                                         const obstacles::Walls<Execution::memory_space>&, float, std::size_t)
PLETHOS_FOR_EXECUTIONS(PLETHOS_ROADMAP);
#undef PLETHOS_ROADMAP

}  // namespace plethos::planning
