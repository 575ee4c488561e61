#include "scenarios/maps/map_kinds.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace plethos::scenarios {

namespace {

const MapKind& require_kind(std::string_view name) {
  std::vector<std::string> names;
  for (const MapKind& kind : map_kinds()) {
    if (kind.name == name) return kind;
    names.push_back(kind.name);
  }
  throw InputError(unknown_name_message("kind of map", std::string(name), names));
}

}  // namespace

const std::vector<MapKind>& map_kinds() {
  static const std::vector<MapKind> kinds{city_kind(), game_kind(),   maze_kind(),  office_kind(),
                                          open_kind(), random_kind(), rooms_kind(), terrain_kind()};
  return kinds;
}

GridMap plain_map(std::int32_t width, std::int32_t height, bool passable) {
  GridMap map;
  map.width = width;
  map.height = height;
  map.passable.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), passable ? 1 : 0);
  return map;
}

void fill_cells(std::int32_t left, std::int32_t top, std::int32_t right, std::int32_t bottom, bool passable, GridMap& map) {
  for (std::int32_t y = top; y < std::min(bottom, map.height); ++y) {
    for (std::int32_t x = left; x < std::min(right, map.width); ++x) map.passable[map.index(x, y)] = passable ? 1 : 0;
  }
}

ParameterValues map_values(std::string_view kind, const Settings& settings) {
  const MapKind& known = require_kind(kind);
  ParameterValues values;
  for (const auto& [key, value] : settings) {
    try {
      values[key] = read_value(require_parameter(known.keys, key, "key"), value);
    } catch (const InputError& error) {
      throw InputError(std::string("--set ") + error.what());
    }
  }
  return values;
}

GridMap draw_map(std::string_view kind, const MapRequest& request) {
  const MapKind& known = require_kind(kind);
  if (request.width < 1 || request.height < 1 || std::int64_t{request.width} * request.height > maximum_map_cells) {
    throw InputError("size: found " + std::to_string(request.width) + " x " + std::to_string(request.height) +
                     " cells, expected at least 1 x 1 and at most " + std::to_string(maximum_map_cells) + " in all");
  }
  MapRequest whole = request;
  for (const ParameterInfo& key : known.keys) whole.values.emplace(key.name, key.default_value);
  return known.draw(whole);
}

}  // namespace plethos::scenarios
