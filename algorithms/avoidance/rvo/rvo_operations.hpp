#pragma once

#include "algorithms/avoidance/rvo/rvo_arguments.hpp"

namespace plethos::avoidance {

/// Useful floating-point operations of RVO for one agent, on average over every `every`-th agent, counted by running the kernel over a
/// lane that counts. Pointers into host memory; candidates are overwritten. Cost: some microseconds an agent that is counted.
double count_rvo_operations(const RvoArguments& arguments, int every);

/// Bytes that RVO has to read and write for one agent: its own fields once, its neighbors' fields, the lists and the result.
constexpr double rvo_bytes(int neighbors) {
  constexpr double own = 4 * 15 + 4 * 2;  // fields read, candidate written
  constexpr double neighbor = 4 + 4 * 6;  // list entry; position, velocity, radius, reciprocity
  return own + neighbor * neighbors;
}

}  // namespace plethos::avoidance
