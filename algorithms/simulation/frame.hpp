#pragma once

#include <cstdint>
#include <vector>

namespace plethos::simulation {

/// The agents at one moment, in id order.
struct Frame {
  std::vector<float> x, y;                    ///< m
  std::vector<float> velocity_x, velocity_y;  ///< m/s
  std::vector<std::uint8_t> present;          ///< 0 for agents that have left the scene
};

/// One agent at one moment.
struct PlacedAgent {
  std::uint32_t id;
  float x, y;  ///< m
};

/// 64-bit hash (XXH3) of the positions' bits (x, y) in id order.
std::uint64_t checksum(const Frame& frame);

}  // namespace plethos::simulation
