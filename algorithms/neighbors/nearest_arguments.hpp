#pragma once

#include <cstdint>

#include "algorithms/neighbors/list_columns.hpp"

namespace plethos::neighbors {

/// What every search reads of the agents, and the lists that it fills, as plain pointers that every lane sees. Arrays over agents have as
/// many elements as columns of the lists.
struct NearestArguments {
  ListColumns lists;
  std::int32_t working;     // agents that ask
  float radius;             // m
  const float* position_x;  // m
  const float* position_y;
  const std::uint32_t* id_low;
  const std::uint32_t* id_high;
};

/// A vector lane writes this count where only ids decide which agents the list holds. The scalar lane then makes that list.
inline constexpr std::int32_t left_to_ids = -1;

}  // namespace plethos::neighbors
