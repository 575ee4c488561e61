#pragma once

#include "perf/study/run_kind.hpp"

namespace plethos::study {

/// The kind of runs in which a planner answers queries for ways, without a simulation.
RunKind path_runs();

}  // namespace plethos::study
