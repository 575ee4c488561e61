#pragma once

#include "perf/study/run_kind.hpp"

namespace plethos::study {

/// The kind of runs that simulate a scenario's crowd.
RunKind simulation_runs();

}  // namespace plethos::study
