#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "core/bits.hpp"

namespace plethos::planning {

/// What a search knows of one cell.
struct SearchNode {
  std::uint32_t length;              ///< of the best way to the cell so far
  std::uint32_t mark;                ///< the number of the search, whether the cell is open, and its direction: see SearchSlot
  std::int32_t previous, following;  ///< cells of the same bucket; -1: none
};

/// The open cells of one search, in buckets of keys that are near each other. Buckets of `1 << shift` keys form a ring: all keys in the
/// queue lie within `buckets << shift` of the least one, and no key is inserted below the bucket of the last cell that was taken. A bucket
/// gives out first what came last. Every function costs a constant time. The caller owns the memory. There are 64 to 4,096 buckets, a power
/// of two. More buckets keep the order of keys more precisely.
template <int number_of_buckets>
class RingQueue {
 public:
  static constexpr int buckets = number_of_buckets;
  static constexpr int words = buckets / 64;

  /// Makes an empty queue. `first` has `buckets` elements and `used` has `words`; their contents do not matter. `key` is not above any key
  /// to come.
  KOKKOS_INLINE_FUNCTION RingQueue(SearchNode* nodes, std::int32_t* first, std::uint64_t* used, int shift, std::uint32_t key)
      : nodes_(nodes), first_(first), used_(used), shift_(shift), base_(key >> shift) {
    for (int word = 0; word < words; ++word) used_[word] = 0;
  }

  KOKKOS_INLINE_FUNCTION bool empty() const { return used_words_ == 0; }

  KOKKOS_INLINE_FUNCTION void insert(std::int32_t cell, std::uint32_t key) {
    const std::uint32_t bucket = bucket_of(key);
    const std::uint32_t word = bucket / 64;
    const std::uint64_t bit = std::uint64_t{1} << bucket % 64;
    const std::int32_t head = (used_[word] & bit) != 0 ? first_[bucket] : -1;
    nodes_[cell].previous = -1;
    nodes_[cell].following = head;
    if (head >= 0) nodes_[head].previous = cell;
    first_[bucket] = cell;
    used_[word] |= bit;
    used_words_ |= std::uint64_t{1} << word;
  }

  /// Removes a cell that was inserted with this key.
  KOKKOS_INLINE_FUNCTION void remove(std::int32_t cell, std::uint32_t key) {
    const std::int32_t before = nodes_[cell].previous;
    const std::int32_t after = nodes_[cell].following;
    if (after >= 0) nodes_[after].previous = before;
    if (before >= 0) {
      nodes_[before].following = after;
    } else {
      set_first(bucket_of(key), after);
    }
  }

  /// Removes a cell of the lowest bucket and returns it. The queue must not be empty.
  KOKKOS_INLINE_FUNCTION std::int32_t take() {
    advance();
    const std::uint32_t bucket = base_ % buckets;
    const std::int32_t cell = first_[bucket];
    const std::int32_t after = nodes_[cell].following;
    if (after >= 0) nodes_[after].previous = -1;
    set_first(bucket, after);
    return cell;
  }

  /// Returns a key that no key to come is below: the least of the bucket of the last cell that was taken.
  KOKKOS_INLINE_FUNCTION std::uint32_t lowest() const { return base_ << shift_; }

 private:
  KOKKOS_INLINE_FUNCTION std::uint32_t bucket_of(std::uint32_t key) const { return (key >> shift_) % buckets; }

  KOKKOS_INLINE_FUNCTION void set_first(std::uint32_t bucket, std::int32_t cell) {
    first_[bucket] = cell;
    if (cell >= 0) return;
    const std::uint32_t word = bucket / 64;
    used_[word] &= ~(std::uint64_t{1} << bucket % 64);
    if (used_[word] == 0) used_words_ &= ~(std::uint64_t{1} << word);
  }

  /// Moves the base to the next bucket that holds a cell.
  KOKKOS_INLINE_FUNCTION void advance() {
    const std::uint32_t bucket = base_ % buckets;
    const std::uint32_t word = bucket / 64;
    const std::uint32_t place = bucket % 64;
    if (const std::uint64_t rest = used_[word] >> place; rest != 0) {
      base_ += static_cast<std::uint32_t>(countr_zero(rest));
      return;
    }
    // The words behind this one, in the order of the ring; this one is the last.
    const int behind = static_cast<int>(word) + 1;
    const std::uint64_t ring = behind == words ? used_words_ : used_words_ >> behind | used_words_ << (words - behind);
    const auto skipped = static_cast<std::uint32_t>(countr_zero(ring));
    const std::uint32_t found = (word + 1 + skipped) % words;
    base_ += 64 - place + 64 * skipped + static_cast<std::uint32_t>(countr_zero(used_[found]));
  }

  SearchNode* nodes_;
  std::int32_t* first_;  ///< cell of each bucket that is not empty
  std::uint64_t* used_;  ///< one bit a bucket: whether it holds a cell
  std::uint64_t used_words_ = 0;
  int shift_;
  std::uint32_t base_;  ///< the number of the lowest bucket, without the wrap of the ring
};

/// The queue of searches over all cells of a map.
using BucketQueue = RingQueue<4096>;

/// Returns the shift of a queue whose keys rise by at most `rise` from a cell that is taken to one that is inserted then.
template <class Queue = BucketQueue>
inline int bucket_shift(std::uint64_t rise) {
  int shift = 0;
  while ((rise >> shift) + 2 > Queue::buckets) ++shift;
  return shift;
}

}  // namespace plethos::planning
