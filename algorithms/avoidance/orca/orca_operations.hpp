#pragma once

#include "algorithms/avoidance/orca/orca_arguments.hpp"

namespace plethos::avoidance {

/// Useful floating-point operations of ORCA for one agent, on average over every `every`-th agent, counted by running the kernel over a
/// lane that counts. Pointers into host memory; candidates are overwritten. Cost: a microsecond an agent that is counted.
double count_orca_operations(const OrcaArguments& arguments, int every);

}  // namespace plethos::avoidance
