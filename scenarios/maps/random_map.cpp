#include "core/random.hpp"
#include "scenarios/maps/map_kinds.hpp"

namespace plethos::scenarios {
namespace {

GridMap draw_random(const MapRequest& request) {
  const double blocked = request.values.at("blocked");
  GridMap map = plain_map(request.width, request.height, true);
  PhiloxStream random(request.seed, 0);
  for (std::uint8_t& cell : map.passable) cell = random.between(0, 1) < blocked ? 0 : 1;
  return map;
}

}  // namespace

MapKind random_kind() {
  return {.name = "random",
          .sentence = "cells that are blocked by chance",
          .keys = {{"blocked", "", 0, 1, "share of the cells that are blocked", 0.2}},
          .draw = draw_random};
}

}  // namespace plethos::scenarios
