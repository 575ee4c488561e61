#pragma once

#include <span>
#include <vector>

#include "algorithms/planning/path_finder.hpp"
#include "algorithms/planning/points.hpp"

namespace plethos::planning {

/// Where queries begin and end, in one memory space.
template <class MemorySpace>
struct QueryPoints {
  Points<MemorySpace> from, to;

  QueryPoints() = default;
  explicit QueryPoints(std::span<const PathQuery> queries) {
    std::vector<Vec2> begin, end;
    for (const PathQuery& query : queries) {
      begin.push_back(query.from);
      end.push_back(query.to);
    }
    from = Points<MemorySpace>(begin);
    to = Points<MemorySpace>(end);
  }
};

}  // namespace plethos::planning
