#pragma once

#include "perf/study/run_kind.hpp"

namespace plethos::study {

/// Runs that empty many plans of a builder, each drawn from a seed of its own: who gets out, how long it takes, and what is hit.
RunKind emptying_runs();

}  // namespace plethos::study
