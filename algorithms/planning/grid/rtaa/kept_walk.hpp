#pragma once

#include <cstdint>

#include "algorithms/planning/grid/search/bend_list.hpp"

namespace plethos::planning {

/// An estimate that an agent has learned.
struct KeptEstimate {
  std::int32_t cell;
  std::uint32_t rest;
  std::uint32_t walk;  ///< WalkState::walk of the walk that it belongs to
};

/// How far a walk has come.
struct WalkState {
  std::int32_t from, to;    ///< where it began, and where it leads
  std::int32_t end;         ///< the cell that it has come to
  std::int32_t direction;   ///< of its last step
  std::int32_t count;       ///< cells that it has listed
  std::int32_t first;       ///< the number of the first listed cell that a search to come may ask for and that it keeps
  std::int32_t learned;     ///< cells whose estimates it keeps
  std::uint32_t walk;       ///< its number; what walks of other numbers have left does not count
  std::uint32_t graph;      ///< the number of the graph in which it walks
  std::uint32_t last_used;  ///< step
};

/// What one agent keeps of its walk between two searches: the estimates that it has learned, in a hash table with open addressing, where it
/// is, and the last cells that it has listed. A search that goes on from there finds what it would find from the beginning of the way. When
/// the table is full, the walk stays as it is, and searches begin there. An object without memory keeps nothing. Every function costs a
/// constant time on average, but for up to tail_cells() that are copied.
class KeptWalk {
 public:
  KeptWalk() = default;
  /// `places`: of the table; `estimates`: (places), `tail`: (tail_cells(lookahead)); `graph`: the number of the present graph, > 0. A
  /// `state` and estimates of zeros are those of no walk.
  KOKKOS_INLINE_FUNCTION KeptWalk(WalkState* state, KeptEstimate* estimates, std::int32_t* tail, std::int32_t places,
                                  std::int32_t lookahead, std::uint32_t graph)
      : state_(state), estimates_(estimates), tail_(tail), places_(places), lookahead_(lookahead), graph_(graph) {}

  /// The listed cells that it keeps. An episode lists at most lookahead + 1, and long ones list far fewer.
  KOKKOS_INLINE_FUNCTION static constexpr std::int32_t tail_cells(std::int32_t lookahead) {
    return lookahead < most_tail ? lookahead + 1 : most_tail;
  }
  /// Returns the places that hold the estimates of so many cells, however few are looked at.
  static std::int64_t places_for(std::int64_t cells, std::int32_t lookahead) { return (cells + lookahead) * 8 / 7 + 1; }

  /// Whether it has come far enough, and not too far, on the way between two cells for a search that lists cells from number `first` on.
  KOKKOS_INLINE_FUNCTION bool leads_to(std::int32_t from, std::int32_t to, std::int32_t first) const {
    return state_ != nullptr && state_->graph == graph_ && state_->from == from && state_->to == to && state_->first <= first;
  }
  /// Whether such a search walks no cell again.
  KOKKOS_INLINE_FUNCTION bool ends_at(std::int32_t from, std::int32_t to, std::int32_t first) const {
    return leads_to(from, to, first) && state_->first == first;
  }

  /// Begins a walk from its first cell.
  KOKKOS_INLINE_FUNCTION void begin(std::int32_t from, std::int32_t to) {
    if (state_ == nullptr) return;
    if (++state_->walk == 0) {
      for (std::int32_t at = 0; at < places_; ++at) estimates_[at].walk = 0;
      state_->walk = 1;
    }
    state_->graph = graph_;
    state_->from = from;
    state_->to = to;
    state_->first = INT32_MAX;  // Nothing leads on before it is saved.
    state_->learned = 0;
    fills_ = true;
  }
  /// Returns the walk, to be continued. `listed` gets the kept cells from number `first` on; there is room.
  template <class MemorySpace>
  KOKKOS_INLINE_FUNCTION BendList<MemorySpace> go_on(const GridGraph<MemorySpace>& graph, std::int32_t* listed, std::int32_t first,
                                                     std::int64_t capacity) {
    fills_ = has_room();
    for (std::int32_t k = first; k < state_->count; ++k) listed[k - first] = tail_[k - state_->first];
    return BendList<MemorySpace>(graph, listed, first, capacity, {state_->end, state_->count, state_->direction});
  }
  /// Saves the walk if it has no room for another episode. It then stays as it is. No search to come asks for cells that are listed.
  template <class MemorySpace>
  KOKKOS_INLINE_FUNCTION void save_last(const BendList<MemorySpace>& way) {
    if (!fills_ || has_room()) return;
    save(way, way.count());
    fills_ = false;
  }
  /// Saves the walk and the listed cells from number `next` on, with which the next search begins, if it is not yet full. If there are more
  /// than it keeps, that search walks all cells again.
  template <class MemorySpace>
  KOKKOS_INLINE_FUNCTION void save(const BendList<MemorySpace>& way, std::int32_t next) const {
    if (!fills_) return;
    const BendProgress progress = way.progress();
    if (progress.count - next > tail_cells(lookahead_)) {
      state_->first = INT32_MAX;
      return;
    }
    state_->end = progress.end;
    state_->count = progress.count;
    state_->direction = progress.direction;
    state_->first = next;
    for (std::int32_t k = next; k < progress.count; ++k) tail_[k - next] = way.listed(k);
  }

  /// Returns the estimate that it keeps for a cell; 0: none. An estimate that was learned is greater, because nobody expands the goal.
  KOKKOS_INLINE_FUNCTION std::uint32_t rest(std::int32_t cell) const {
    if (state_ == nullptr || state_->learned == 0) return 0;
    const KeptEstimate& found = estimates_[place(cell)];
    return found.walk == state_->walk ? found.rest : 0;
  }
  KOKKOS_INLINE_FUNCTION void learn(std::int32_t cell, std::uint32_t rest) const {
    if (!fills_) return;
    KeptEstimate& kept = estimates_[place(cell)];
    if (kept.walk != state_->walk) ++state_->learned;
    kept = {cell, rest, state_->walk};
  }

 private:
  static constexpr std::int32_t most_tail = 256;

  /// Whether an episode can learn, with some places left free for a quick search.
  KOKKOS_INLINE_FUNCTION bool has_room() const { return 8 * (std::int64_t{state_->learned} + lookahead_) <= 7 * std::int64_t{places_}; }
  KOKKOS_INLINE_FUNCTION std::int32_t place(std::int32_t cell) const {
    // Fibonacci hashing (Knuth, volume 3, section 6.4), for any number of places.
    const std::uint32_t hash = static_cast<std::uint32_t>(cell) * 2654435769u;
    auto at = static_cast<std::int32_t>(std::uint64_t{hash} * static_cast<std::uint64_t>(places_) >> 32);
    while (estimates_[at].walk == state_->walk && estimates_[at].cell != cell) at = at + 1 < places_ ? at + 1 : 0;
    return at;
  }

  WalkState* state_ = nullptr;
  KeptEstimate* estimates_ = nullptr;
  std::int32_t* tail_ = nullptr;  ///< the listed cells from number state_->first on
  std::int32_t places_ = 0, lookahead_ = 0;
  std::uint32_t graph_ = 0;
  bool fills_ = false;  ///< whether the search keeps what it learns
};

}  // namespace plethos::planning
