#include "algorithms/planning/roadmap/roadmap.hpp"

#include "algorithms/planning/roadmap/exit_edges.hpp"
#include "algorithms/planning/roadmap/trees.hpp"
#include "algorithms/planning/roadmap/visibility.hpp"
#include "backends/instantiate.hpp"
#include "core/error.hpp"

namespace plethos::planning {

template <class Execution, class MemorySpace>
VisibilityGraph<MemorySpace> find_graph(const Execution& execution, const Obstacles<MemorySpace>& obstacles,
                                        const Points<MemorySpace>& nodes, const Points<MemorySpace>& goals, float clearance,
                                        std::size_t scratch_bytes) {
  const SweptSegments<MemorySpace> segments(execution, obstacles);
  return {find_visible(execution, obstacles, segments, nodes, nodes, true, clearance, scratch_bytes),
          find_visible(execution, obstacles, segments, goals, nodes, false, clearance, scratch_bytes)};
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

template <class Execution, class MemorySpace>
Roadmap<MemorySpace> make_roadmap(const Execution& execution, const World& world, std::span<const Vec2> nodes,
                                  const neighbors::Walls<MemorySpace>& walls, float clearance, std::size_t scratch_bytes) {
  Roadmap<MemorySpace> roadmap;
  const std::vector<Segment> segments_of_world = world.segments();
  roadmap.obstacles = Obstacles<MemorySpace>(segments_of_world, walls);
  if (nodes.empty()) return roadmap;
  const DistinctGoals goals(world);
  require_feasible_roadmap(nodes.size(), goals.count(), segments_of_world.size());
  roadmap.nodes = Points<MemorySpace>(nodes);
  roadmap.place_of_goal = decltype(roadmap.place_of_goal)("plethos::roadmap::place_of_goal", goals.place.size());
  using Source = Kokkos::View<const std::int32_t*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Kokkos::deep_copy(roadmap.place_of_goal, Source(goals.place.data(), goals.place.size()));
  const VisibilityGraph<MemorySpace> graph =
      find_graph(execution, roadmap.obstacles, roadmap.nodes, Points<MemorySpace>(goals.points), clearance, scratch_bytes);
  roadmap.trees = room_for_trees<MemorySpace>(goals.count(), nodes.size());
  grow_trees(execution, graph.edges, graph.goals, {}, scratch_bytes, roadmap.trees, 0);
  if (goals.exits > 0) {
    const auto exits = find_exit_edges(execution, roadmap.obstacles, roadmap.nodes, Exits<MemorySpace>(world), clearance);
    grow_trees(execution, graph.edges, exits.seen, exits.landing, scratch_bytes, roadmap.trees, goals.points.size());
  }
  roadmap.candidates = find_candidates(execution, roadmap.obstacles, roadmap.nodes, world.bounds);
  return roadmap;
}

#define PLETHOS_ROADMAP(Execution)                                                                                          \
  template VisibilityGraph<Execution::memory_space> find_graph(const Execution&, const Obstacles<Execution::memory_space>&, \
                                                               const Points<Execution::memory_space>&,                      \
                                                               const Points<Execution::memory_space>&, float, std::size_t); \
  template Roadmap<Execution::memory_space> make_roadmap(const Execution&, const World&, std::span<const Vec2>,             \
                                                         const neighbors::Walls<Execution::memory_space>&, float, std::size_t)
PLETHOS_FOR_EXECUTIONS(PLETHOS_ROADMAP);
#undef PLETHOS_ROADMAP

}  // namespace plethos::planning
