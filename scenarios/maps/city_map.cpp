#include <algorithm>

#include "core/random.hpp"
#include "scenarios/maps/map_kinds.hpp"

namespace plethos::scenarios {
namespace {

/// Blocks fill squares of `block` cells, `street` cells apart. A block is built over, has a court with a gate, or is a square without
/// buildings.
GridMap draw_city(const MapRequest& request) {
  const auto block = static_cast<std::int32_t>(request.values.at("block"));
  const auto street = static_cast<std::int32_t>(request.values.at("street"));
  const double squares = request.values.at("squares");
  const double courts = request.values.at("courts");
  GridMap map = plain_map(request.width, request.height, true);
  const auto fill = [&](std::int32_t left, std::int32_t top, std::int32_t right, std::int32_t bottom, bool passable) {
    fill_cells(left, top, right, bottom, passable, map);
  };
  PhiloxStream random(request.seed, 0);
  for (std::int32_t top = street; top < map.height; top += block + street) {
    for (std::int32_t left = street; left < map.width; left += block + street) {
      const double kind = random.between(0, 1);
      const std::uint64_t gate = random.below(4);
      if (kind < squares) continue;
      fill(left, top, left + block, top + block, false);
      const std::int32_t wall = block / 4;
      // At the edge the gate of a court would be outside of the map.
      const bool whole = left + block < map.width && top + block < map.height;
      if (kind >= squares + courts || wall == 0 || !whole) continue;
      fill(left + wall, top + wall, left + block - wall, top + block - wall, true);
      const std::int32_t middle = block / 2;
      const std::int32_t wide = std::max(block / 8, 1);
      if (gate == 0) fill(left + block - wall, top + middle, left + block, top + middle + wide, true);
      if (gate == 1) fill(left + middle, top + block - wall, left + middle + wide, top + block, true);
      if (gate == 2) fill(left, top + middle, left + wall, top + middle + wide, true);
      if (gate == 3) fill(left + middle, top, left + middle + wide, top + wall, true);
    }
  }
  return map;
}

}  // namespace

MapKind city_kind() {
  return {.name = "city",
          .sentence = "blocks of buildings between streets, some of them squares or with courts",
          .keys = {{"block", "cells", 1, 10'000, "side of a block", 24, ParameterKind::whole},
                   {"street", "cells", 1, 10'000, "width of a street", 6, ParameterKind::whole},
                   {"squares", "", 0, 1, "share of the blocks that are squares without buildings", 0.1},
                   {"courts", "", 0, 1, "share of the blocks that have a court with a gate", 0.3}},
          .draw = draw_city};
}

}  // namespace plethos::scenarios
