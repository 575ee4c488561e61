#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "algorithms/neighbors/list_columns.hpp"
#include "core/agents.hpp"
#include "core/neighbor_limits.hpp"

namespace plethos::neighbors {

/// For every agent the indices of what is near it, the nearest first, ties by lower id. Column order: the j-th neighbors of consecutive
/// agents are consecutive, which is how vector lanes and coalesced threads read them. 4 + 4 `capacity` bytes an agent.
template <class MemorySpace>
struct Lists {
  std::int32_t capacity = 0;
  Kokkos::View<std::int32_t*, MemorySpace> count;                       // (stride)
  Kokkos::View<std::int32_t**, Kokkos::LayoutLeft, MemorySpace> index;  // (stride, capacity)

  Lists() = default;
  Lists(const char* label, std::int32_t stride, std::int32_t lists_capacity)
      : capacity(lists_capacity), count(label, stride), index(label, stride, lists_capacity) {}

  KOKKOS_INLINE_FUNCTION ListColumns columns() const {
    return {static_cast<std::int32_t>(index.extent(0)), capacity, count.data(), index.data()};
  }
  static constexpr std::uint64_t bytes(std::int32_t stride, std::int32_t lists_capacity) {
    return 4 * static_cast<std::uint64_t>(stride) * static_cast<std::uint64_t>(1 + lists_capacity);
  }
};

/// The `capacity` nearest of the items offered so far, for one agent. Lives in registers or on the stack of one thread.
template <int Capacity>
struct NearestList {
  int capacity;
  float radius, radius_squared;  // m, m^2: what is further is not kept
  int count = 0;
  float distance_squared[Capacity];
  std::int32_t index[Capacity];

  KOKKOS_INLINE_FUNCTION NearestList(int list_capacity, float list_radius)
      : capacity(list_capacity), radius(list_radius), radius_squared(list_radius * list_radius) {}

  /// m^2; what is further will not be kept.
  KOKKOS_INLINE_FUNCTION float bound() const { return count < capacity ? radius_squared : distance_squared[count - 1]; }
  /// The same in metres.
  KOKKOS_INLINE_FUNCTION float reach() const { return count < capacity ? radius : Kokkos::sqrt(distance_squared[count - 1]); }

  /// Keeps an item that is nearer than the furthest. before(i, j) says whether item i wins a tie.
  template <class Before>
  KOKKOS_INLINE_FUNCTION void insert(float squared, std::int32_t item, const Before& before) {
    if (capacity == 0) return;
    const auto nearer = [&](int at) { return wins(squared, item, at, before); };
    if (count == capacity && !nearer(count - 1)) return;
    int at = count < capacity ? count++ : count - 1;
    for (; at > 0 && nearer(at - 1); --at) {
      distance_squared[at] = distance_squared[at - 1];
      index[at] = index[at - 1];
    }
    distance_squared[at] = squared;
    index[at] = item;
  }

  /// The same for an item that may have been offered before: it is kept once.
  template <class Before>
  KOKKOS_INLINE_FUNCTION void insert_once(float squared, std::int32_t item, const Before& before) {
    int at = count;
    while (at > 0 && wins(squared, item, at - 1, before)) --at;
    // An item's own entry is the last that it does not beat.
    if (at == capacity || (at > 0 && index[at - 1] == item)) return;
    if (count < capacity) ++count;
    for (int k = count - 1; k > at; --k) {
      distance_squared[k] = distance_squared[k - 1];
      index[k] = index[k - 1];
    }
    distance_squared[at] = squared;
    index[at] = item;
  }

  /// Writes the list of agent i.
  KOKKOS_INLINE_FUNCTION void store(const ListColumns& lists, std::int32_t i) const {
    const std::int64_t stride = lists.stride;
    std::int32_t* to = lists.index + i;
    for (int j = 0; j < count; ++j, to += stride) *to = index[j];
    lists.count[i] = count;
  }

 private:
  template <class Before>
  KOKKOS_INLINE_FUNCTION bool wins(float squared, std::int32_t item, int at, const Before& before) const {
    return squared < distance_squared[at] || (squared == distance_squared[at] && before(item, index[at]));
  }
};

/// Squared distance, rounded the same everywhere.
KOKKOS_INLINE_FUNCTION float squared_distance(float x, float y) { return Kokkos::fma(x, x, y * y); }

}  // namespace plethos::neighbors
