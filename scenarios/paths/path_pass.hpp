#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "algorithms/planning/path_finder.hpp"
#include "backends/backend.hpp"
#include "scenarios/paths/path_problems.hpp"

namespace plethos::scenarios {

/// What came of making a path finder and letting it answer queries.
struct PathPass {
  double offline_ms = 0;       ///< before the first query: PathFinder::prepare()
  double claim_ms = 0;         ///< PathFinder::claim(), if there were more queries than before
  double online_ms = 0;        ///< PathFinder::find()
  std::uint64_t bytes = 0;     ///< PathFinder::bytes()
  std::int64_t states = 0;     ///< PathFinder::states()
  std::int64_t in_flight = 0;  ///< the most queries at the same time
  bool repaired = false;       ///< what PathFinder::follow() has returned
  planning::Paths paths;
};

/// Takes the number of queries that have been answered, and says whether to go on.
using AfterBatch = std::function<bool(std::size_t answered)>;

/// A planner that is ready for the queries. It keeps a reference to them, and has a path finder for each of their scenarios.
class PathSearch {
 public:
  /// Makes the path finders and prepares them. Memory of searches is claimed before queries are answered, and before the clock. Errors: as
  /// planning::make_path_finder() and PathFinder::prepare().
  PathSearch(const PathProblems& problems, const backends::Backend& backend, const std::string& planner, const ParameterValues& values);

  /// Does all offline work anew, as after a change of the world; memory for searches stays claimed. Errors: as PathFinder::prepare().
  void prepare();
  /// Answers all queries at once. Errors: as PathFinder::find().
  PathPass find();
  /// Takes over a world whose obstacles from `staying` on have come or moved, and answers all queries at once. `offline_ms` is then the
  /// time of PathFinder::follow(). Errors: as that.
  PathPass find_after(const World& world, std::size_t staying);
  /// Does the same as find() in batches, and calls `after` before each of them and at the end. If it returns false, the ways are those of
  /// the queries so far. The ways do not depend on the batches. A batch takes some tenths of a second, but has at least 65,536 queries on a
  /// GPU.
  PathPass find_in_batches(const AfterBatch& after);
  /// Returns the sums of what the path finders have counted.
  std::vector<planning::Counter> counters() const;
  /// Returns the graph of the first scenario.
  planning::AbstractGraph graph() const { return finders_.front()->abstract_graph(); }
  /// Returns PathFinder::field() of where a query ends.
  planning::GoalField field(std::size_t query) { return finders_[problems_.place_of(query)]->field(problems_.queries[query].to); }

 private:
  /// Lets each finder do something with its own of `count` queries from `first` on.
  using Work = std::function<void(planning::PathFinder& finder, std::span<const planning::PathQuery> queries)>;
  void share(std::size_t first, std::size_t count, const Work& work);
  /// Claims what answer() of these queries takes, if it has not been done for as many. Returns the time.
  double claim(std::size_t first, std::size_t count);
  /// Answers `count` queries from `first` on.
  planning::Paths answer(std::size_t first, std::size_t count);
  std::int64_t in_flight() const;
  void describe(PathPass& pass) const;

  const PathProblems& problems_;
  bool device_;
  std::size_t threads_;
  std::vector<std::unique_ptr<planning::PathFinder>> finders_;  // of each place
  double offline_ms_ = 0;
  std::size_t claimed_ = 0;  // queries
};

}  // namespace plethos::scenarios
