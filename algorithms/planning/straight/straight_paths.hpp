#pragma once

#include "algorithms/planning/path_finder.hpp"
#include "algorithms/planning/points.hpp"

namespace plethos::planning {

/// Answers a query with the straight line, if no wall meets it; touching a wall is meeting it. Cost: offline a pass over the walls, online
/// the walls near the line. It leaves agents no room: the line may lead past a corner more closely than an agent can walk.
template <class Execution>
class StraightPaths final : public PathFinder {
 public:
  using MemorySpace = typename Execution::memory_space;

  explicit StraightPaths(const Execution& execution) : execution_(execution) {}
  void prepare(const World& world) override;
  Paths find(std::span<const PathQuery> queries) override;
  std::uint64_t bytes() const override { return sight_.walls.bytes(); }
  std::int64_t in_flight() const override { return in_flight_; }
  std::uint64_t least_bytes(const World& world, std::size_t queries) const override;

 private:
  Execution execution_;
  Sight<MemorySpace> sight_;
  std::int64_t in_flight_ = 0;
};

}  // namespace plethos::planning
