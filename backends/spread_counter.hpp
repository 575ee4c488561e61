#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "core/copy_view.hpp"

namespace plethos::backends {

/// A sum that threads add to while they work through items. It is spread over slots, one cache line apart, so that threads on different
/// blocks of items seldom use the same slot. A single number would be passed around between all threads. It takes 4 kB.
template <class MemorySpace>
class SpreadCounter {
 public:
  explicit SpreadCounter(const char* label) : slots_(label) {}

  /// Adds to the sum for an item (0, 1, ...).
  KOKKOS_INLINE_FUNCTION void add(std::int32_t item, std::uint64_t value) const {
    Kokkos::atomic_add(&slots_(item / items_in_a_row % slots, 0), value);
  }
  /// Returns the sum, after all threads have added. It copies the slots to the host.
  std::uint64_t value() const {
    const auto host = host_view(slots_);
    std::uint64_t sum = 0;
    for (int slot = 0; slot < slots; ++slot) sum += host(slot, 0);
    return sum;
  }

  /// Sets the sum, while no thread adds.
  void set(std::uint64_t value) const {
    const auto host = Kokkos::create_mirror_view(slots_);
    for (int slot = 0; slot < slots; ++slot) host(slot, 0) = slot == 0 ? value : 0;
    copy_view(slots_, host);
  }

 private:
  static constexpr int slots = 64;
  static constexpr int items_in_a_row = 256;
  Kokkos::View<std::uint64_t[slots][8], Kokkos::LayoutRight, MemorySpace> slots_;
};

}  // namespace plethos::backends
