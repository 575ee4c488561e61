#pragma once

#include <algorithm>

#include "algorithms/planning/grid_search/bucket_queue.hpp"
#include "algorithms/planning/grid_search/grid_parameters.hpp"
#include "backends/teams.hpp"

namespace plethos::planning {

/// The memory of one search at a time over a map's cells. A search need not clear what the one before it has left.
struct SearchSlot {
  SearchNode* nodes;     ///< (cells)
  std::int32_t* parent;  ///< (cells): the cell that a cell was reached from, for searches that jump; else null
  std::int32_t* first;   ///< (BucketQueue::buckets)
  std::uint64_t* used;   ///< (BucketQueue::words)
  std::uint32_t number;  ///< of the search, > 0

  /// A node's mark: the number of the search above 5 bits; the lower 4 are the direction of the last step to the cell.
  static constexpr std::uint32_t open_bit = 1u << 4;
  static constexpr std::uint32_t direction_bits = open_bit - 1;
  static constexpr int number_place = 5;
  static constexpr std::uint32_t last_number = (1u << (32 - number_place)) - 1;
  /// The direction of a cell where a search begins.
  static constexpr std::uint32_t no_direction = 8;

  KOKKOS_INLINE_FUNCTION bool reached(std::int32_t cell) const { return nodes[cell].mark >> number_place == number; }
  KOKKOS_INLINE_FUNCTION bool is_open(std::int32_t cell) const { return (nodes[cell].mark & open_bit) != 0; }
  KOKKOS_INLINE_FUNCTION std::uint32_t direction(std::int32_t cell) const { return nodes[cell].mark & direction_bits; }
  KOKKOS_INLINE_FUNCTION void open(std::int32_t cell, std::uint32_t length, std::uint32_t direction) const {
    nodes[cell].length = length;
    nodes[cell].mark = number << number_place | open_bit | direction;
  }
  KOKKOS_INLINE_FUNCTION void close(std::int32_t cell) const { nodes[cell].mark &= ~open_bit; }
};

/// Slots for as many searches at a time as fit into some memory.
template <class MemorySpace>
class SearchPool {
 public:
  /// `parents`: whether searches need SearchSlot::parent.
  static std::uint64_t bytes_of_slot(std::int64_t cells, bool parents) {
    return (sizeof(SearchNode) + (parents ? sizeof(std::int32_t) : 0)) * static_cast<std::uint64_t>(cells) +
           sizeof(std::int32_t) * BucketQueue::buckets + sizeof(std::uint64_t) * BucketQueue::words + sizeof(std::uint32_t);
  }

  SearchPool() = default;
  /// Claims slots over `cells` cells each.
  SearchPool(int slots, std::int64_t cells, bool parents)
      : cells_(static_cast<std::size_t>(cells)),
        nodes_("plethos::grid::search_nodes", static_cast<std::size_t>(slots) * cells_),
        parent_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::grid::parents"), parents ? nodes_.size() : 0),
        first_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::grid::buckets"),
               static_cast<std::size_t>(slots) * BucketQueue::buckets),
        used_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::grid::used_buckets"),
              static_cast<std::size_t>(slots) * BucketQueue::words),
        number_("plethos::grid::search_number", static_cast<std::size_t>(slots)) {}

  int slots() const { return static_cast<int>(number_.size()); }
  bool covers(int slots, std::int64_t cells) const { return this->slots() >= slots && cells_ == static_cast<std::size_t>(cells); }
  std::uint64_t bytes() const {
    return sizeof(SearchNode) * nodes_.size() + 4 * parent_.size() + 4 * first_.size() + 8 * used_.size() + 4 * number_.size();
  }

  /// Returns a slot for the next search in it. Every so many millions of searches the slot is cleared, because numbers run out.
  KOKKOS_INLINE_FUNCTION SearchSlot begin(int slot) const {
    const auto at = static_cast<std::size_t>(slot);
    std::int32_t* const parent = parent_.size() > 0 ? parent_.data() + at * cells_ : nullptr;
    SearchSlot memory{nodes_.data() + at * cells_, parent, first_.data() + at * BucketQueue::buckets,
                      used_.data() + at * BucketQueue::words, 0};
    if (number_(at) == SearchSlot::last_number) {
      for (std::size_t cell = 0; cell < cells_; ++cell) memory.nodes[cell].mark = 0;
      number_(at) = 0;
    }
    memory.number = ++number_(at);
    return memory;
  }

 private:
  std::size_t cells_ = 0;
  Kokkos::View<SearchNode*, MemorySpace> nodes_;
  Kokkos::View<std::int32_t*, MemorySpace> parent_;
  Kokkos::View<std::int32_t*, MemorySpace> first_;
  Kokkos::View<std::uint64_t*, MemorySpace> used_;
  Kokkos::View<std::uint32_t*, MemorySpace> number_;
};

/// Lets `pool` have slots for `searches` over `cells` cells each, or for as many as run at a time and fit into the memory that `parameters`
/// allow; at least one. Cost: nothing if it has them.
template <class Execution>
void renew_pool(const Execution& execution, SearchPool<typename Execution::memory_space>& pool, std::uint64_t searches, std::int64_t cells,
                bool parents, const GridParameters& parameters) {
  using Pool = SearchPool<typename Execution::memory_space>;
  const auto memory = parameters.search_memory > 0 ? static_cast<std::uint64_t>(parameters.search_memory * 1e6f)
                                                   : (backends::memory(execution).free + pool.bytes()) / 2;
  const std::uint64_t most = std::max<std::uint64_t>(1, std::min(searches, std::uint64_t(backends::concurrency(execution).threads)));
  const auto slots = static_cast<int>(std::clamp<std::uint64_t>(memory / Pool::bytes_of_slot(cells, parents), 1, most));
  if (pool.covers(slots, cells)) return;
  // The memory of before is free for the new one.
  pool = {};
  pool = Pool(slots, cells, parents);
}

}  // namespace plethos::planning
