#pragma once

#include <set>
#include <utility>
#include <vector>

#include "algorithms/planning/grid/search/grid_reference.hpp"

namespace plethos::planning::reference {

/// The regions of the blocks of a map, as BlockRegions numbers them.
struct Regions {
  std::vector<std::int32_t> region;      ///< of each cell; -1: blocked
  std::vector<GridCell> representative;  ///< of each region
  std::vector<std::int32_t> first;       ///< of each block, and at the end the number of regions
};

/// Finds the regions by a breadth-first search after the other (Caggianese and Erra 2014, section 4.1).
inline Regions block_regions(const GridMap& map, std::int32_t side) {
  Regions regions{std::vector<std::int32_t>(map.passable.size(), -1), {}, {}};
  const auto region_of = [&](GridCell cell) -> std::int32_t& { return regions.region[map.index(cell.x, cell.y)]; };
  for (std::int32_t top = 0; top < map.height; top += side) {
    for (std::int32_t left = 0; left < map.width; left += side) {
      regions.first.push_back(static_cast<std::int32_t>(regions.representative.size()));
      const auto inside = [&](GridCell cell) {
        return map.is_passable(cell) && cell.x >= left && cell.x < left + side && cell.y >= top && cell.y < top + side;
      };
      for (std::int32_t place = 0; place < side * side; ++place) {
        const GridCell seed{left + place % side, top + place / side};
        if (!inside(seed) || region_of(seed) >= 0) continue;
        const auto number = static_cast<std::int32_t>(regions.representative.size());
        std::vector<GridCell> cells{seed};
        region_of(seed) = number;
        for (std::size_t k = 0; k < cells.size(); ++k) {
          const GridCell at = cells[k];
          for (const GridCell next : {GridCell{at.x + 1, at.y}, {at.x, at.y + 1}, {at.x - 1, at.y}, {at.x, at.y - 1}}) {
            if (!inside(next) || region_of(next) >= 0) continue;
            region_of(next) = number;
            cells.push_back(next);
          }
        }
        GridCell nearest = seed;
        double least = std::numeric_limits<double>::infinity();
        double x = 0, y = 0;
        for (const GridCell cell : cells) {
          x += cell.x;
          y += cell.y;
        }
        // Times the number of cells, so that equal distances are equal numbers.
        const auto count = static_cast<double>(cells.size());
        for (std::int32_t k = 0; k < side * side; ++k) {
          const GridCell cell{left + k % side, top + k / side};
          if (!inside(cell) || region_of(cell) != number) continue;
          const double away = (count * cell.x - x) * (count * cell.x - x) + (count * cell.y - y) * (count * cell.y - y);
          if (away < least) nearest = cell;
          least = std::min(least, away);
        }
        regions.representative.push_back(nearest);
      }
    }
  }
  regions.first.push_back(static_cast<std::int32_t>(regions.representative.size()));
  return regions;
}

/// Where two cells of different regions lie beside each other: the cell of the one and the cell of the other region.
struct Touch {
  GridCell from, to;
};

/// Returns all of these, by the place of the first cell, and for each to the east, south, west and north.
inline std::vector<Touch> touches(const GridMap& map, const Regions& regions) {
  std::vector<Touch> all;
  for (std::size_t at = 0; at < map.passable.size(); ++at) {
    const GridCell cell = map.cell(at);
    for (const GridCell next : {GridCell{cell.x + 1, cell.y}, {cell.x, cell.y + 1}, {cell.x - 1, cell.y}, {cell.x, cell.y - 1}}) {
      if (!map.is_passable(cell) || !map.is_passable(next)) continue;
      if (regions.region[at] != regions.region[map.index(next.x, next.y)]) all.push_back({cell, next});
    }
  }
  return all;
}

/// Returns the pairs of regions that touch.
inline std::set<std::pair<std::int32_t, std::int32_t>> region_edges(const GridMap& map, const Regions& regions) {
  std::set<std::pair<std::int32_t, std::int32_t>> edges;
  for (const Touch& touch : touches(map, regions)) {
    edges.insert({regions.region[map.index(touch.from.x, touch.from.y)], regions.region[map.index(touch.to.x, touch.to.y)]});
  }
  return edges;
}

}  // namespace plethos::planning::reference
