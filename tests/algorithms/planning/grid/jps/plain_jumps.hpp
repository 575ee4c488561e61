#pragma once

#include <optional>

#include "algorithms/planning/grid/jps/jump_scan.hpp"
#include "backends/execution.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {

/// Jumps cell by cell, as their definition says.
struct PlainJumps {
  const GridMap& map;

  static GridCell ahead(GridCell cell, int direction, std::int32_t steps = 1) {
    return {cell.x + steps * planning::column_step(direction), cell.y + steps * planning::row_step(direction)};
  }
  /// Whether a way in a straight direction may turn at a cell: a cell beside it is passable, and the one behind that is blocked.
  bool turns(GridCell cell, int direction) const {
    for (const int side : {(direction + 1) % 4, (direction + 3) % 4}) {
      const GridCell beside = ahead(cell, side);
      if (map.is_passable(beside) && !map.is_passable(ahead(beside, planning::opposite(direction)))) return true;
    }
    return false;
  }
  /// Returns how many cells ahead the next one lies that is blocked or may be turned at.
  std::int32_t cells_to_stop(GridCell cell, int direction) const {
    std::int32_t steps = 1;
    for (GridCell next = ahead(cell, direction); map.is_passable(next) && !turns(next, direction); next = ahead(next, direction)) ++steps;
    return steps;
  }
  /// Returns the cell ahead where a way may turn; none if a blocked one comes first.
  std::optional<GridCell> next_turn(GridCell cell, int direction) const {
    const GridCell stop = ahead(cell, direction, cells_to_stop(cell, direction));
    return map.is_passable(stop) ? std::optional(stop) : std::nullopt;
  }
  /// Returns how many cells before a cell a jump may begin that comes there without passing another stop.
  std::int32_t cells_from_stop(GridCell cell, int direction) const {
    std::int32_t cells = 0;
    for (GridCell before = ahead(cell, direction, -1); map.is_passable(before); before = ahead(before, direction, -1)) {
      ++cells;
      if (turns(before, direction)) break;
    }
    return cells;
  }
};

/// Returns a map with a blocked cell in every fourth row and column, between which diagonals lead through the whole map.
inline WorldGrid pillars(std::int32_t width, std::int32_t height) {
  std::vector<std::string> rows(static_cast<std::size_t>(height), std::string(static_cast<std::size_t>(width), '.'));
  for (std::size_t y = 2; y < rows.size(); y += 4) {
    for (std::size_t x = 2; x < rows[y].size(); x += 4) rows[y][x] = '@';
  }
  return map_of(rows);
}

inline backends::HostExecution one_thread() { return {plainest_backend().scheduler, {}}; }

/// Returns what jumps over a map are found with.
inline planning::JumpScan<Kokkos::HostSpace> jumps_over(const GridMap& map, planning::Connectivity connectivity) {
  const auto graph = planning::make_grid_graph(one_thread(), map, connectivity);
  planning::KeptJumpMaps<Kokkos::HostSpace> kept;
  planning::make_jump_maps(one_thread(), graph, kept);
  return {graph, kept.maps};
}

}  // namespace plethos::tests
