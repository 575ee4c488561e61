#include <algorithm>

#include "scenarios/maps/map_kinds.hpp"
#include "scenarios/maps/room_plan.hpp"

namespace plethos::scenarios {
namespace {

/// Rooms of `room` cells a side, with walls of one cell between them. A door is `door` cells wide, and at most as wide as the room.
GridMap draw_plan(const MapRequest& request, std::int32_t room, std::int32_t door, const RoomPlan& plan, PhiloxStream& random) {
  GridMap map = plain_map(request.width, request.height, true);
  const std::int32_t pitch = room + 1;
  for (std::int32_t y = 0; y < map.height; ++y) {
    for (std::int32_t x = 0; x < map.width; ++x) {
      if (x % pitch == room || y % pitch == room) map.passable[map.index(x, y)] = 0;
    }
  }
  for (std::int32_t row = 0; row < plan.rows; ++row) {
    for (std::int32_t column = 0; column < plan.columns; ++column) {
      const std::int32_t left = column * pitch;
      const std::int32_t top = row * pitch;
      const std::int32_t wide = std::min(room, map.width - left);
      const std::int32_t high = std::min(room, map.height - top);
      // Each wall draws, whether it has a door or not, so that doors of one wall do not depend on other walls.
      const auto first = [&](std::int32_t cells) {
        return static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(cells - std::min(door, cells) + 1)));
      };
      const std::int32_t down = first(high);
      const std::int32_t across = first(wide);
      for (std::int32_t k = 0; k < std::min(door, high) && left + pitch < map.width && plan.joins_east[plan.index(column, row)]; ++k) {
        map.passable[map.index(left + room, top + down + k)] = 1;
      }
      for (std::int32_t k = 0; k < std::min(door, wide) && top + pitch < map.height && plan.joins_south[plan.index(column, row)]; ++k) {
        map.passable[map.index(left + across + k, top + room)] = 1;
      }
    }
  }
  return map;
}

std::int32_t rooms_along(std::int32_t cells, std::int32_t room) { return (cells + room) / (room + 1); }

GridMap draw_rooms_map(const MapRequest& request) {
  const auto room = static_cast<std::int32_t>(request.values.at("room"));
  PhiloxStream random(request.seed, 0);
  const RoomPlan plan =
      draw_rooms(rooms_along(request.width, room), rooms_along(request.height, room), request.values.at("more_doors"), random);
  return draw_plan(request, room, static_cast<std::int32_t>(request.values.at("door")), plan, random);
}

/// A maze is rooms as wide as its corridors, and doors as wide as the rooms.
GridMap draw_maze(const MapRequest& request) {
  const auto corridor = static_cast<std::int32_t>(request.values.at("corridor"));
  PhiloxStream random(request.seed, 0);
  const RoomPlan plan =
      draw_rooms(rooms_along(request.width, corridor), rooms_along(request.height, corridor), request.values.at("loops"), random);
  return draw_plan(request, corridor, corridor, plan, random);
}

}  // namespace

MapKind rooms_kind() {
  return {.name = "rooms",
          .sentence = "square rooms with doors; all can be reached",
          .keys = {{"room", "cells", 1, 10'000, "side of a room", 15, ParameterKind::whole},
                   {"door", "cells", 1, 10'000, "width of a door", 1, ParameterKind::whole},
                   {"more_doors", "", 0, 1, "share of the walls between rooms that have a door besides those that are needed", 0.5}},
          .draw = draw_rooms_map};
}

MapKind maze_kind() {
  return {.name = "maze",
          .sentence = "corridors; one way leads from each place to each other, and more where there are loops",
          .keys = {{"corridor", "cells", 1, 10'000, "width of a corridor", 8, ParameterKind::whole},
                   {"loops", "", 0, 1, "share of the walls that are left out besides", 0}},
          .draw = draw_maze};
}

}  // namespace plethos::scenarios
