#pragma once

#include <string>

#include "scenarios/maps/map_kinds.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {

/// Draws a map of a kind that Plethos draws, with the defaults of its keys, by a random seed.
inline GridMap generated_map(Random& random, const std::string& kind, std::int32_t width, std::int32_t height) {
  return scenarios::draw_map(kind, {width, height, random.word(), scenarios::map_values(kind, {})});
}

}  // namespace plethos::tests
