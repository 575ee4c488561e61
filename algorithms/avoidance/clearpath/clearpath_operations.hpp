#pragma once

#include "algorithms/avoidance/clearpath/clearpath_arguments.hpp"

namespace plethos::avoidance {

/// Counts the useful floating-point operations of ClearPath for one agent, as the mean over every `every`-th agent. It runs the kernel over
/// a lane that counts. Pointers must point into host memory; candidates are overwritten. Cost: some microseconds for each counted agent.
double count_clearpath_operations(const ClearpathArguments& arguments, int every);

}  // namespace plethos::avoidance
