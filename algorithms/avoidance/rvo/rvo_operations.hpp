#pragma once

#include "algorithms/avoidance/rvo/rvo_arguments.hpp"

namespace plethos::avoidance {

/// Useful floating-point operations of RVO for one agent, on average over every `every`-th agent, counted by running the kernel over a
/// lane that counts. Pointers into host memory; candidates are overwritten. Cost: some microseconds an agent that is counted.
double count_rvo_operations(const RvoArguments& arguments, int every);

}  // namespace plethos::avoidance
