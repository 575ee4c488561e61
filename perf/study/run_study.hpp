#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "perf/study/plan.hpp"

namespace plethos::study {

/// Where a study stands.
struct Position {
  std::size_t run;         ///< under way, from 0
  std::size_t runs;        ///< in all
  const PlannedRun* what;  ///< the one under way
  std::int64_t done;       ///< work done since the start, in agent-steps
  std::int64_t work;       ///< in all, without the runs that were kept
};

struct Outcome {
  nlohmann::ordered_json runs = nlohmann::ordered_json::array();  ///< kept, made and failed ones, in the plan's order
  std::size_t kept = 0;                                           ///< from an earlier start
  std::size_t made = 0;
  std::size_t failed = 0;
  std::string first_failure;  ///< "what: why"
  bool interrupted = false;
  nlohmann::ordered_json machine;  ///< scenarios::machine_record() as it started
};

/// Makes the runs of a plan, but for those that FOLDER/runs holds from an earlier start, and keeps each there when it is done. A fault of
/// the machine in one run is recorded and the others go on. `moved` is called often.
/// Errors: InputError for a method that a simulation refuses; as RunStore.
Outcome run_study(const Plan& plan, const std::string& folder, const std::function<void(const Position&)>& moved);

/// The whole study as one JSON object (docs/guide/studies.md).
nlohmann::ordered_json study_document(const Study& study, const StudyOptions& options, const Plan& plan, const Outcome& outcome);

}  // namespace plethos::study
