#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "core/to_view.hpp"

namespace plethos::planning {

/// How a search over cells ended: with a way; without one because there is none, or because it is longer than `longest_way`; or before
/// that, because it needs more memory.
enum class WayEnd : std::int32_t { found, none, too_long, starved };

/// What became of the queries that are searched together.
struct WayCounts {
  std::int64_t listed = 0;   ///< cells of all ways, with those that did not fit
  std::int64_t lacking = 0;  ///< cells of the ways that did not fit
  std::int32_t longest = 0;  ///< cells of the longest way of those
  std::int32_t lack = 0;     ///< ways that did not fit
  std::int32_t starved = 0;  ///< searches of those that need more memory
  std::int32_t too_long = 0;
  std::int32_t taken = 0;  ///< queries that a search has begun with
};

/// Queries between the cells of a map, and the ways that answer them, in one memory space. A way is listed as the cells where it begins,
/// bends and ends. Ways lie in the order in which searches ended, which differs from run to run.
template <class MemorySpace>
struct GridWays {
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;

  Numbers from, to;                                ///< of each query: passable cells; -1: none
  Kokkos::View<std::int64_t*, MemorySpace> first;  ///< of each query: where its way begins in `cells`; -1: it did not fit
  Numbers count;                                   ///< of each query: the cells that its way lists; 0: it has none
  Numbers cells;
  Kokkos::View<WayCounts, MemorySpace> counts;

  static constexpr std::size_t bytes_per_query = 3 * sizeof(std::int32_t) + sizeof(std::int64_t);  ///< without `cells`

  GridWays() = default;
  explicit GridWays(std::size_t queries)
      : from(unset_view<Numbers>("plethos::grid::from", queries)),
        to(unset_view<Numbers>("plethos::grid::to", queries)),
        first(unset_view<decltype(first)>("plethos::grid::way_first", queries)),
        count(unset_view<Numbers>("plethos::grid::way_count", queries)),
        counts("plethos::grid::way_counts") {}

  /// Claims room for the way of query q. Returns where it begins, or -1 if it does not fit.
  KOKKOS_INLINE_FUNCTION std::int64_t claim(int q, std::int32_t cells_of_way) const {
    const std::int64_t at = Kokkos::atomic_fetch_add(&counts().listed, static_cast<std::int64_t>(cells_of_way));
    if (at + cells_of_way > static_cast<std::int64_t>(cells.size())) {
      lack(q, cells_of_way);
      return -1;
    }
    first(q) = at;
    count(q) = cells_of_way;
    return at;
  }
  /// Says that the way of query q did not fit.
  KOKKOS_INLINE_FUNCTION void lack(int q, std::int32_t cells_of_way) const {
    first(q) = -1;
    count(q) = cells_of_way;
    Kokkos::atomic_add(&counts().lacking, static_cast<std::int64_t>(cells_of_way));
    Kokkos::atomic_add(&counts().lack, 1);
    Kokkos::atomic_max(&counts().longest, cells_of_way);
  }
  /// Says that the search for the way of query q needs more memory. What the way lists is not known; it counts as one cell.
  KOKKOS_INLINE_FUNCTION void starve(int q) const {
    Kokkos::atomic_add(&counts().starved, 1);
    lack(q, 1);
  }
};

}  // namespace plethos::planning
