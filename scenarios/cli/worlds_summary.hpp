#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/planning/counter.hpp"
#include "algorithms/simulation/methods.hpp"
#include "algorithms/verify/behavior.hpp"
#include "backends/backend.hpp"
#include "scenarios/cli/call_record.hpp"
#include "scenarios/cli/findings.hpp"
#include "scenarios/cli/header.hpp"
#include "scenarios/ensemble.hpp"
#include "scenarios/json.hpp"
#include "scenarios/run/worlds.hpp"

namespace plethos::cli {

/// What came of the worlds of one or several ensembles, and what they were.
struct WorldsSummary {
  const scenarios::Scenario& scenario;  ///< of the first ensemble
  const simulation::MethodChoices& methods;
  const backends::Backend& backend;
  const Findings& findings;
  std::size_t ensembles = 1;
  std::vector<scenarios::WorldResult> worlds = {};     ///< in order of the seeds that were asked for
  std::vector<verify::BehaviorReport> behaviors = {};  ///< of each, if they were asked for
  std::vector<planning::Counter> planner = {};         ///< of all worlds
  double seconds = 0;                                  ///< of the steps alone
  std::int64_t steps = 0;                              ///< of ensembles
  std::vector<double> step_times = {};                 ///< s, one entry for each stretch of steps
  bool interrupted = false;

  /// Adds what came of an ensemble.
  void add(const scenarios::EnsembleScenario& ensemble, const scenarios::WorldsResult& result,
           const std::vector<planning::Counter>& counters);
};

/// Returns the header of a run with what says which worlds it has instead of the seed.
Header worlds_header(const std::vector<scenarios::EnsembleScenario>& ensembles, const std::vector<std::uint64_t>& seeds,
                     const simulation::MethodChoices& methods, Header header);

/// Prints what came of all worlds, and a line for each of a few.
void print(const WorldsSummary& summary);

/// Returns the JSON of an ensemble: that of its call, sums over its worlds, and an object for each world with the fields of a run.
Json worlds_json(const CallRecord& call, const Header& header, const Json& machine, const WorldsSummary& summary);

}  // namespace plethos::cli
