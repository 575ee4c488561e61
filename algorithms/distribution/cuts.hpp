#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace plethos::distribution {

/// Items that lie one after the other in the order of the ranks that they go to.
struct Cuts {
  std::vector<std::int32_t> first;  ///< item of each rank, and at the end the number of all

  std::int32_t count(std::size_t rank) const { return first[rank + 1] - first[rank]; }
  std::int32_t total() const { return first.back(); }
  /// Returns the bytes of each rank's items, `stride` elements an item.
  template <class Element>
  std::vector<std::span<const std::byte>> parts(std::span<const Element> elements, std::size_t stride = 1) const {
    std::vector<std::span<const std::byte>> parts;
    for (std::size_t rank = 0; rank + 1 < first.size(); ++rank) {
      const auto at = static_cast<std::size_t>(first[rank]), items = static_cast<std::size_t>(count(rank));
      parts.push_back(std::as_bytes(elements.subspan(stride * at, stride * items)));
    }
    return parts;
  }
};

/// Gives items in any order the slots that bring them into the order of ranks.
struct Slots : Cuts {
  std::vector<std::int32_t> slot;  ///< of each item

  Slots(std::span<const std::int32_t> rank_of_item, int ranks)
      : Cuts{std::vector<std::int32_t>(static_cast<std::size_t>(ranks) + 1, 0)}, slot(rank_of_item.size()) {
    for (const std::int32_t rank : rank_of_item) ++first[static_cast<std::size_t>(rank) + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<std::int32_t> next = first;
    for (std::size_t k = 0; k < slot.size(); ++k) slot[k] = next[static_cast<std::size_t>(rank_of_item[k])]++;
  }
};

}  // namespace plethos::distribution
