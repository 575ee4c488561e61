#pragma once

#include <cstdint>

#include "core/parameters.hpp"
#include "core/world.hpp"

namespace plethos::neighbors {

template <class Execution>
class Search;

/// The input for making a search, from which it claims its memory and keys its random numbers.
struct SearchSetup {
  Parameters parameters;
  Bounds bounds;
  std::int32_t agents;
  float largest_radius;       // m
  const std::uint32_t* step;  // in the agents' memory: the step's number when query runs, a key of random numbers
  std::int32_t expected = 0;  // the agents that there will usually be; 0: as many as `agents`
  std::int32_t worlds = 1;    // of an ensemble, whose agents see those of their own world alone
};

}  // namespace plethos::neighbors
