#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/planning/roadmap/candidates.hpp"
#include "algorithms/planning/roadmap/ragged_lists.hpp"
#include "algorithms/planning/roadmap/visibility_graph.hpp"
#include "core/world.hpp"

namespace plethos::planning {

/// A world's roadmap in one memory space: its nodes, and the shortest path trees over them. Goals that coincide share a tree.
template <class MemorySpace>
struct Roadmap {
  Points<MemorySpace> nodes;
  Sight<MemorySpace> sight;
  Kokkos::View<std::int32_t*, MemorySpace> place_of_goal;  // of each of the world's goals, its index in `trees`
  RaggedLists<MemorySpace> trees;                          // of each distinct goal, all nodes: distance to the goal, next node
  Candidates<MemorySpace> candidates;

  std::size_t bytes() const {
    return 8 * static_cast<std::size_t>(nodes.count()) + 4 * place_of_goal.size() + trees.bytes() + candidates.bytes();
  }
};

/// The world's goals without repetition: points in order, then its exits; and where each of them is among these.
struct DistinctGoals {
  std::vector<Vec2> points;
  std::size_t exits;
  std::vector<std::int32_t> place;

  std::size_t count() const { return points.size() + exits; }

  explicit DistinctGoals(const World& world) : exits(world.exits.size()) {
    const std::vector<Vec2>& goals = world.goals;
    std::vector<std::int32_t> order;
    for (std::size_t i = 0; i < goals.size(); ++i) {
      if (world.exit(static_cast<std::int32_t>(i)) == nullptr) order.push_back(static_cast<std::int32_t>(i));
    }
    const auto at = [&](std::int32_t i) { return goals[static_cast<std::size_t>(i)]; };
    std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
      if (at(a) == at(b)) return a < b;
      return at(a).x != at(b).x ? at(a).x < at(b).x : at(a).y < at(b).y;
    });
    place.resize(goals.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (k == 0 || !(at(order[k]) == at(order[k - 1]))) points.push_back(at(order[k]));
      place[static_cast<std::size_t>(order[k])] = static_cast<std::int32_t>(points.size()) - 1;
    }
    for (std::size_t i = 0; i < world.exit_of_goal.size(); ++i) {
      if (world.exit_of_goal[i] >= 0) place[i] = static_cast<std::int32_t>(points.size()) + world.exit_of_goal[i];
    }
  }
};

/// Working memory of building, at most; a vertex at a time needs a few kilobytes.
constexpr std::size_t roadmap_scratch_bytes = std::size_t{256} << 20;

/// Bytes of the trees of a world over so many nodes: what a roadmap takes at least.
inline std::uint64_t tree_bytes(const World& world, std::size_t nodes) {
  return nodes == 0 ? 0 : std::uint64_t{8} * nodes * DistinctGoals(world).count();
}

/// Section 3.1, E0 and E1, by sweeps on the backend that runs. `clearance` as in make_roadmap().
template <class Execution, class MemorySpace = typename Execution::memory_space>
VisibilityGraph<MemorySpace> find_graph(const Execution& execution, const Sight<MemorySpace>& sight, const Points<MemorySpace>& nodes,
                                        const Points<MemorySpace>& goals, float clearance,
                                        std::size_t scratch_bytes = roadmap_scratch_bytes);

/// Throws InputError for a roadmap so large that its sweeps would take hours, or with more nodes than lists of them can name.
void require_feasible_roadmap(std::size_t nodes, std::size_t goals, std::size_t segments);

/// Section 3.1, on the backend that runs, over `nodes` in metres. Without nodes, all that the roadmap knows is what is in sight.
/// `clearance` in metres: what agents keep from walls; ways that come nearer count squeeze_factor times (0: none do). An exit has one tree,
/// to its nearest landing. Errors: as require_feasible_roadmap(), and InputError for an exit of more landings than can be told apart.
template <class Execution, class MemorySpace = typename Execution::memory_space>
Roadmap<MemorySpace> make_roadmap(const Execution& execution, const World& world, std::span<const Vec2> nodes,
                                  const obstacles::Walls<MemorySpace>& walls, float clearance,
                                  std::size_t scratch_bytes = roadmap_scratch_bytes);

/// A world whose obstacles or goals have changed, or may change.
template <class MemorySpace>
struct ChangingWorld {
  const World& world;  // polygons: those that stay, and then the moving ones that are there
  std::size_t staying;
  const obstacles::Walls<MemorySpace>& walls;
  std::span<const Vec2> nodes;  // m: those of obstacles that stay, and then those of moving ones
  std::size_t staying_nodes;
  float clearance;  // m, as in make_roadmap()
  float reach;      // m: nodes of an obstacle lie no further from it
};

/// Makes the roadmap of a world, or renews it after a change: what cannot see a change of the world is taken over from `kept`, which holds
/// the graph of before and then that of now. The outcome is that of make_roadmap(), but for nodes at the end of the candidates. Adds the
/// nodes and goals that looked around to `sweeps`. Errors: as make_roadmap().
template <class Execution, class MemorySpace = typename Execution::memory_space>
void renew_roadmap(const Execution& execution, const ChangingWorld<MemorySpace>& now, std::optional<KeptGraph<MemorySpace>>& kept,
                   Roadmap<MemorySpace>& roadmap, std::uint64_t& sweeps, std::size_t scratch_bytes = roadmap_scratch_bytes);

}  // namespace plethos::planning
