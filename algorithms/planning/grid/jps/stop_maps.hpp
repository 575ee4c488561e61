#pragma once

#include "algorithms/planning/grid/map/grid_graph.hpp"
#include "core/bits.hpp"

namespace plethos::planning {

/// Where jumps along rows and columns stop, as bitmaps (Harabor and Grastien 2014, section 3): at blocked cells, and at cells that a
/// shortest way may turn at because the cell beside the one before is blocked. 64 cells are looked at together.
template <class MemorySpace>
struct StopMaps {
  /// The words of a row or a column. The cell behind its last one counts as blocked.
  std::int32_t words_of_row = 0;
  std::int32_t words_of_column = 0;
  Kokkos::View<std::uint64_t*, MemorySpace> east, west;    ///< row by row, a bit for each column
  Kokkos::View<std::uint64_t*, MemorySpace> south, north;  ///< column by column, a bit for each row

  std::uint64_t bytes() const { return 8 * (east.size() + west.size() + south.size() + north.size()); }

  /// Returns the column or row of the first stop behind `at`, in a row or column whose words are these.
  KOKKOS_INLINE_FUNCTION static std::int32_t next_stop(const std::uint64_t* words, std::int32_t at) {
    std::int32_t word = (at + 1) / 64;
    std::uint64_t stops = words[word] & ~std::uint64_t{0} << (at + 1) % 64;
    while (stops == 0) stops = words[++word];
    return 64 * word + countr_zero(stops);
  }
  /// Returns the one of the first stop before `at`; -1: the edge of the map.
  KOKKOS_INLINE_FUNCTION static std::int32_t stop_before(const std::uint64_t* words, std::int32_t at) {
    if (at == 0) return -1;
    std::int32_t word = (at - 1) / 64;
    std::uint64_t stops = words[word] & ~std::uint64_t{0} >> (63 - (at - 1) % 64);
    while (stops == 0) {
      if (word == 0) return -1;
      stops = words[--word];
    }
    return 64 * word + 63 - countl_zero(stops);
  }
};

/// Finds the stops of a map. Cost: one pass over the cells in each direction.
template <class Execution>
StopMaps<typename Execution::memory_space> make_stop_maps(const Execution& execution,
                                                          const GridGraph<typename Execution::memory_space>& graph);

}  // namespace plethos::planning
