#pragma once

#include "algorithms/planning/grid_search/grid_graph.hpp"

namespace plethos::planning {

/// Lists the cells where a way begins, bends and ends, while it is walked step by step from its beginning. Of the whole list it keeps the
/// cells [first, first + room).
template <class MemorySpace>
class BendList {
 public:
  KOKKOS_INLINE_FUNCTION BendList(const GridGraph<MemorySpace>& graph, std::int32_t* listed, std::int64_t first, std::int64_t room,
                                  std::int32_t from)
      : graph_(graph), listed_(listed), first_(first), room_(room), end_(from) {
    list();
  }

  /// The cells listed so far, also those that are not kept. The end of the leg that is being walked is not among them.
  KOKKOS_INLINE_FUNCTION std::int32_t count() const { return count_; }
  /// The cell that the way has come to.
  KOKKOS_INLINE_FUNCTION std::int32_t end() const { return end_; }

  KOKKOS_INLINE_FUNCTION void step(int direction) {
    if (direction != direction_ && direction_ >= 0) list();
    direction_ = direction;
    end_ = graph_.neighbor(end_, direction);
  }
  /// Lists the end of the way.
  KOKKOS_INLINE_FUNCTION void finish() {
    if (direction_ >= 0) list();
  }

 private:
  KOKKOS_INLINE_FUNCTION void list() {
    if (count_ >= first_ && count_ - first_ < room_) listed_[count_ - first_] = end_;
    ++count_;
  }

  const GridGraph<MemorySpace>& graph_;
  std::int32_t* listed_;
  std::int64_t first_, room_;
  std::int32_t end_;
  std::int32_t count_ = 0;
  int direction_ = -1;  ///< of the last step
};

}  // namespace plethos::planning
