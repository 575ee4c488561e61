#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid_map.hpp"
#include "core/parameter_table.hpp"
#include "scenarios/request.hpp"

namespace plethos::scenarios {

/// What a map is drawn from.
struct MapRequest {
  std::int32_t width = 512;   ///< cells
  std::int32_t height = 512;  ///< cells
  std::uint64_t seed = 1;
  ParameterValues values{};  ///< of the kind's keys, as map_values() returns them; those that are missing have their defaults
};

/// A kind of maps that Plethos draws itself. A new one needs a file, and a line in map_kinds.cpp.
struct MapKind {
  std::string name;
  std::string sentence;
  std::vector<ParameterInfo> keys;
  /// Draws a map. `request` has values of all keys, which are in their ranges.
  GridMap (*draw)(const MapRequest& request);
};

const std::vector<MapKind>& map_kinds();

/// Returns the values of a kind's keys. Errors: InputError for an unknown kind or key, and a value out of range.
ParameterValues map_values(std::string_view kind, const Settings& settings);

/// Draws a map of a kind. The same request has the same map on every machine. Errors: InputError for an unknown kind, and a map with no
/// cells or more than maximum_map_cells. Cost: a few visits of every cell.
GridMap draw_map(std::string_view kind, const MapRequest& request);

/// Returns a map of this size with every cell passable, or none.
GridMap plain_map(std::int32_t width, std::int32_t height, bool passable);

/// Makes the cells of a rectangle passable, or blocks them, as far as the map goes: columns [left, right) and rows [top, bottom). left and
/// top: 0 or more.
void fill_cells(std::int32_t left, std::int32_t top, std::int32_t right, std::int32_t bottom, bool passable, GridMap& map);

MapKind city_kind();
MapKind game_kind();
MapKind maze_kind();
MapKind office_kind();
MapKind open_kind();
MapKind random_kind();
MapKind rooms_kind();
MapKind terrain_kind();

}  // namespace plethos::scenarios
