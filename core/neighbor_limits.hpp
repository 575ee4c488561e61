#pragma once

#include <cstdint>
#include <type_traits>

namespace plethos {

/// The most neighbors and the most walls that an agent can be asked to look at: what parameters take, and lists and kernels' tables hold.
inline constexpr std::int32_t maximum_neighbors = 64;
/// Lists of at most so many have kernels of their own, whose tables stay in fast memory.
inline constexpr std::int32_t few_neighbors = 16;

/// So many are usual: on vectors searches have kernels of their own for lists of at most so many, which stay in registers.
inline constexpr std::int32_t usual_neighbors = 10;

/// Calls run(std::integral_constant<int, Capacity>) with the size of the tables that lists of `capacity` entries are worked on in.
template <class Run>
void with_capacity(std::int32_t capacity, const Run& run) {
  if (capacity <= few_neighbors) {
    run(std::integral_constant<int, few_neighbors>());
  } else {
    run(std::integral_constant<int, maximum_neighbors>());
  }
}

/// The same for searches on vectors.
template <class Run>
void with_lane_capacity(std::int32_t capacity, const Run& run) {
  if (capacity <= usual_neighbors) {
    run(std::integral_constant<int, usual_neighbors>());
  } else {
    with_capacity(capacity, run);
  }
}

}  // namespace plethos
