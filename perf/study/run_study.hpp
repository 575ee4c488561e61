#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "perf/study/plan.hpp"

namespace plethos::study {

/// The progress of a study.
struct Position {
  std::size_t run;         ///< number of the present run among those that are made, in their order, from 0
  std::size_t runs;        ///< number of all runs
  const PlannedRun* what;  ///< the present run
  std::int64_t done;       ///< work done since the start, RunKind::work()
  std::int64_t work;       ///< all work, without the runs that were kept
  int process;             ///< that makes them, from 0
  bool waits = false;      ///< until the machine is quiet
};

struct Outcome {
  Json runs = Json::array();  ///< kept, made and failed ones, in the plan's order
  std::size_t kept = 0;       ///< from an earlier start
  std::size_t made = 0;
  std::size_t failed = 0;
  std::string first_failure{};  ///< "what: why"
  bool interrupted = false;
  Json machine{};  ///< scenarios::machine_record() at the start
};

/// Together: makes the runs of a plan, each on the first of the ranks, while the others sleep. Rank 0 has the outcome whole, and the others
/// all but the runs. It keeps each run in FOLDER/runs when it is done. Runs that the folder holds from an earlier start are not made again.
/// A fault of the machine in one run is recorded, and the others go on. Before each run it waits until the machine is quiet, for
/// `most_wait_seconds` at most. `moved` is called often. Errors: InputError for a method that a simulation refuses; as RunStore.
///
/// `process` is the number of this process among those that measure, PlannedRun::processes. The first measures all that a run asks for; the
/// others measure times alone, of the runs that want them, and keep these in files of their own.
Outcome run_study(const Plan& plan, const std::string& folder, const RankGroups& groups, const std::function<void(const Position&)>& moved,
                  int process = 0, double most_wait_seconds = 0);

/// Returns whether a process after the first has times to measure of runs that the first has made.
bool needs_process(const Plan& plan, const std::string& folder, int process);

/// Puts in the place of the first process's runs what all processes measured. A run that another process has not measured is left out if
/// the study was interrupted, and failed otherwise. Errors: as RunStore.
void merge_all_processes(const Plan& plan, const std::string& folder, Outcome& outcome);

/// Returns the whole study as one JSON object (docs/guide/studies.md).
Json study_document(const Study& study, const StudyOptions& options, const Plan& plan, const Outcome& outcome);

}  // namespace plethos::study
