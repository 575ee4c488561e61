#pragma once

#include <cstdint>
#include <string>

#include "core/grid_map.hpp"
#include "scenarios/io/output_file.hpp"

namespace plethos::scenarios {

/// The greatest cost of a cell in a file.
inline constexpr std::int32_t maximum_cell_cost = 1'000'000;

/// Returns the name of the file of costs that lies beside a map: FILE.map.cost.
std::string costs_beside(const std::string& map_path);

/// Reads the costs of a map's cells. The file begins as a Moving AI map does, with the line 'cost' instead of 'map'. A line for each row
/// follows, with a whole number from 1 to maximum_cell_cost for each cell, separated by spaces or tabs. A blocked cell may have 0. Errors:
/// InputError "FILE:LINE: KEY: found X, expected Y" for a file that is missing, damaged or of another size than the map. Cost: memory for
/// one row beside the map.
void read_map_costs(const std::string& path, GridMap& map);

/// Writes the costs of a map's passable cells as such a file, and 0 for blocked ones. Errors: as write_moving_ai_map().
void write_map_costs(OutputFile& output, const GridMap& map);

}  // namespace plethos::scenarios
