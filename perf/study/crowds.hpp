#pragma once

#include "backends/ranks/self/self.hpp"
#include "perf/study/plan.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::study {

/// Makes the scenario of a run of kind `simulation`. If it has several worlds, their seeds follow each other from set.seed on, or from 1.
/// Together, as make_scenario(), on the ranks that share the run; rank 0 has all agents. Errors: as make_scenario(); InputError for worlds
/// that cannot be one ensemble.
scenarios::Scenario make_crowd(const PlannedRun& run, const backends::Ranks& ranks = backends::self());

}  // namespace plethos::study
