#pragma once

#include "algorithms/planning/grid/map/grid_graph.hpp"

namespace plethos::planning {

/// A map cut into square blocks, and the regions of each block: the parts of it whose cells reach each other inside of the block
/// (Caggianese and Erra 2014, section 4.1, figure 3). Blocks are numbered row by row from the north-west. Regions are numbered block by
/// block, and those of a block by their first cells.
template <class MemorySpace>
struct BlockRegions {
  GridGraph<MemorySpace> graph;
  int shift = 3;                                            ///< a block has 1 << shift cells a side
  std::int32_t columns = 0;                                 ///< blocks
  std::int32_t rows = 0;                                    ///< blocks
  std::int32_t count = 0;                                   ///< regions
  Kokkos::View<std::int32_t*, MemorySpace> region;          ///< of each cell; -1: blocked
  Kokkos::View<std::int32_t*, MemorySpace> first;           ///< P_r: the first region of each block, and at the end `count`
  Kokkos::View<std::int32_t*, MemorySpace> representative;  ///< R: of each region the cell that is nearest to its center

  KOKKOS_INLINE_FUNCTION std::int32_t side() const { return 1 << shift; }
  KOKKOS_INLINE_FUNCTION std::int32_t cells_of_block() const { return 1 << 2 * shift; }
  KOKKOS_INLINE_FUNCTION std::int32_t blocks() const { return columns * rows; }
  KOKKOS_INLINE_FUNCTION std::int32_t block_of(std::int32_t cell) const {
    return (cell / graph.width >> shift) * columns + (cell % graph.width >> shift);
  }
  /// The north-western cell of a block.
  KOKKOS_INLINE_FUNCTION std::int32_t corner(std::int32_t block) const {
    return (block / columns << shift) * graph.width + (block % columns << shift);
  }
  /// The place of a cell in its block, row by row.
  KOKKOS_INLINE_FUNCTION std::int32_t place_in_block(std::int32_t cell) const {
    const std::int32_t mask = side() - 1;
    return (cell / graph.width & mask) << shift | (cell % graph.width & mask);
  }
  KOKKOS_INLINE_FUNCTION std::int32_t cell_at(std::int32_t corner_of_block, std::int32_t place) const {
    return corner_of_block + (place >> shift) * graph.width + (place & (side() - 1));
  }
  /// Returns the difference between the place of a cell in its block and that of its neighbor in a direction, if both lie in the block.
  KOKKOS_INLINE_FUNCTION std::int32_t place_step(int direction) const { return row_step(direction) * side() + column_step(direction); }
  /// Returns the directions in which the places beside one lie in its block, a bit a direction.
  KOKKOS_INLINE_FUNCTION std::uint32_t directions_inside(std::int32_t place) const {
    const std::int32_t last = side() - 1;
    const std::int32_t column = place & last;
    const std::int32_t row = place >> shift;
    return 0xffu & ~((column == last ? eastward : 0u) | (row == last ? southward : 0u) | (column == 0 ? westward : 0u) |
                     (row == 0 ? northward : 0u));
  }
  /// The part of a block that lies in the map.
  struct Extent {
    std::int32_t corner, columns, rows;
  };
  KOKKOS_INLINE_FUNCTION Extent extent(std::int32_t corner_of_block) const {
    return {corner_of_block, Kokkos::min(side(), graph.width - corner_of_block % graph.width),
            Kokkos::min(side(), graph.height - corner_of_block / graph.width)};
  }
  /// Returns the steps that lead from a place in a block to cells of a region, a bit a direction; none if the place is not of the region.
  /// All legal steps that do not leave the block do so: also cells that touch diagonally are only joined by a step if those beside it are
  /// passable, and so in the same region.
  KOKKOS_INLINE_FUNCTION std::uint32_t steps_inside(std::int32_t of, const Extent& block, std::int32_t place) const {
    if ((place & (side() - 1)) >= block.columns || place >> shift >= block.rows) return 0;
    const std::int32_t cell = cell_at(block.corner, place);
    return region(cell) == of ? graph.steps(cell) & directions_inside(place) : 0u;
  }

  std::uint64_t bytes() const { return graph.bytes() + 4 * (region.size() + first.size() + representative.size()); }
};

/// The regions of a map, with what it takes to find those of some blocks anew.
template <class MemorySpace>
struct KeptRegions {
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;

  BlockRegions<MemorySpace> regions;  ///< P_r is the scan of `counts`, and R the beginning of `representatives`
  Numbers counts;                     ///< regions of each block, and at the end 0
  Numbers found;                      ///< representatives block by block, with room for half a block's cells for each
  Numbers before;                     ///< P_r as it was when the cells of each block were last numbered
  Numbers representatives, block_sums;

  /// Returns the bytes besides those of `regions`.
  std::uint64_t bytes() const {
    return 4 * (counts.size() + found.size() + before.size() + representatives.size() - regions.representative.size() + block_sums.size());
  }
};

/// Finds the regions of all blocks at once, a thread a block. `side`: cells of a block's side, 4, 8, 16 or 32. Of cells that are equally
/// near to the center of their region the first one represents it. Cost: linear in the cells. What is kept of a map with as many cells and
/// blocks is used again, and so is its memory. Waits.
template <class Execution>
void find_block_regions(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph, int side,
                        KeptRegions<typename Execution::memory_space>& kept);

/// Finds the regions of some blocks anew after cells of them have turned, and renumbers the others. `first_block` is the least of `blocks`,
/// which has each of them once. The regions are then those of find_block_regions(). Cost: linear in the cells of the blocks; linear in the
/// regions, a scan and a copy; and an addition for each cell behind the first block if the number of regions before it has changed. One
/// number is copied to the host. Claims memory only for more regions than there ever were, and then for an eighth more. Waits.
template <class Execution>
void repair_block_regions(const Execution& execution, Kokkos::View<const std::int32_t*, typename Execution::memory_space> blocks,
                          std::int32_t first_block, KeptRegions<typename Execution::memory_space>& kept);

}  // namespace plethos::planning
