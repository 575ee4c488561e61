#pragma once

#include <vector>

#include "core/bits.hpp"
#include "core/to_view.hpp"

namespace plethos::teaching {

/// An index of numbers below a bound, whose places follow each other in the order of the numbers: a bit for each number, and for each word
/// of bits how many are set before it.
template <class MemorySpace>
struct RankIndex {
  Kokkos::View<std::uint32_t*, MemorySpace> bits;
  Kokkos::View<std::int32_t*, MemorySpace> before;

  /// Returns the place of a number, or -1. Cost: two loads, whichever number it is.
  KOKKOS_INLINE_FUNCTION std::int32_t find(std::uint32_t number) const {
    const std::uint32_t word = bits(number / 32), bit = 1u << number % 32;
    return (word & bit) == 0 ? -1 : before(number / 32) + popcount(word & (bit - 1));
  }
};

/// Makes an index of some numbers below `bound`.
template <class MemorySpace>
RankIndex<MemorySpace> rank_index(const std::vector<std::uint32_t>& numbers, std::uint32_t bound) {
  std::vector<std::uint32_t> bits((bound + 31) / 32, 0);
  for (const std::uint32_t number : numbers) bits[number / 32] |= 1u << number % 32;
  std::vector<std::int32_t> before(bits.size(), 0);
  for (std::size_t word = 1; word < bits.size(); ++word) before[word] = before[word - 1] + popcount(bits[word - 1]);
  return {to_view<MemorySpace>("teaching::bits", bits), to_view<MemorySpace>("teaching::before", before)};
}

}  // namespace plethos::teaching
