#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/grid_map.hpp"
#include "scenarios/io/output_file.hpp"

namespace plethos::scenarios {

/// Reads a map of the Moving AI benchmark set. '.', 'G' and 'S' are passable; '@', 'O', 'T' and 'W' (water, from land) are blocked. A cell
/// of swamp, 'S', costs `swamp_cost` >= 1, and every other cell 1. Errors: InputError "FILE:LINE: KEY: found X, expected Y" for a missing,
/// empty, truncated or damaged file. Cost: memory for one row beside the map.
GridMap read_moving_ai_map(const std::string& path, std::int32_t swamp_cost = 1);

/// Writes a map as such a file: '.' is passable, '@' is blocked. Costs are left out (map_costs.hpp). The caller keeps the file.
/// Errors: MachineError if the disk is full or fails.
void write_moving_ai_map(OutputFile& output, const GridMap& map);

/// One problem of a .scen file: cells of a map, row 0 on top.
struct PathProblem {
  std::int32_t bucket = 0;
  std::int32_t start_x = 0;
  std::int32_t start_y = 0;
  std::int32_t goal_x = 0;
  std::int32_t goal_y = 0;
  /// Cells: the length of a shortest path. It is 8-connected, diagonal steps are sqrt(2) long and never pass a blocked corner. The file
  /// rounds it.
  double optimal_length = 0;
};

/// Reads the problems of a .scen file of the Moving AI benchmark set, with columns separated by tabs or spaces. Errors: as
/// read_moving_ai_map(), also for a map size other than that of `map`, and for a start or goal that is outside or blocked.
std::vector<PathProblem> read_moving_ai_scen(const std::string& path, const GridMap& map);

}  // namespace plethos::scenarios
