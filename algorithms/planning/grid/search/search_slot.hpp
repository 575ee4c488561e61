#pragma once

#include "algorithms/planning/grid/map/grid_lengths.hpp"
#include "algorithms/planning/grid/search/bucket_queue.hpp"
#include "backends/warp.hpp"

namespace plethos::planning {

/// What one search at a time needs of memory.
struct SlotShape {
  std::int64_t nodes = 0;
  std::int64_t parents = 0;                     ///< numbers that a search keeps beside its nodes
  std::int64_t listed = 0;                      ///< cells of a way that it lists as it goes
  std::int32_t buckets = BucketQueue::buckets;  ///< of its queue

  std::uint64_t bytes() const {
    return sizeof(SearchNode) * static_cast<std::uint64_t>(nodes) + sizeof(std::int32_t) * static_cast<std::uint64_t>(parents + listed) +
           sizeof(std::int32_t) * static_cast<std::uint64_t>(buckets) + static_cast<std::uint64_t>(buckets) / 8 + 2 * sizeof(std::uint32_t);
  }
  /// Whether a search that needs `other` can do with this.
  bool holds(const SlotShape& other) const {
    return nodes >= other.nodes && parents >= other.parents && listed >= other.listed && buckets == other.buckets;
  }
  friend bool operator==(const SlotShape&, const SlotShape&) = default;
};

/// The room of a warp's list of open nodes.
inline constexpr std::int32_t most_open_nodes = 1024;

/// The open nodes of a warp's search.
struct OpenNodes {
  std::uint32_t key[most_open_nodes];
  std::int32_t node[most_open_nodes];
};

/// The memory of one search at a time. A search need not clear what the one before it has left.
struct SearchSlot {
  SearchNode* nodes;       ///< (SlotShape::nodes)
  std::int32_t* parent;    ///< (SlotShape::parents)
  std::int32_t* listed;    ///< (SlotShape::listed)
  std::int32_t* first;     ///< (SlotShape::buckets)
  std::uint64_t* used;     ///< (SlotShape::buckets / 64)
  std::int32_t* count;     ///< the cells of the way that was listed, also those for which there was no room
  std::uint32_t* counter;  ///< the number of the last search in this memory
  std::uint32_t number;    ///< of the search, > 0
  std::int64_t cleared;    ///< nodes that are cleared when numbers run out
  OpenNodes* open_nodes;   ///< of a warp whose search lists them; else null

  /// A node's mark: the number of the search above 5 bits; the lower 4 are the direction of the last step to the cell.
  static constexpr std::uint32_t open_bit = 1u << 4;
  static constexpr std::uint32_t direction_bits = open_bit - 1;
  static constexpr int number_place = 5;
  static constexpr std::uint32_t last_number = (1u << (32 - number_place)) - 1;
  /// The searches that a query may need: one for each region of its way, and a few more.
  static constexpr std::uint32_t searches_of_query = 1u << 23;
  static_assert(longest_way / length_of_cell < searches_of_query - 8);
  /// The direction of a cell where a search begins.
  static constexpr std::uint32_t no_direction = 8;

  /// Returns the slot for the first search of a query. Every so many millions of searches it clears the slot, because numbers run out. It
  /// does not do so between two searches of a query, which may need what both have left.
  template <class Team>
  KOKKOS_INLINE_FUNCTION SearchSlot begin(const Team& team) const {
    // Threads may still read what the query before has left.
    team.sync();
    if (team.rank() == 0 && *counter > last_number - searches_of_query) {
      for (std::int64_t node = 0; node < cleared; ++node) nodes[node].mark = 0;
      *counter = 0;
    }
    return next(team);
  }
  /// Returns the slot for another search of the same query.
  template <class Team>
  KOKKOS_INLINE_FUNCTION SearchSlot next(const Team& team) const {
    SearchSlot memory = *this;
    if (team.rank() == 0) memory.number = ++*counter;
    team.sync();
    memory.number = team.broadcast(memory.number);
    return memory;
  }

  KOKKOS_INLINE_FUNCTION bool reached(std::int32_t node) const { return nodes[node].mark >> number_place == number; }
  KOKKOS_INLINE_FUNCTION bool is_open(std::int32_t node) const { return (nodes[node].mark & open_bit) != 0; }
  KOKKOS_INLINE_FUNCTION std::uint32_t direction(std::int32_t node) const { return nodes[node].mark & direction_bits; }
  KOKKOS_INLINE_FUNCTION void open(std::int32_t node, std::uint32_t length, std::uint32_t direction) const {
    nodes[node].length = length;
    nodes[node].mark = number << number_place | open_bit | direction;
  }
  KOKKOS_INLINE_FUNCTION void close(std::int32_t node) const { nodes[node].mark &= ~open_bit; }
};

/// Most ways list fewer cells, for searches that list ways as they go.
inline constexpr std::int64_t first_capacity = 128;

/// Calls visit(cell) for the listed cells of a way from the last to the second, of those for which there was room.
template <class Visit>
KOKKOS_INLINE_FUNCTION void visit_listed(const SearchSlot& memory, std::int64_t capacity, const Visit& visit) {
  for (std::int64_t k = (*memory.count < capacity ? *memory.count : capacity) - 1; k > 0; --k) visit(memory.listed[k]);
}

}  // namespace plethos::planning
