#pragma once

#include "perf/study/run_kind.hpp"

namespace plethos::study {

/// Runs that solve the harmonic potential of a goal, without a simulation.
RunKind potential_runs();

}  // namespace plethos::study
