#pragma once

#include <cstdint>

namespace plethos::neighbors {

/// What every search reads of the agents, and the lists that it fills, as plain pointers that every lane sees. Arrays over agents have
/// `stride` elements, a multiple of the widest vector; matrices have one such column an entry.
struct NearestArguments {
  std::int32_t stride;
  std::int32_t working;     // agents that ask
  std::int32_t neighbors;   // entries of a list
  float radius;             // m
  const float* position_x;  // m
  const float* position_y;
  const std::uint32_t* id_low;
  const std::uint32_t* id_high;
  std::int32_t* count;
  std::int32_t* index;
};

/// Count of an agent whose list a vector lane has left to the scalar one: whom it holds is for ids to decide.
inline constexpr std::int32_t left_to_ids = -1;

}  // namespace plethos::neighbors
