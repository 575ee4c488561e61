#pragma once

#include "core/grid_map.hpp"
#include "scenarios/builders/builder.hpp"

namespace plethos::scenarios {

/// Builds the walls of a Moving AI map. Starts and goals are distinct cells of its largest connected region, drawn from the seed, or come
/// from a .scen file: its first problems, without those whose start or goal another agent has taken. The lower left corner of the map is
/// the origin.
Builder map_builder();

/// Returns the side of a map's cells in metres in a request for the builder `map`. Errors: InputError for a setting out of range.
float map_cell_size(const ScenarioRequest& request);

/// Returns the center of the cell of column x and row y (GridMap), in metres, where the builder puts it.
Vec2 map_cell_center(const GridMap& map, float cell_size, std::int32_t x, std::int32_t y);

}  // namespace plethos::scenarios
