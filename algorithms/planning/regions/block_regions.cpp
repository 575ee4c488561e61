#include "algorithms/planning/regions/block_regions.hpp"

#include "backends/instantiate.hpp"
#include "backends/scan.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

constexpr int most_rows = 32;

/// Rows of a block as bit masks, with the first column in the lowest bit.
struct BlockRows {
  std::uint32_t row[most_rows];
};

/// Returns the cells of a row that can be reached from some of them, over free ones.
KOKKOS_INLINE_FUNCTION std::uint32_t spread(std::uint32_t from, std::uint32_t free) {
  std::uint32_t east = from & free, west = east;
  std::uint32_t east_free = free, west_free = free;
  for (int step = 1; step < 32; step *= 2) {
    east |= east_free & east << step;
    east_free &= east_free << step;
    west |= west_free & west >> step;
    west_free &= west_free >> step;
  }
  return east | west;
}

/// Finds the regions of each block: a breadth-first search in which all cells of a row are one word. Regions have their numbers within the
/// block at first.
template <class MemorySpace>
struct FindRegions {
  static constexpr int grain = 64;
  BlockRegions<MemorySpace> regions;
  Kokkos::View<std::int32_t*, MemorySpace> found;  ///< representatives: half a block's cells for each block

  KOKKOS_FUNCTION void operator()(int block) const {
    const auto& graph = regions.graph;
    const std::int32_t corner = regions.corner(block);
    const std::int32_t height = Kokkos::min(regions.side(), graph.height - corner / graph.width);
    const std::int32_t width = Kokkos::min(regions.side(), graph.width - corner % graph.width);
    BlockRows free;
    for (std::int32_t y = 0; y < height; ++y) {
      free.row[y] = 0;
      for (std::int32_t x = 0; x < width; ++x) {
        const std::int32_t cell = corner + y * graph.width + x;
        regions.region(cell) = -1;
        free.row[y] |= graph.passable(cell) != 0 ? 1u << x : 0u;
      }
    }
    std::int32_t count = 0;
    for (std::int32_t y = 0; y < height; ++y) {
      while (free.row[y] != 0) {
        const std::uint32_t seed = free.row[y] & (0u - free.row[y]);
        found(block * (regions.cells_of_block() / 2) + count) = take_region(corner, height, y, seed, count, free);
        ++count;
      }
    }
    regions.first(block) = count;
  }

 private:
  /// Removes the region that holds a cell of row `top` from the free cells, and numbers its cells. No other region's cells come before it.
  /// Returns its representative.
  KOKKOS_INLINE_FUNCTION std::int32_t take_region(std::int32_t corner, std::int32_t height, std::int32_t top, std::uint32_t seed,
                                                  std::int32_t number, BlockRows& free) const {
    BlockRows taken;
    for (std::int32_t y = top; y < height; ++y) taken.row[y] = 0;
    taken.row[top] = spread(seed, free.row[top]);
    for (bool grows = true; grows;) {
      grows = false;
      const auto take = [&](std::int32_t y, std::uint32_t beside) {
        if ((beside & free.row[y] & ~taken.row[y]) == 0) return;
        taken.row[y] = spread(taken.row[y] | beside, free.row[y]);
        grows = true;
      };
      for (std::int32_t y = top + 1; y < height; ++y) take(y, taken.row[y - 1]);
      for (std::int32_t y = height - 2; y >= top; --y) take(y, taken.row[y + 1]);
    }
    std::int32_t cells = 0, sum_x = 0, sum_y = 0;
    const auto for_each = [&](const auto& visit) {
      for (std::int32_t y = top; y < height; ++y) {
        for (std::uint32_t left = taken.row[y]; left != 0; left &= left - 1) visit(Kokkos::countr_zero(left), y);
      }
    };
    for_each([&](std::int32_t x, std::int32_t y) {
      ++cells;
      sum_x += x;
      sum_y += y;
      regions.region(corner + y * regions.graph.width + x) = number;
    });
    std::int64_t least = -1;
    std::int32_t nearest = -1;
    for_each([&](std::int32_t x, std::int32_t y) {
      const std::int64_t across = std::int64_t{cells} * x - sum_x;
      const std::int64_t down = std::int64_t{cells} * y - sum_y;
      const std::int64_t squared = across * across + down * down;
      if (least >= 0 && squared >= least) return;
      least = squared;
      nearest = corner + y * regions.graph.width + x;
    });
    for (std::int32_t y = top; y < height; ++y) free.row[y] &= ~taken.row[y];
    return nearest;
  }
};

/// Gives the regions their numbers in the whole map.
template <class MemorySpace>
struct NumberRegions {
  BlockRegions<MemorySpace> regions;
  Kokkos::View<const std::int32_t*, MemorySpace> found;

  KOKKOS_FUNCTION void operator()(int cell) const {
    const std::int32_t number = regions.region(cell);
    if (number < 0) return;
    const std::int32_t block = regions.block_of(cell);
    const std::int32_t region = regions.first(block) + number;
    regions.region(cell) = region;
    if (found(block * (regions.cells_of_block() / 2) + number) == cell) regions.representative(region) = cell;
  }
};

template <class Execution>
BlockRegions<typename Execution::memory_space> find_block_regions(const Execution& execution,
                                                                  const GridGraph<typename Execution::memory_space>& graph, int side) {
  using MemorySpace = typename Execution::memory_space;
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;
  BlockRegions<MemorySpace> regions;
  regions.graph = graph;
  regions.shift = 0;
  while (1 << regions.shift < side) ++regions.shift;
  regions.columns = (graph.width + side - 1) / side;
  regions.rows = (graph.height + side - 1) / side;
  const std::int32_t blocks = regions.blocks();
  regions.region = unset_view<Numbers>("plethos::regions::region", graph.cells());
  regions.first = Numbers("plethos::regions::first", blocks + 1);
  const auto found = unset_view<Numbers>("plethos::regions::found", static_cast<std::size_t>(blocks) * (regions.cells_of_block() / 2));
  backends::for_each(execution, "plethos::regions::find", blocks, FindRegions<MemorySpace>{regions, found});
  regions.count = backends::places_of_counts(execution, "plethos::regions::scan", regions.first);
  regions.representative = unset_view<Numbers>("plethos::regions::representative", regions.count);
  backends::for_each(execution, "plethos::regions::number", graph.cells(), NumberRegions<MemorySpace>{regions, found});
  execution.fence();
  return regions;
}

#define PLETHOS_BLOCK_REGIONS(Execution) \
  template BlockRegions<Execution::memory_space> find_block_regions(const Execution&, const GridGraph<Execution::memory_space>&, int)
PLETHOS_FOR_EXECUTIONS(PLETHOS_BLOCK_REGIONS);
#undef PLETHOS_BLOCK_REGIONS

}  // namespace plethos::planning
