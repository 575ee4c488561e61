#include "algorithms/planning/roadmap/roadmap.hpp"

#include "algorithms/planning/roadmap/exit_edges.hpp"
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

template <class Execution, class MemorySpace>
Roadmap<MemorySpace> make_roadmap(const Execution& execution, const World& world, std::span<const Vec2> nodes,
                                  const obstacles::Walls<MemorySpace>& walls, float clearance, std::size_t scratch_bytes) {
  Roadmap<MemorySpace> roadmap;
  roadmap.sight = {walls};
  if (nodes.empty()) return roadmap;
  const DistinctGoals goals(world);
  if (nodes.size() > most_nodes) {
    throw InputError("roadmap: found " + std::to_string(nodes.size()) + " nodes, expected at most " + std::to_string(most_nodes));
  }
  for (const Exit& exit : world.exits) {
    if (exit.landings.size() > static_cast<std::size_t>(most_landings)) {
      throw InputError("roadmap: found an exit of " + std::to_string(exit.landings.size()) + " landings, expected at most " +
                       std::to_string(most_landings));
    }
  }
  // About 10 minutes on one core.
  constexpr double most_events = 5e9;
  const double events = (static_cast<double>(nodes.size()) + static_cast<double>(goals.count())) *
                        (2 * static_cast<double>(walls.count) + static_cast<double>(nodes.size()));
  if (events > most_events) {
    throw InputError("roadmap: found " + std::to_string(nodes.size()) + " nodes, " + std::to_string(goals.count()) + " goals and " +
                     std::to_string(walls.count) + " segments, expected (nodes + goals) * (nodes + 2 segments) to be at most 5e9");
  }
  roadmap.nodes = Points<MemorySpace>(nodes);
  roadmap.place_of_goal = to_view<MemorySpace>("plethos::roadmap::place_of_goal", goals.place);
  const VisibilityGraph<MemorySpace> graph =
      find_graph(execution, roadmap.sight, roadmap.nodes, Points<MemorySpace>(goals.points), clearance, scratch_bytes);
  roadmap.trees = room_for_trees<MemorySpace>(goals.count(), nodes.size());
  grow_trees(execution, graph.edges, graph.goals, {}, scratch_bytes, roadmap.trees, 0);
  if (goals.exits > 0) {
    const auto exits = find_exit_edges(execution, roadmap.sight, roadmap.nodes, Exits<MemorySpace>(world), clearance);
    grow_trees(execution, graph.edges, exits.seen, exits.landing, scratch_bytes, roadmap.trees, goals.points.size());
  }
  roadmap.candidates = find_candidates(execution, roadmap.sight, roadmap.nodes, world.bounds);
  return roadmap;
}

#define PLETHOS_ROADMAP(Execution)                                                                                          \
  template VisibilityGraph<Execution::memory_space> find_graph(const Execution&, const Sight<Execution::memory_space>&,     \
                                                               const Points<Execution::memory_space>&,                      \
                                                               const Points<Execution::memory_space>&, float, std::size_t); \
  template Roadmap<Execution::memory_space> make_roadmap(const Execution&, const World&, std::span<const Vec2>,             \
                                                         const obstacles::Walls<Execution::memory_space>&, float, std::size_t)
PLETHOS_FOR_EXECUTIONS(PLETHOS_ROADMAP);
#undef PLETHOS_ROADMAP

}  // namespace plethos::planning
