#pragma once

#include <cstdint>

namespace plethos::neighbors {

/// The input of every search about the agents, and the lists that it fills, as plain pointers that every lane can use. An array over agents
/// has `stride` elements, a multiple of the widest vector. A matrix has one such array for each entry of a list.
struct NearestArguments {
  std::int32_t stride;
  std::int32_t working;     // agents that get a list
  std::int32_t neighbors;   // entries of a list
  float radius;             // m
  const float* position_x;  // m
  const float* position_y;
  const std::uint32_t* id_low;
  const std::uint32_t* id_high;
  std::int32_t* count;
  std::int32_t* index;
};

/// A vector lane writes this count where only ids decide which agents the list holds. The scalar lane then makes that list.
inline constexpr std::int32_t left_to_ids = -1;

}  // namespace plethos::neighbors
