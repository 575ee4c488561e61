#pragma once

#include <cstdint>

namespace plethos::avoidance {

/// A team's agreement: the closest free velocity that one of an agent's edges has.
struct ClearpathChoice {
  float squared;      // m^2/s^2, of its distance from the preferred one
  std::int32_t edge;  // -1: none
  float x, y;         // m/s, relative to the preferred one
  std::int32_t last;  // regions, in their order, after the last of which no edge had anything left; of use where there is no velocity
};

}  // namespace plethos::avoidance
