#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/grid_map.hpp"

namespace plethos::scenarios {

/// The most cells that a map may have.
constexpr std::int64_t maximum_map_cells = 100'000'000;

/// Reads a map of the Moving AI benchmark set. Passable: '.', 'G' and 'S'; blocked: '@', 'O', 'T' and 'W' (water, from land).
/// Errors: InputError "FILE:LINE: KEY: found X, expected Y" for a missing, empty, truncated or damaged file.
/// Cost: memory for one row beside the map.
GridMap read_moving_ai_map(const std::string& path);

/// One problem of a .scen file: cells of a map, row 0 on top.
struct PathProblem {
  std::int32_t bucket = 0;
  std::int32_t start_x = 0;
  std::int32_t start_y = 0;
  std::int32_t goal_x = 0;
  std::int32_t goal_y = 0;
  /// Cells: length of a shortest path, 8-connected, diagonal steps sqrt(2) long and never past a blocked corner; rounded in the file.
  double optimal_length = 0;
};

/// Reads the problems of a .scen file of the Moving AI benchmark set, columns separated by tabs or spaces.
/// Errors: as read_moving_ai_map, also for another map size than `map` has and for a start or goal that is outside or blocked.
std::vector<PathProblem> read_moving_ai_scen(const std::string& path, const GridMap& map);

}  // namespace plethos::scenarios
