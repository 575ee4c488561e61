#pragma once

#include "algorithms/planning/grid/map/grid_graph.hpp"

namespace plethos::planning {

/// How far a BendList has come.
struct BendProgress {
  std::int32_t end;        ///< the cell that the way has come to
  std::int32_t count = 0;  ///< cells listed so far
  int direction = -1;      ///< of the last step; -1: the last cell is listed
};

/// Lists the cells where a way begins, bends and ends, while it is walked step by step from its beginning. Of the whole list it keeps the
/// cells [first, first + capacity).
template <class MemorySpace>
class BendList {
 public:
  KOKKOS_INLINE_FUNCTION BendList(const GridGraph<MemorySpace>& graph, std::int32_t* listed, std::int64_t first, std::int64_t capacity,
                                  std::int32_t from)
      : BendList(graph, listed, first, capacity, BendProgress{from}) {
    list();
  }
  /// Goes on with a way that has come so far. The cells of the list from number `first` on are in `listed`.
  KOKKOS_INLINE_FUNCTION BendList(const GridGraph<MemorySpace>& graph, std::int32_t* listed, std::int64_t first, std::int64_t capacity,
                                  const BendProgress& progress)
      : graph_(graph), listed_(listed), first_(first), capacity_(capacity), now_(progress) {}

  /// The cells listed so far, also those that are not kept. The end of the leg that is being walked is not among them.
  KOKKOS_INLINE_FUNCTION std::int32_t count() const { return now_.count; }
  /// The cell that the way has come to.
  KOKKOS_INLINE_FUNCTION std::int32_t end() const { return now_.end; }
  KOKKOS_INLINE_FUNCTION const BendProgress& progress() const { return now_; }
  /// Returns a cell of those that are kept, by its number in the whole list.
  KOKKOS_INLINE_FUNCTION std::int32_t listed(std::int32_t k) const { return listed_[k - first_]; }

  KOKKOS_INLINE_FUNCTION void step(int direction) {
    if (direction != now_.direction && now_.direction >= 0) list();
    now_.direction = direction;
    now_.end = graph_.neighbor(now_.end, direction);
  }
  /// Lists the end of the way, if it is not listed.
  KOKKOS_INLINE_FUNCTION void finish() {
    if (now_.direction >= 0) list();
    now_.direction = -1;
  }

 private:
  KOKKOS_INLINE_FUNCTION void list() {
    if (now_.count >= first_ && now_.count - first_ < capacity_) listed_[now_.count - first_] = now_.end;
    ++now_.count;
  }

  const GridGraph<MemorySpace>& graph_;
  std::int32_t* listed_;
  std::int64_t first_, capacity_;
  BendProgress now_;
};

}  // namespace plethos::planning
