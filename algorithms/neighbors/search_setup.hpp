#pragma once

#include <cstdint>

#include "core/parameters.hpp"
#include "core/world.hpp"

namespace plethos::neighbors {

template <class Execution>
class Search;

/// What a search needs to know to claim its memory and to draw random numbers.
struct SearchSetup {
  Parameters parameters;
  Bounds bounds;
  std::int32_t agents;
  float largest_radius;       // m
  const std::uint32_t* step;  // in the agents' memory: the step's number when query runs, a key of random numbers
};

}  // namespace plethos::neighbors
