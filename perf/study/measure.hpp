#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "perf/study/pilot.hpp"
#include "perf/study/plan.hpp"

namespace plethos::study {

/// Steps that a run takes at most in all: repetitions, and the pass that watches who arrives.
std::int64_t steps_in_all(const PlannedRun& run);

/// Makes a run and returns it as JSON (docs/guide/studies.md, "runs"), or nothing if it was interrupted. Times count steps alone: what
/// looks at the crowd is a pass of its own, and each repetition a simulation of its own, which has to end in the same positions.
/// `pilot` computes where the run starts and how full the way is, once for all runs of the same work. `moved` is told every now and then
/// how many of steps_in_all() are done. Errors: MachineError for lack of memory, and where a repetition or the pilot ends in other
/// positions; InputError as Simulation::create().
std::optional<nlohmann::ordered_json> measure(const PlannedRun& run, Pilot& pilot, const std::function<void(std::int64_t)>& moved);

/// The run as JSON when it could not be made, and why.
nlohmann::ordered_json failed_run(const PlannedRun& run, const std::string& error);

}  // namespace plethos::study
