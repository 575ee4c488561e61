#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/planning/path_finder.hpp"
#include "core/grid_map.hpp"

namespace plethos::planning {

/// Ways over the cells of a map, collected in any order.
class ListedWays {
 public:
  explicit ListedWays(std::size_t queries) : first_(queries, 0), count_(queries, 0) {}

  /// Adds the way of query q: the cells where it begins, bends and ends, at least one.
  void add(std::size_t q, std::span<const std::int32_t> cells);
  /// Returns the ways in the order of the queries, from center to center of cells. Before and behind them lies a leg to the places of
  /// the query, where these are no centers. A way within one cell is a straight line. Cost: one pass over the cells.
  Paths paths(const WorldGrid& grid, std::span<const PathQuery> queries) const;

 private:
  std::vector<std::size_t> first_;  ///< of each query, where its way begins in cells_
  std::vector<std::size_t> count_;  ///< of each query; 0: no way
  std::vector<std::int32_t> cells_;
};

/// Returns the number of the passable cell that holds a place, or -1 if there is none.
std::int32_t passable_cell_at(const WorldGrid& grid, Vec2 place);

}  // namespace plethos::planning
