#pragma once

#include <cstdint>

#include "algorithms/neighbors/list_columns.hpp"

namespace plethos::neighbors {

/// The agents that every search reads, and the lists that it fills. The members are plain pointers, so that every lane can use them. Arrays
/// over agents have `lists.stride` elements.
struct NearestArguments {
  ListColumns lists;
  std::int32_t working;     // agents that ask
  float radius;             // m
  const float* position_x;  // m
  const float* position_y;
  const std::uint32_t* id;
  /// AgentState, for searches that agents may have left the scene behind. Otherwise null.
  const std::int32_t* state;
};

/// A vector lane writes this count where only ids decide which agents the list holds. The scalar lane then makes that list.
inline constexpr std::int32_t left_to_ids = -1;

}  // namespace plethos::neighbors
