#pragma once

#include <cstdint>
#include <type_traits>

namespace plethos {

/// The largest number of neighbors, and of walls, that an agent can look at. It bounds parameters, lists and the tables of kernels.
inline constexpr std::int32_t maximum_neighbors = 64;
/// Lists of at most this many entries have kernels of their own, whose tables stay in fast memory.
inline constexpr std::int32_t few_neighbors = 16;

/// The usual number of neighbors. On vectors, searches for at most this many have kernels of their own, whose lists stay in registers.
inline constexpr std::int32_t usual_neighbors = 10;

/// Calls run(std::integral_constant<int, Capacity>), where Capacity is the size of the tables that suit lists of `capacity` entries.
template <class Run>
void with_capacity(std::int32_t capacity, const Run& run) {
  if (capacity <= few_neighbors) {
    run(std::integral_constant<int, few_neighbors>());
  } else {
    run(std::integral_constant<int, maximum_neighbors>());
  }
}

/// Does the same for searches on vectors.
template <class Run>
void with_lane_capacity(std::int32_t capacity, const Run& run) {
  if (capacity <= usual_neighbors) {
    run(std::integral_constant<int, usual_neighbors>());
  } else {
    with_capacity(capacity, run);
  }
}

}  // namespace plethos
