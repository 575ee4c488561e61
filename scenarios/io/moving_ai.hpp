#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/grid_map.hpp"
#include "scenarios/io/left_out_problems.hpp"
#include "scenarios/io/output_file.hpp"
#include "scenarios/terrain.hpp"

namespace plethos::scenarios {

/// Reads a map of the Moving AI benchmark set, of type octile. '.', 'G' (grass), 'B' (blight) and 'S' (swamp) are land, 'W' is water and
/// 'T' trees; '@' and 'O' are nothing. Small letters mean the same. Land is passable, and TerrainMap::open() makes another terrain so: a
/// way never leads from one to another. A cell of swamp costs `swamp_cost` >= 1, and every other cell 1. Errors: InputError "FILE:LINE:
/// KEY: found X, expected Y" for a missing, empty, truncated or damaged file. Cost: memory for one row beside the map.
TerrainMap read_moving_ai_map(const std::string& path, std::int32_t swamp_cost = 1);

/// Writes a map as such a file: '.' is passable, '@' is blocked. Costs are left out (map_costs.hpp). The caller keeps the file.
/// Errors: MachineError if the disk is full or fails.
void write_moving_ai_map(OutputFile& output, const GridMap& map);

/// One problem of a .scen file: cells of a map, row 0 on top. Both are of one terrain.
struct PathProblem {
  std::int32_t bucket = 0;
  std::int32_t start_x = 0;
  std::int32_t start_y = 0;
  std::int32_t goal_x = 0;
  std::int32_t goal_y = 0;
  /// Cells: the length of a shortest path. It is 8-connected, diagonal steps are sqrt(2) long and never pass a blocked corner. The file
  /// rounds it.
  double optimal_length = 0;
  Terrain terrain = Terrain::land;
  std::size_t line = 0;  ///< where the file has it
};

/// The problems of a .scen file.
struct ScenFile {
  std::vector<PathProblem> problems;  ///< those that hold on the map, at least one
  LeftOutProblems left_out;           ///< those that hold nowhere: with an end on a cell of nothing, or between two terrains

  std::int64_t all() const { return static_cast<std::int64_t>(problems.size()) + left_out.count(); }
};

/// Reads the problems of a .scen file of the Moving AI benchmark set, with columns separated by tabs or spaces. It begins
/// with 'version 1'; a file of version 0, or without a version, has problems without the map's size, as in HOG2. Errors: as
/// read_moving_ai_map(), also for a map size other than that of `map`, and for a start or goal outside of it. If no problem holds, or one
/// does not and `strict` is set: the fault of the first one that does not.
ScenFile read_moving_ai_scen(const std::string& path, const TerrainMap& map, bool strict = false);

}  // namespace plethos::scenarios
