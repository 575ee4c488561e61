#include "algorithms/planning/grid/regions/block_regions.hpp"

#include <utility>

#include "backends/instantiate.hpp"
#include "backends/scan.hpp"
#include "core/bits.hpp"
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

/// Finds the regions of each block: a breadth-first search in which all cells of a row are one word. A block's numbers begin where they
/// began before (KeptRegions::before). NumberCells moves them if blocks in front of it have more or fewer regions now.
template <class MemorySpace>
struct FindRegions {
  static constexpr int grain = 64;
  KeptRegions<MemorySpace> kept;
  Kokkos::View<const std::int32_t*, MemorySpace> blocks;  ///< empty: all

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::int32_t block = blocks.size() > 0 ? blocks(k) : k;
    const BlockRegions<MemorySpace>& regions = kept.regions;
    const auto& graph = regions.graph;
    const auto [corner, width, height] = regions.extent(regions.corner(block));
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
        kept.found(block * (regions.cells_of_block() / 2) + count) = take_region(corner, height, y, seed, kept.before(block) + count, free);
        ++count;
      }
    }
    kept.counts(block) = count;
  }

 private:
  /// Removes the region that holds a cell of row `top` from the free cells, and numbers its cells. No other region's cells come before it.
  /// Returns its representative.
  KOKKOS_INLINE_FUNCTION std::int32_t take_region(std::int32_t corner, std::int32_t height, std::int32_t top, std::uint32_t seed,
                                                  std::int32_t number, BlockRows& free) const {
    const BlockRegions<MemorySpace>& regions = kept.regions;
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
        for (std::uint32_t left = taken.row[y]; left != 0; left &= left - 1) visit(countr_zero(left), y);
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

/// Gives the cells of each row of each block the numbers that their regions have now.
template <class MemorySpace>
struct NumberCells {
  KeptRegions<MemorySpace> kept;
  std::int32_t first_block;

  KOKKOS_FUNCTION void operator()(int item) const {
    const BlockRegions<MemorySpace>& regions = kept.regions;
    const std::int32_t block = first_block + (item >> regions.shift);
    const std::int32_t more = regions.first(block) - kept.before(block);
    if (more == 0) return;
    const std::int32_t width = regions.graph.width;
    const std::int32_t corner = regions.corner(block);
    const std::int32_t row = item & (regions.side() - 1);
    if (corner / width + row >= regions.graph.height) return;
    const std::int32_t begin = corner + row * width;
    const std::int32_t end = begin + Kokkos::min(regions.side(), width - corner % width);
    for (std::int32_t cell = begin; cell < end; ++cell) {
      const std::int32_t region = regions.region(cell);
      regions.region(cell) = region < 0 ? region : region + more;
    }
  }
};

/// Lists the representatives without gaps.
template <class MemorySpace>
struct ListRepresentatives {
  KeptRegions<MemorySpace> kept;

  KOKKOS_FUNCTION void operator()(int block) const {
    const BlockRegions<MemorySpace>& regions = kept.regions;
    const std::int32_t first = regions.first(block);
    for (std::int32_t k = 0; k < kept.counts(block); ++k) {
      regions.representative(first + k) = kept.found(block * (regions.cells_of_block() / 2) + k);
    }
  }
};

template <class MemorySpace>
struct CopyNumbers {
  Kokkos::View<const std::int32_t*, MemorySpace> from;
  Kokkos::View<std::int32_t*, MemorySpace> to;

  KOKKOS_FUNCTION void operator()(int i) const { to(i) = from(i); }
};

template <class Execution>
void repair_block_regions(const Execution& execution, Kokkos::View<const std::int32_t*, typename Execution::memory_space> blocks,
                          std::int32_t first_block, KeptRegions<typename Execution::memory_space>& kept) {
  using MemorySpace = typename Execution::memory_space;
  BlockRegions<MemorySpace>& regions = kept.regions;
  const std::int32_t all = regions.blocks();
  std::swap(regions.first, kept.before);
  backends::for_each(execution, "plethos::regions::find", blocks.size() > 0 ? static_cast<int>(blocks.size()) : all,
                     FindRegions<MemorySpace>{kept, blocks});
  backends::for_each(execution, "plethos::regions::copy_counts", all + 1, CopyNumbers<MemorySpace>{kept.counts, regions.first});
  regions.count = backends::places_of_counts(execution, "plethos::regions::scan", regions.first, kept.block_sums);
  regions.representative = claim_view("plethos::regions::representative", static_cast<std::size_t>(regions.count), kept.representatives);
  backends::for_each(execution, "plethos::regions::number", (all - first_block) << regions.shift,
                     NumberCells<MemorySpace>{kept, first_block});
  backends::for_each(execution, "plethos::regions::list", all, ListRepresentatives<MemorySpace>{kept});
  execution.fence();
}

template <class Execution>
void find_block_regions(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph, int side,
                        KeptRegions<typename Execution::memory_space>& kept) {
  using Numbers = typename KeptRegions<typename Execution::memory_space>::Numbers;
  BlockRegions<typename Execution::memory_space>& regions = kept.regions;
  regions.graph = graph;
  regions.shift = 0;
  while (1 << regions.shift < side) ++regions.shift;
  regions.columns = (graph.width + side - 1) / side;
  regions.rows = (graph.height + side - 1) / side;
  const auto blocks = static_cast<std::size_t>(regions.blocks());
  fit_view("plethos::regions::region", static_cast<std::size_t>(graph.cells()), regions.region);
  fit_view("plethos::regions::found", blocks * static_cast<std::size_t>(regions.cells_of_block() / 2), kept.found);
  fit_view("plethos::regions::block_sums", (blocks + 1) / backends::scan_block + 1, kept.block_sums);
  if (kept.counts.size() != blocks + 1) {
    kept.counts = Numbers("plethos::regions::counts", blocks + 1);
    kept.before = Numbers("plethos::regions::before", blocks + 1);
    regions.first = Numbers("plethos::regions::first", blocks + 1);
  }
  repair_block_regions(execution, {}, 0, kept);
}

#define PLETHOS_BLOCK_REGIONS(Execution)                                                                                         \
  template void find_block_regions(const Execution&, const GridGraph<Execution::memory_space>&, int,                             \
                                   KeptRegions<Execution::memory_space>&);                                                       \
  template void repair_block_regions(const Execution&, Kokkos::View<const std::int32_t*, Execution::memory_space>, std::int32_t, \
                                     KeptRegions<Execution::memory_space>&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_BLOCK_REGIONS);
#undef PLETHOS_BLOCK_REGIONS

}  // namespace plethos::planning
