#pragma once

#include <vector>

#include "backends/execution.hpp"
#include "core/copy_view.hpp"
#include "core/to_view.hpp"

namespace plethos::teaching {

/// A hash map from numbers other than 0 to places, with linear probing. Kernels insert and find; it cannot grow in a kernel.
template <class MemorySpace>
struct ProbingMap {
  Kokkos::View<std::uint32_t*, MemorySpace> keys;   ///< 0: the entry is free; as many as a power of two
  Kokkos::View<std::int32_t*, MemorySpace> places;  ///< of each key

  ProbingMap() = default;
  explicit ProbingMap(std::uint32_t room) : keys("teaching::keys", room), places("teaching::places", room) {}

  KOKKOS_INLINE_FUNCTION std::uint32_t room() const { return static_cast<std::uint32_t>(keys.extent(0)); }
  /// Returns the entry at which the search for a key begins. Neighboring keys begin far from each other.
  KOKKOS_INLINE_FUNCTION std::uint32_t begin(std::uint32_t key) const {
    key = (key ^ key >> 16) * 0x45d9f3bu;
    key = (key ^ key >> 16) * 0x45d9f3bu;
    return (key ^ key >> 16) & (room() - 1);
  }
  /// Inserts a key, which no thread inserts a second time, and its place. Returns how many entries it looked at, or 0 if none is free.
  KOKKOS_INLINE_FUNCTION std::uint32_t insert(std::uint32_t key, std::int32_t place) const {
    for (std::uint32_t k = 0; k < room(); ++k) {
      const std::uint32_t at = (begin(key) + k) & (room() - 1);
      // Whoever finds 0 here owns the entry. Nobody else does.
      if (Kokkos::atomic_compare_exchange(&keys(at), 0u, key) != 0) continue;
      places(at) = place;
      return k + 1;
    }
    return 0;
  }
  /// Returns the place of a key, or -1. It must not run beside insert(): a key may be there before its place.
  KOKKOS_INLINE_FUNCTION std::int32_t find(std::uint32_t key) const {
    for (std::uint32_t k = 0; k < room(); ++k) {
      const std::uint32_t at = (begin(key) + k) & (room() - 1);
      if (keys(at) == key) return places(at);
      if (keys(at) == 0) return -1;
    }
    return -1;
  }
};

/// What it took to insert some keys.
struct InsertCost {
  std::int32_t failed = 0;     ///< keys that found no free entry
  std::int32_t looks = 0;      ///< entries that all keys together looked at
  std::int32_t most = 0;       ///< of one key
  std::int32_t warp_most = 0;  ///< the sum of the most looks in every 32 keys that follow each other: the steps of warps
};

template <class MemorySpace>
struct InsertKeys {
  ProbingMap<MemorySpace> map;
  Kokkos::View<std::uint32_t*, MemorySpace> keys;
  Kokkos::View<std::int32_t*, MemorySpace> looks;

  KOKKOS_FUNCTION void operator()(int k) const { looks(k) = static_cast<std::int32_t>(map.insert(keys(k), k)); }
};

/// Makes a map of `room` entries, a power of two, and inserts keys with their numbers as places.
template <class Execution>
InsertCost insert_keys(const Execution& execution, const std::vector<std::uint32_t>& keys, std::uint32_t room,
                       ProbingMap<typename Execution::memory_space>& map) {
  using MemorySpace = typename Execution::memory_space;
  map = ProbingMap<MemorySpace>(room);
  const Kokkos::View<std::int32_t*, MemorySpace> looks("teaching::looks", keys.size());
  const InsertKeys<MemorySpace> insert{map, to_view<MemorySpace>("teaching::keys_to_insert", keys), looks};
  backends::for_each(execution, "teaching::insert_keys", static_cast<int>(keys.size()), insert);
  execution.fence();
  const auto host = host_view(looks);
  InsertCost cost;
  for (std::size_t first = 0; first < keys.size(); first += 32) {
    std::int32_t most = 0;
    for (std::size_t k = first; k < std::min(first + 32, keys.size()); ++k) {
      const std::int32_t looked_at = host(k) > 0 ? host(k) : static_cast<std::int32_t>(room);
      cost.failed += host(k) > 0 ? 0 : 1;
      cost.looks += looked_at;
      most = std::max(most, looked_at);
    }
    cost.most = std::max(cost.most, most);
    cost.warp_most += most;
  }
  return cost;
}

}  // namespace plethos::teaching
