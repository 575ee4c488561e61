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

/// Together: makes a run on `ranks` and returns it, on rank 0, as JSON (docs/guide/studies.md, "runs"), or nothing if it was interrupted.
/// Times cover steps alone: looking at the crowd takes passes of its own. Each repetition is a simulation of its own, and has to end in the
/// same positions. `pilot` computes the start of the run and its crowding, once for all runs of the same work. `moved` gets the number of
/// finished steps, of steps_in_all(), now and then. Errors: MachineError for lack of memory, and if a repetition or the pilot ends in other
/// positions; InputError as Simulation::create(). On several ranks each pass takes the steps before the run's first itself, and rank 0
/// alone asks the pilot, which takes the same steps in one process. Passes over several worlds take those steps, too, and nobody asks the
/// pilot.
std::optional<Json> measure(const PlannedRun& run, const backends::Ranks& ranks, Pilot& pilot,
                            const std::function<void(std::int64_t)>& moved);

}  // namespace plethos::study
