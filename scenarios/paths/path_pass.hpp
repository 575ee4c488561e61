#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "backends/backend.hpp"
#include "scenarios/paths/path_problems.hpp"

namespace plethos::scenarios {

/// What came of making a path finder and letting it answer queries.
struct PathPass {
  double offline_ms = 0;       ///< before the first query: PathFinder::prepare()
  double online_ms = 0;        ///< PathFinder::find()
  std::uint64_t bytes = 0;     ///< PathFinder::bytes()
  std::int64_t in_flight = 0;  ///< the most queries at the same time
  planning::Paths paths;
};

/// Answers all queries at once. Errors: as planning::make_path_finder() and PathFinder.
PathPass find_paths(const PathProblems& problems, const backends::Backend& backend, const std::string& planner,
                    const ParameterValues& values);

/// Takes the number of queries that have been answered, and says whether to go on.
using AfterBatch = std::function<bool(std::size_t answered)>;

/// Does the same in batches, and writes the graph that ways are searched in to `graph`, unless that is null. A batch takes some tenths of a
/// second, and a GPU at least 65,536 queries of it. The ways do not depend on the batches. If `after` returns false, the ways are those of
/// the queries so far.
PathPass find_paths_in_batches(const PathProblems& problems, const backends::Backend& backend, const std::string& planner,
                               const ParameterValues& values, const AfterBatch& after, planning::AbstractGraph* graph);

}  // namespace plethos::scenarios
