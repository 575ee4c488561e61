#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/simulation/simulation.hpp"
#include "algorithms/verify/behavior.hpp"
#include "backends/backend.hpp"
#include "scenarios/cli/call_record.hpp"
#include "scenarios/cli/findings.hpp"
#include "scenarios/cli/header.hpp"
#include "scenarios/cli/json_output.hpp"
#include "scenarios/json.hpp"
#include "scenarios/run/arrival_times.hpp"
#include "scenarios/run/hints.hpp"
#include "scenarios/run/standing.hpp"

namespace plethos::cli {

/// The results of a run.
struct Summary {
  std::int64_t steps = 0;
  std::int64_t first_step = 0;  ///< the steps before the checkpoint that the run went on from
  std::int64_t agents = 0;
  std::int64_t travelers = 0;      ///< agents with a goal: all but the passive ones
  std::int64_t endless = 0;        ///< travelers whose goals lead back to each other
  double seconds = 0;              ///< time of the steps, without recording
  int checkpoints = 0;             ///< written
  double checkpoint_seconds = 0;   ///< that the longest of them took
  std::vector<double> step_times;  ///< s, one entry for each group of steps between two looks at the device
  simulation::Statistics statistics;
  std::uint64_t checksum = 0;
  verify::Spread radii;                            ///< m, of the discs whose overlaps are counted
  double minimum_distance = 0;                     ///< m, the room that agents try to keep between these discs
  std::optional<verify::BehaviorReport> behavior;  ///< if it was asked for
  bool interrupted = false, unfinished = false, failed = false;
  int ranks = 1;
  distribution::Shares shares;                      ///< of several ranks
  Findings findings;                                ///< of the scenario
  std::optional<scenarios::Standing> standing;      ///< of agents that its limit has left under way
  std::string standing_text;                        ///< of those; empty: none, or the run was one of ranks that made parts
  std::vector<planning::Counter> planner;           ///< what the planner counted
  std::vector<planning::PlannerTime> repair_times;  ///< of its parts

  double simulated_seconds = 0;  ///< since the run's first start
  scenarios::ArrivalTimes arrival_times;
  /// If behavior was asked for: the time that agents took over what the ways of their planner take (scenarios::time_over_ways()).
  std::optional<verify::Spread> time_over_ways;

  double agent_steps_per_second() const;
  /// Whether the planner has repaired what it searches.
  bool was_repaired() const;
  scenarios::RunEnd end() const;
};

void print(const Summary& summary, const backends::Backend& backend);

/// Writes the call, header, the machine's record (scenarios::machine_record()) and summary as one JSON object. Errors: MachineError if it
/// cannot be written.
void write_json(JsonOutput& output, const CallRecord& call, const Header& header, const Json& machine, const Summary& summary,
                const scenarios::Scenario& scenario, const simulation::MethodChoices& methods, const backends::Backend& backend);

}  // namespace plethos::cli
