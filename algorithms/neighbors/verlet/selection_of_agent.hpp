#pragma once

#include "algorithms/neighbors/lists.hpp"
#include "algorithms/neighbors/verlet/verlet_kernel-inl.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::neighbors {

/// The nearest candidates of one agent, with ties in order of ids, and the interface that verlet_kernel-inl.hpp describes.
template <int Capacity>
struct SelectionOfAgent {
  static constexpr int unrolled = 0;

  const NearestArguments& in;
  NearestList<Capacity> nearest;
  float least_left = scalar::verlet_far;

  KOKKOS_INLINE_FUNCTION explicit SelectionOfAgent(const NearestArguments& arguments)
      : in(arguments), nearest(arguments.lists.capacity, scalar::verlet_reach) {}

  KOKKOS_INLINE_FUNCTION static int entries(int capacity) { return capacity; }
  KOKKOS_INLINE_FUNCTION void finish() {}
  KOKKOS_INLINE_FUNCTION int size() const { return nearest.count; }
  KOKKOS_INLINE_FUNCTION float squared(int e) const { return e < nearest.count ? nearest.distance_squared[e] : least_left; }
  KOKKOS_INLINE_FUNCTION std::int32_t item(int e) const { return nearest.index[e]; }
  KOKKOS_INLINE_FUNCTION void order_ties(std::int32_t, std::int32_t) const {}

  KOKKOS_INLINE_FUNCTION ScalarMask offer(float distance, std::int32_t& own) {
    const auto before = [this](std::int32_t a, std::int32_t b) { return scalar::agent_before(in, a, b); };
    if (nearest.count < nearest.capacity) {
      nearest.insert(distance, own, before);
      return {false};
    }
    const float last = nearest.distance_squared[nearest.count - 1];
    const std::int32_t item = nearest.index[nearest.count - 1];
    if (!(distance < last || (distance == last && before(own, item)))) {
      least_left = distance < least_left ? distance : least_left;
      return {false};
    }
    least_left = last < least_left ? last : least_left;
    nearest.insert(distance, own, before);
    own = item;
    return {true};
  }
};

}  // namespace plethos::neighbors
