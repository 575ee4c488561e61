#pragma once

#include "algorithms/avoidance/clearpath/clearpath_arguments.hpp"

namespace plethos::avoidance {

/// Useful floating-point operations of ClearPath for one agent, on average over every `every`-th agent, counted by running the kernel over
/// a lane that counts. Pointers into host memory; candidates are overwritten. Cost: some microseconds an agent that is counted.
double count_clearpath_operations(const ClearpathArguments& arguments, int every);

}  // namespace plethos::avoidance
