#pragma once

#include "algorithms/avoidance/orca/orca_arguments.hpp"

namespace plethos::avoidance {

/// Counts the useful floating-point operations of ORCA for one agent, as the mean over every `every`-th agent. It runs the kernel over a
/// lane that counts. Pointers must point into host memory; candidates are overwritten. Cost: a microsecond for each counted agent.
double count_orca_operations(const OrcaArguments& arguments, int every);

}  // namespace plethos::avoidance
