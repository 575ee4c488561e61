#pragma once

#include <span>
#include <vector>

#include "algorithms/planning/grid/map/grid_parameters.hpp"
#include "algorithms/planning/grid/search/grid_ways.hpp"
#include "algorithms/planning/grid/search/search_pool.hpp"
#include "algorithms/planning/grid/ways/grid_following.hpp"
#include "algorithms/planning/paths.hpp"

namespace plethos::planning {

/// How many agents search in a step, and how many of those are taken, by even and odd steps.
template <class MemorySpace>
using SeekerCounts = Kokkos::View<std::int32_t[4], MemorySpace>;

/// The searches of a planner in the world's grid, as GridPlanner and GridPaths have them made and launched: neither of the two is compiled
/// for each kind of search. GridSearchesBy implements it.
template <class Execution>
class GridSearches {
 public:
  using MemorySpace = typename Execution::memory_space;

  virtual ~GridSearches() = default;
  /// The planner's, for messages.
  virtual const char* name() const = 0;
  virtual const GridParameters& parameters() const = 0;
  /// Throws InputError for costs that searches do not take.
  virtual void check_costs(const CostRange& range) const = 0;
  /// Makes searches for a graph. What they have grown to, they keep. Agents' kept walks are void. Waits.
  virtual void make(const Execution& execution, const GridGraph<MemorySpace>& graph) = 0;
  /// Does the same after cells have changed, by a repair if there is one. Returns how many blocks were searched again.
  virtual std::uint64_t repair(const Execution& execution, const GridGraph<MemorySpace>& graph, std::span<const CellChange> changes) = 0;
  /// Gives searches as much memory as any of them can need.
  virtual void grow_fully() = 0;
  /// Gives later searches room for what did not fit.
  virtual void grow(const WayCounts& counts) = 0;
  virtual SlotShape shape() const = 0;
  /// What the searches are made of, without slots.
  virtual std::uint64_t bytes() const = 0;
  /// What they claim at least for a map of so many cells, beside the graph: for a single slot.
  virtual std::uint64_t least_bytes(std::int64_t cells) const = 0;
  virtual AbstractGraph abstract_graph(const WorldGrid& grid) const = 0;
  /// Answers queries by SearchWays.
  virtual void answer(const Execution& execution, int slots, const SearchPool<MemorySpace>& pool, const GridWays<MemorySpace>& ways,
                      const Kokkos::View<const std::int32_t*, MemorySpace>& order, std::int32_t waiting) const = 0;

  /// Claims memory in which so many agents keep their walks, if searches find parts of ways.
  virtual void claim_walks(const Execution& execution, const GridGraph<MemorySpace>& graph, std::int32_t agents) = 0;
  virtual std::vector<Counter> walk_counters() const = 0;
  /// Finds by FindGridSeekers who searches in a step.
  virtual void find_seekers(const Execution& execution, const GridFollowing<MemorySpace>& following,
                            const SeekerCounts<MemorySpace>& counts) const;
  /// Searches by SearchAgentWays for them.
  virtual void search_for_agents(const Execution& execution, int slots, const GridFollowing<MemorySpace>& following,
                                 const SearchPool<MemorySpace>& pool, const TileFrame& tiles,
                                 const SeekerCounts<MemorySpace>& counts) const = 0;
};

}  // namespace plethos::planning
