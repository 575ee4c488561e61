#pragma once

#include "scenarios/json.hpp"

namespace plethos::study {

/// Adds to the results of timed simulations that are alike but for the number of ranks, and for what follows from it:
///   speedup      agent-steps per second over those of the run with the fewest ranks
///   efficiency   the same per thread of a CPU, or per GPU: 1 is ideal, in strong scaling (the same agents) and in weak (so many a rank)
void add_scaling(Json& runs);

}  // namespace plethos::study
