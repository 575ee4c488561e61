#pragma once

#include "algorithms/planning/grid/regions/block_regions.hpp"

namespace plethos::planning {

/// A region and one beside it, as the part of a map that a search over cells stays in (see search_cells()). A way ends at the cell `to`,
/// or, if it `stops_on_entry`, wherever it enters the second region.
template <class MemorySpace>
struct RegionWindow {
  const BlockRegions<MemorySpace>& regions;
  std::int32_t own, other;  ///< regions; the same one twice: the search stays in it
  std::int32_t to;
  bool stops_on_entry;
  std::int32_t corner = regions.corner(regions.block_of(regions.representative(own)));
  std::int32_t other_corner = regions.corner(regions.block_of(regions.representative(other)));
  std::int32_t to_x = to % regions.graph.width, to_y = to / regions.graph.width;

  static constexpr bool all_shortest = true;

  /// The nodes that a search takes.
  KOKKOS_INLINE_FUNCTION static std::int32_t nodes(int block_shift) { return 2 << 2 * block_shift; }

  KOKKOS_INLINE_FUNCTION std::int32_t node(std::int32_t cell) const {
    return regions.place_in_block(cell) + (regions.region(cell) == own ? 0 : regions.cells_of_block());
  }
  KOKKOS_INLINE_FUNCTION std::int32_t cell(std::int32_t node) const {
    const std::int32_t cells = regions.cells_of_block();
    return node < cells ? regions.cell_at(corner, node) : regions.cell_at(other_corner, node - cells);
  }
  KOKKOS_INLINE_FUNCTION bool allows(std::int32_t cell) const {
    const std::int32_t region = regions.region(cell);
    return region == own || region == other;
  }
  /// Whether a way may go on from a cell.
  KOKKOS_INLINE_FUNCTION bool leads_on(std::int32_t cell) const {
    const std::int32_t region = regions.region(cell);
    return region == own || (region == other && !stops_on_entry);
  }
  KOKKOS_INLINE_FUNCTION bool ends(std::int32_t cell) const { return stops_on_entry ? regions.region(cell) == other : cell == to; }
  KOKKOS_INLINE_FUNCTION std::uint32_t rest(std::int32_t x, std::int32_t y) const { return regions.graph.least_length(x - to_x, y - to_y); }
  KOKKOS_INLINE_FUNCTION std::uint32_t rest_at(std::int32_t cell) const {
    return rest(cell % regions.graph.width, cell / regions.graph.width);
  }
};

}  // namespace plethos::planning
