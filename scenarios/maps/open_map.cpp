#include "scenarios/maps/map_kinds.hpp"
#include "scenarios/maps/map_shapes.hpp"

namespace plethos::scenarios {
namespace {

/// Draws a disc or a box whose longest side is at most `side` cells, and at least a third of that.
template <class Place>
void draw_obstacle(const GridMap& map, double side, PhiloxStream& random, const Place& place) {
  const double x = random.between(0, static_cast<float>(map.width));
  const double y = random.between(0, static_cast<float>(map.height));
  const double half = side / 2 * random.between(1.f / 3, 1);
  const Vec2d along = draw_direction(random);
  const double slim = random.between(0.4f, 1);
  if (random.below(3) == 0) {
    place(Disc{x, y, half});
  } else {
    place(TurnedBox{x, y, along, half, half * slim});
  }
}

/// Obstacles at random places, with free cells between any two, so that all ground is one part.
GridMap draw_open(const MapRequest& request) {
  const double side = request.values.at("obstacle");
  const double cells = static_cast<double>(request.width) * static_cast<double>(request.height);
  const auto wanted = static_cast<std::int64_t>(request.values.at("blocked") * cells);
  // As many as would cover the ground several times: those that meet others are left out.
  const auto most = static_cast<std::int64_t>(16 * cells / (side * side)) + 64;
  GridMap map = plain_map(request.width, request.height, true);
  PhiloxStream random(request.seed, 0);
  std::int64_t blocked = 0;
  for (std::int64_t k = 0; k < most && blocked < wanted; ++k) {
    draw_obstacle(map, side, random, [&](const auto& shape) {
      if (is_clear(map, shape.grown(2))) blocked += fill_shape(shape, false, map);
    });
  }
  return map;
}

}  // namespace

MapKind open_kind() {
  return {.name = "open",
          .sentence = "open ground with scattered boxes and discs; all of it can be reached",
          .keys = {{"obstacle", "cells", 3, 10'000, "longest side of an obstacle", 16, ParameterKind::whole},
                   {"blocked", "", 0, 0.3, "share of the ground that obstacles cover", 0.05}},
          .draw = draw_open};
}

}  // namespace plethos::scenarios
