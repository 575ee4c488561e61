#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "perf/study/pilot.hpp"
#include "perf/study/plan.hpp"

namespace plethos::study {

/// Returns the most steps that a run takes in all passes together.
std::int64_t steps_in_all(const PlannedRun& run);

/// Makes a run and returns it as JSON (docs/guide/studies.md, "runs"), or nothing if it was interrupted. Times cover steps alone: looking
/// at the crowd takes passes of its own. Each repetition is a simulation of its own, and has to end in the same positions. `pilot` computes
/// the start of the run and its crowding, once for all runs of the same work. `moved` gets the number of finished steps, of steps_in_all(),
/// now and then. Errors: MachineError for lack of memory, and if a repetition or the pilot ends in other positions; InputError as
/// Simulation::create().
std::optional<nlohmann::ordered_json> measure(const PlannedRun& run, Pilot& pilot, const std::function<void(std::int64_t)>& moved);

}  // namespace plethos::study
