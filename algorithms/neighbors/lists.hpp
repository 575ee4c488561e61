#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "algorithms/neighbors/list_columns.hpp"
#include "core/agents.hpp"
#include "core/neighbor_limits.hpp"
#include "core/tall_matrix.hpp"

namespace plethos::neighbors {

/// The indices of what is near every agent, nearest first. Ties are in order of id. The views are in column order: the j-th neighbors of
/// consecutive agents are consecutive, as vector lanes and coalesced threads read them. Memory: 4 + 4 `capacity` bytes an agent.
template <class MemorySpace>
struct Lists {
  std::int32_t capacity = 0;
  Kokkos::View<std::int32_t*, MemorySpace> count;  // (stride)
  TallMatrix<std::int32_t, MemorySpace> index;     // (stride, capacity or more)

  Lists() = default;
  /// `columns`, if more than the capacity, has room for candidates behind the lists (VerletLists).
  Lists(const char* label, std::int32_t stride, std::int32_t lists_capacity, std::int32_t columns = 0)
      : capacity(lists_capacity), count(label, stride), index(label, stride, columns > lists_capacity ? columns : lists_capacity) {}

  KOKKOS_INLINE_FUNCTION ListColumns columns() const {
    return {static_cast<std::int32_t>(index.extent(0)), capacity, count.data(), index.data()};
  }
  static constexpr std::uint64_t bytes(std::int32_t stride, std::int32_t lists_capacity) {
    return 4 * static_cast<std::uint64_t>(stride) * static_cast<std::uint64_t>(1 + lists_capacity);
  }
};

/// The `capacity` nearest of the items that were offered to one agent. It lives in registers or on the stack of one thread.
template <int Capacity>
struct NearestList {
  int capacity;
  float radius, radius_squared;  // m, m^2; items further away are not kept
  int count = 0;
  float distance_squared[Capacity];
  std::int32_t index[Capacity];

  KOKKOS_INLINE_FUNCTION NearestList(int list_capacity, float list_radius)
      : capacity(list_capacity), radius(list_radius), radius_squared(list_radius * list_radius) {}

  /// Returns the squared distance in m^2 beyond which no item will be kept.
  KOKKOS_INLINE_FUNCTION float bound() const { return count < capacity ? radius_squared : distance_squared[count - 1]; }
  /// Returns that distance in metres.
  KOKKOS_INLINE_FUNCTION float reach() const { return count < capacity ? radius : Kokkos::sqrt(distance_squared[count - 1]); }

  /// Keeps an item if the list has room or if it is nearer than the furthest item. before(i, j) says whether item i wins a tie with j.
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

  /// Does the same for an item that may have been offered before, and keeps it once.
  template <class Before>
  KOKKOS_INLINE_FUNCTION void insert_once(float squared, std::int32_t item, const Before& before) {
    int at = count;
    while (at > 0 && wins(squared, item, at - 1, before)) --at;
    // If the list has the item already, it is the last entry that the item does not beat.
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

/// Returns x^2 + y^2, rounded the same way everywhere.
KOKKOS_INLINE_FUNCTION float squared_distance(float x, float y) { return Kokkos::fma(x, x, y * y); }

}  // namespace plethos::neighbors
