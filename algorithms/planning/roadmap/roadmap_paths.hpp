#pragma once

#include "algorithms/planning/path_finder.hpp"
#include "algorithms/planning/query_points.hpp"
#include "algorithms/planning/roadmap/ragged_lists.hpp"
#include "algorithms/planning/roadmap/roadmap.hpp"
#include "algorithms/planning/roadmap/visibility.hpp"

namespace plethos::planning {

/// Answers queries over the visibility graph of Bleiweiss 2009, section 3.1, with the nodes and the rules for narrow ways of
/// RoadmapPlanner. Offline: E0 of the nodes. Online: the nodes that a query's start and end see, by sweeps, and A* over E0, a query in each
/// thread. Queries are worked on in batches that take at most `scratch_bytes`, as do the sweeps. Cost online: O(n log n) a query for the
/// sweeps over n segments and nodes, and at most O(e log n) for e edges. Errors: as make_roadmap(), without goals.
template <class Execution>
class RoadmapPaths final : public PathFinder {
 public:
  using MemorySpace = typename Execution::memory_space;

  RoadmapPaths(const Execution& execution, const PlannerSetup& setup, std::size_t scratch_bytes = roadmap_scratch_bytes)
      : execution_(execution), setup_(setup), scratch_bytes_(scratch_bytes) {}
  void prepare(const World& world) override;
  Paths find(std::span<const PathQuery> queries) override;
  std::uint64_t bytes() const override;
  std::int64_t in_flight() const override { return in_flight_; }
  AbstractGraph abstract_graph() const override;
  /// It counts no nodes but those that `setup` names: the others are not known yet.
  std::uint64_t least_bytes(const World& world, std::size_t queries) const override;

 private:
  void find_batch(std::span<const PathQuery> queries, Paths& paths);

  Execution execution_;
  PlannerSetup setup_;
  std::size_t scratch_bytes_;
  std::vector<Vec2> host_nodes_;
  Points<MemorySpace> nodes_;
  Sight<MemorySpace> sight_;
  SweptSegments<MemorySpace> segments_;
  RaggedLists<MemorySpace> edges_;
  std::int64_t in_flight_ = 0;
};

}  // namespace plethos::planning
