#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "backends/scan.hpp"
#include "backends/teams.hpp"
#include "backends/zero.hpp"

namespace plethos::backends {

/// The place where the items of each bin begin, in one memory space.
template <class MemorySpace>
using BinStarts = Kokkos::View<std::int32_t*, MemorySpace>;

/// Adds 1 to a bin's number and returns the old value. A thread that runs alone does without the atomic operation, which would take longer
/// than all the rest.
KOKKOS_INLINE_FUNCTION std::int32_t count_up(std::int32_t& number, bool alone) {
  return alone ? number++ : Kokkos::atomic_fetch_add(&number, 1);
}

template <class Execution>
bool runs_alone(const Execution& execution) {
  const Concurrency concurrency = backends::concurrency(execution);
  return !concurrency.device && concurrency.threads == 1;
}

template <class Starts, class BinOf>
struct CountBins {
  Starts start;
  std::int32_t first;
  BinOf bin_of;
  bool alone;

  // The count of a bin is stored at the next bin. When the items are placed, every start moves to the start of the next bin.
  KOKKOS_FUNCTION void operator()(int i) const { count_up(start(bin_of(first + i) + 1), alone); }
};

template <class Starts, class BinOf, class Place>
struct PlaceInBins {
  Starts start;
  std::int32_t first;
  BinOf bin_of;
  Place place;
  bool alone;

  KOKKOS_FUNCTION void operator()(int i) const { place(first + count_up(start(bin_of(first + i) + 1), alone), first + i); }
};

/// For CountingSort::run(): writes the item's index to its place.
template <class Integers>
struct ListItem {
  Integers list;
  KOKKOS_FUNCTION void operator()(std::int32_t place, std::int32_t i) const { list(place) = i; }
};

/// A parallel counting sort in four kernels. Memory: 4 bytes a bin, claimed once.
template <class MemorySpace>
class CountingSort {
 public:
  CountingSort() = default;
  explicit CountingSort(std::int32_t bins)
      : start_("plethos::backends::sort::start", bins + 1),
        block_sums_("plethos::backends::sort::block_sums", (bins + 1) / scan_block + 1) {}

  /// Calls place(to, i) for each item i in [first, last). `to` is the place of item i in [first, last) in the order of bin_of(i), a bin in
  /// [0, bins). Items of one bin come in any order. Afterwards the items of bin b are at first + start()(b) up to first + start()(b + 1).
  /// Cost: linear in the items and the bins.
  template <class Execution, class BinOf, class Place>
  void run(const Execution& execution, std::int32_t first, std::int32_t last, const BinOf& bin_of, const Place& place) const {
    const int entries = static_cast<int>(start_.size());
    const bool alone = runs_alone(execution);
    for_each(execution, "plethos::backends::sort::clear", entries, Zero<BinStarts<MemorySpace>>{start_});
    for_each(execution, "plethos::backends::sort::count", last - first,
             CountBins<BinStarts<MemorySpace>, BinOf>{start_, first, bin_of, alone});
    exclusive_scan(execution, "plethos::backends::sort::scan", entries, start_, block_sums_);
    for_each(execution, "plethos::backends::sort::place", last - first,
             PlaceInBins<BinStarts<MemorySpace>, BinOf, Place>{start_, first, bin_of, place, alone});
  }

  const BinStarts<MemorySpace>& start() const { return start_; }
  std::size_t bytes() const { return 4 * (start_.size() + block_sums_.size()); }

 private:
  BinStarts<MemorySpace> start_, block_sums_;
};

}  // namespace plethos::backends
