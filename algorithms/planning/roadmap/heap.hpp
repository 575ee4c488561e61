#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace plethos::planning {

/// A binary heap of items 0, 1, ... that knows the place of each item, so that any item can leave or move up. The caller owns the memory:
/// `heap` and `place` have one element for every item. before(item, item) is a strict order; the first item in this order is on top.
template <class Before>
class IndexedHeap {
 public:
  KOKKOS_INLINE_FUNCTION IndexedHeap(std::int32_t* heap, std::int32_t* place, const Before& before)
      : heap_(heap), place_(place), before_(before) {}

  KOKKOS_INLINE_FUNCTION std::int32_t size() const { return size_; }
  KOKKOS_INLINE_FUNCTION std::int32_t top() const { return heap_[0]; }

  /// The cost of this and of all functions below is logarithmic in size().
  KOKKOS_INLINE_FUNCTION void insert(std::int32_t item) { raise(size_++, item); }
  KOKKOS_INLINE_FUNCTION void remove(std::int32_t item) {
    const std::int32_t last = heap_[--size_];
    if (last == item) return;
    const std::int32_t hole = place_[item];
    if (hole > 0 && before_(last, heap_[(hole - 1) / 2])) {
      raise(hole, last);
    } else {
      lower(hole, last);
    }
  }
  /// The caller calls this after an item has moved forward in the order.
  KOKKOS_INLINE_FUNCTION void moved_forward(std::int32_t item) { raise(place_[item], item); }

 private:
  KOKKOS_INLINE_FUNCTION void put(std::int32_t at, std::int32_t item) {
    heap_[at] = item;
    place_[item] = at;
  }
  KOKKOS_INLINE_FUNCTION void raise(std::int32_t at, std::int32_t item) {
    while (at > 0 && before_(item, heap_[(at - 1) / 2])) {
      put(at, heap_[(at - 1) / 2]);
      at = (at - 1) / 2;
    }
    put(at, item);
  }
  KOKKOS_INLINE_FUNCTION void lower(std::int32_t at, std::int32_t item) {
    for (std::int32_t child = 2 * at + 1; child < size_; child = 2 * at + 1) {
      if (child + 1 < size_ && before_(heap_[child + 1], heap_[child])) ++child;
      if (!before_(heap_[child], item)) break;
      put(at, heap_[child]);
      at = child;
    }
    put(at, item);
  }

  std::int32_t* heap_;
  std::int32_t* place_;
  const Before& before_;
  std::int32_t size_ = 0;
};

/// Sorts values[0 .. count) in place by before(a, b), a strict order. It is a heap sort: no recursion, and n log n comparisons at worst.
template <class Value, class Before>
KOKKOS_INLINE_FUNCTION void heap_sort(Value* values, std::int32_t count, const Before& before) {
  const auto sink = [&](std::int32_t at, std::int32_t end) {
    const Value value = values[at];
    for (std::int32_t child = 2 * at + 1; child < end; child = 2 * at + 1) {
      if (child + 1 < end && before(values[child], values[child + 1])) ++child;
      if (!before(value, values[child])) break;
      values[at] = values[child];
      at = child;
    }
    values[at] = value;
  };
  for (std::int32_t at = count / 2; at-- > 0;) sink(at, count);
  for (std::int32_t end = count; end-- > 1;) {
    const Value greatest = values[0];
    values[0] = values[end];
    values[end] = greatest;
    sink(0, end);
  }
}

}  // namespace plethos::planning
