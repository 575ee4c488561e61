#pragma once

#include "algorithms/neighbors/lists.hpp"
#include "algorithms/neighbors/nearest_kernel-inl.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::neighbors {

/// The nearest others of one agent, with the interface that nearest_kernel-inl.hpp describes. If some may have left since the search was
/// built, it looks at states, too.
template <int Capacity, bool some_may_have_left = false>
struct NearestAgents {
  const NearestArguments& in;
  std::int32_t self;
  float x, y;  // m
  ScalarMask asks;
  NearestList<Capacity> nearest;

  KOKKOS_INLINE_FUNCTION NearestAgents(const NearestArguments& arguments, std::int32_t first, std::int32_t, std::int32_t)
      : in(arguments), self(first), x(in.position_x[first]), y(in.position_y[first]), asks{true}, nearest(in.lists.capacity, in.radius) {}

  KOKKOS_INLINE_FUNCTION void offer_range(std::int32_t first, std::int32_t last) {
    for (std::int32_t j = first; j < last; ++j) offer(j);
  }
  KOKKOS_INLINE_FUNCTION void offer_listed(const std::int32_t* list, std::int32_t first, std::int32_t last) {
    for (std::int32_t k = first; k < last; ++k) offer(list[k]);
  }
  KOKKOS_INLINE_FUNCTION float bound() const { return nearest.bound(); }
  KOKKOS_INLINE_FUNCTION float reach() const { return nearest.reach(); }
  KOKKOS_INLINE_FUNCTION void store() const { nearest.store(in.lists, self); }

 private:
  KOKKOS_INLINE_FUNCTION void offer(std::int32_t j) {
    const auto before = [this](std::int32_t a, std::int32_t b) { return scalar::agent_before(in, a, b); };
    const float squared = scalar::agent_squared_distance<ScalarLane>(in, j, x, y);
    if (squared > bound()) return;
    if constexpr (some_may_have_left) {
      if (in.state != nullptr && scalar::has_left<ScalarLane>(in.state[j]).value) return;
    }
    if (j != self) nearest.insert(squared, j, before);
  }
};

}  // namespace plethos::neighbors
