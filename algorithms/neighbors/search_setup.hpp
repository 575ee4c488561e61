#pragma once

#include <cstdint>

#include "core/parameters.hpp"
#include "core/world.hpp"

namespace plethos::neighbors {

template <class Execution>
class Search;

/// What a search may want to know to claim its memory.
struct SearchSetup {
  Parameters parameters;
  Bounds bounds;
  std::int32_t agents;
  float largest_radius;       // m
  const std::uint32_t* step;  // in the agents' memory: the number of the step when query runs, the key of its random numbers
};

}  // namespace plethos::neighbors
