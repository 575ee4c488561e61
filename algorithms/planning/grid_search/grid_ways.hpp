#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <vector>

#include "core/to_view.hpp"

namespace plethos::planning {

/// How a search over cells ended: with a way, without one because there is none, or because the way is longer than `longest_way`.
enum class WayEnd : std::int32_t { found, none, too_long };

/// Queries between the cells of a map, and the ways that answer them, in one memory space. A way is listed as the cells where it begins,
/// bends and ends. Ways lie in the order in which searches ended, which differs from run to run.
template <class MemorySpace>
struct GridWays {
  Kokkos::View<const std::int32_t*, MemorySpace> from, to;  ///< of each query: passable cells; -1: none
  Kokkos::View<WayEnd*, MemorySpace> end;                   ///< of each query
  Kokkos::View<std::int64_t*, MemorySpace> first;           ///< of each query: where its way begins in `cells`
  Kokkos::View<std::int32_t*, MemorySpace> count;           ///< of each query: the cells that its way lists
  Kokkos::View<std::int32_t*, MemorySpace> cells;
  Kokkos::View<std::int64_t, MemorySpace> listed;  ///< the cells of all ways; more than `cells` holds: some ways did not fit

  GridWays(const std::vector<std::int32_t>& begins, const std::vector<std::int32_t>& ends)
      : from(to_view<MemorySpace>("plethos::grid::from", begins)),
        to(to_view<MemorySpace>("plethos::grid::to", ends)),
        end(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::grid::way_end"), begins.size()),
        first(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::grid::way_first"), begins.size()),
        count(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::grid::way_count"), begins.size()) {}

  /// Makes room for so many cells, and forgets those that are listed.
  void make_room(std::size_t room) {
    cells = {};
    cells = decltype(cells)(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::grid::way_cells"), room);
    listed = decltype(listed)("plethos::grid::listed");
  }

  /// Claims room for query q. Returns where its way begins, or -1 if it does not fit.
  KOKKOS_INLINE_FUNCTION std::int64_t claim(int q, std::int32_t cells_of_way) const {
    const std::int64_t at = Kokkos::atomic_fetch_add(&listed(), static_cast<std::int64_t>(cells_of_way));
    const bool fits = at + cells_of_way <= static_cast<std::int64_t>(cells.size());
    first(q) = fits ? at : -1;
    count(q) = cells_of_way;
    return first(q);
  }
  /// Says that the way of query q did not fit elsewhere.
  KOKKOS_INLINE_FUNCTION void lack(int q, std::int32_t cells_of_way) const {
    first(q) = -1;
    count(q) = cells_of_way;
  }
};

}  // namespace plethos::planning
