#pragma once

#include <string>
#include <vector>

#include "perf/study/statistics.hpp"
#include "scenarios/json.hpp"

namespace plethos::study {

/// Adds the median of times over the repetitions to a run's results as `name`, the least as `name`_min and the greatest as `name`_max.
void add_median(Json& results, const std::string& name, const std::vector<double>& times);

/// Returns what each process of a run measured of a result in its repetitions, one of RunFields::times or RunFields::rates; nothing if it
/// is another, or if there are no repetitions.
Samples samples_of(const Json& run, const std::string& result);

/// Returns what disturbed a run while it was measured, the first of several things; empty if nothing did.
std::string disturbance_of(const Json& run);

/// Computes the results of a run that its repetitions measure, RunFields::times and RunFields::rates: medians, with `_min`, `_max`, and the
/// interval from `_low` to `_high` that holds the median with the confidence `time_confidence`.
void summarize_times(Json& run);

/// Returns a run as all of its processes measured it: the first one's, with the repetitions of all. Errors: MachineError if the agents of
/// another ended elsewhere, or ways or values are others.
Json merge_processes(const std::vector<Json>& of_processes);

}  // namespace plethos::study
