#include "scenarios/maps/map_kinds.hpp"

#include <algorithm>
#include <map>

#include "algorithms/planning/path_finder.hpp"
#include "scenarios/io/moving_ai.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

namespace {

std::int64_t passable_cells(const GridMap& map) {
  std::int64_t cells = 0;
  for (const std::uint8_t cell : map.passable) cells += cell;
  return cells;
}

double share(const GridMap& map) { return static_cast<double>(passable_cells(map)) / static_cast<double>(map.passable.size()); }

/// Returns the passable cells of a column that is a wall between rooms, from row `first` on, as many as a room is high.
std::int32_t door_cells(const GridMap& map, std::int32_t column, std::int32_t first, std::int32_t room) {
  std::int32_t cells = 0;
  for (std::int32_t row = first; row < std::min(first + room, map.height); ++row) cells += map.is_passable(column, row) ? 1 : 0;
  return cells;
}

}  // namespace

TEST_CASE("maps of every kind have their size, are the same for a seed, and others for another") {
  for (const MapKind& kind : map_kinds()) {
    CAPTURE(kind.name);
    for (const auto& [width, height] : {std::pair{100, 70}, {1, 1}, {17, 16}}) {
      const GridMap map = draw_map(kind.name, {width, height, 1});
      CHECK(map.width == width);
      CHECK(map.height == height);
      CHECK(map.passable.size() == static_cast<std::size_t>(width * height));
      CHECK(draw_map(kind.name, {width, height, 1}).passable == map.passable);
    }
    CHECK(draw_map(kind.name, {100, 70, 1}).passable != draw_map(kind.name, {100, 70, 2}).passable);
  }
}

TEST_CASE("in rooms, mazes, cities, offices and open ground every passable cell can be reached") {
  for (const std::string kind : {"rooms", "maze", "city", "office", "open"}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto side = static_cast<std::int32_t>(30 + 7 * seed);
      CAPTURE(kind);
      CAPTURE(seed);
      CHECK(connected_regions(draw_map(kind, {side, side + 11, seed})).size.size() == 1);
    }
  }
}

TEST_CASE("a maze without loops has one way between its rooms, and rooms have doors of the width that was asked for") {
  // A tree over 9 x 9 rooms has 80 joins; each opens a wall as wide as a corridor.
  const std::int32_t corridor = 3;
  const GridMap maze = draw_map("maze", {35, 35, 5, {{"corridor", corridor}}});
  CHECK(passable_cells(maze) == 81 * corridor * corridor + 80 * corridor);
  const GridMap open = draw_map("maze", {35, 35, 5, {{"corridor", corridor}, {"loops", 1}}});
  CHECK(passable_cells(open) == 81 * corridor * corridor + 2 * 9 * 8 * corridor);
  const GridMap rooms = draw_map("rooms", {43, 43, 3, {{"room", 10}, {"door", 4}, {"more_doors", 1}}});
  for (const std::int32_t column : {10, 21, 32}) {
    for (std::int32_t room = 0; room < 4; ++room) CHECK(door_cells(rooms, column, 11 * room, 10) == 4);
  }
}

TEST_CASE("shares of cells and blocks are those that were asked for") {
  CHECK(share(draw_map("random", {500, 500, 1, {{"blocked", 0.3}}})) == doctest::Approx(0.7).epsilon(0.01));
  CHECK(share(draw_map("random", {50, 50, 1, {{"blocked", 0}}})) == 1);
  CHECK(share(draw_map("city", {200, 200, 1, {{"squares", 1}}})) == 1);
  // Without squares and courts only the streets are left, around 10 x 10 blocks of 24 x 24 cells.
  const double built = 100. * 24 * 24 / (306 * 306);
  CHECK(share(draw_map("city", {306, 306, 1, {{"squares", 0}, {"courts", 0}}})) == doctest::Approx(1 - built));
  // A court takes a quarter of its block, and its gate 6 by 3 cells.
  CHECK(share(draw_map("city", {306, 306, 1, {{"squares", 0}, {"courts", 1}}})) ==
        doctest::Approx(1 - built * (1 - 0.25 - 6. * 3 / (24 * 24))));
}

TEST_CASE("obstacles on open ground take the share that was asked for, where they fit") {
  CHECK(share(draw_map("open", {300, 300, 1})) == doctest::Approx(0.95).epsilon(0.003));
  CHECK(share(draw_map("open", {300, 300, 1, {{"obstacle", 24}, {"blocked", 0.15}}})) == doctest::Approx(0.85).epsilon(0.003));
  CHECK(share(draw_map("open", {300, 300, 1, {{"blocked", 0}}})) == 1);
  CHECK(share(draw_map("open", {20, 20, 1, {{"obstacle", 100}}})) == 1);
}

TEST_CASE("an office is corridors, rooms with one door each, and halls") {
  // 36 x 60 cells: a band with a corridor of rows 16 to 19, and a single wing with two rows of offices, west of a corridor of 4 columns.
  const GridMap floor = draw_map("office", {60, 36, 1, {{"halls", 0}}});
  for (std::int32_t x = 0; x < floor.width; ++x) {
    for (std::int32_t y = 16; y < 20; ++y) CHECK(floor.is_passable(x, y));
    CHECK(floor.is_passable(x, 0) == (x >= 56));
    CHECK(floor.is_passable(x, 35) == (x >= 56));
  }
  for (const std::int32_t front : {15, 20}) {
    std::int32_t rooms = 0, doors = 0;
    for (std::int32_t x = 1; x < 56; ++x) {
      const std::int32_t inside = front == 15 ? 8 : 27;
      rooms += floor.is_passable(x, inside) && !floor.is_passable(x - 1, inside) ? 1 : 0;
      doors += floor.is_passable(x, front) && !floor.is_passable(x - 1, front) ? 1 : 0;
      CHECK((!floor.is_passable(x, front) || floor.is_passable(x, inside)));
    }
    CHECK(rooms > 1);
    CHECK(doors == rooms);
  }
  CHECK(share(draw_map("office", {500, 500, 1, {{"halls", 1}}})) > share(draw_map("office", {500, 500, 1, {{"halls", 0}}})));
}

TEST_CASE("about the same share of a layout is blocked at every size") {
  const std::map<std::string, std::pair<double, double>> blocked{
      {"open", {0.04, 0.06}}, {"city", {0.4, 0.6}}, {"office", {0.15, 0.35}}, {"game", {0.08, 0.25}}};
  for (const auto& [kind, range] : blocked) {
    for (const std::int32_t side : {128, 256, 700}) {
      CAPTURE(kind);
      CAPTURE(side);
      const double share_blocked = 1 - share(draw_map(kind, {side, side, 1}));
      CHECK(share_blocked > range.first);
      CHECK(share_blocked < range.second);
    }
  }
}

TEST_CASE("nearly all ground of a game can be reached, over its bridges") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const GridMap map = draw_map("game", {300, 260, seed});
    const GridRegions regions = connected_regions(map);
    const auto most = *std::max_element(regions.size.begin(), regions.size.end());
    CHECK(static_cast<double>(most) >= 0.999 * static_cast<double>(passable_cells(map)));
  }
}

TEST_CASE("a game's walls follow no axes, and its rivers part it but for the bridges") {
  // Along axes, most blocked cells at a border have both neighbors along that border blocked or both free; at an angle many are steps.
  const auto steps = [](const GridMap& map) {
    std::int64_t borders = 0, corners = 0;
    for (std::int32_t y = 1; y + 1 < map.height; ++y) {
      for (std::int32_t x = 1; x + 1 < map.width; ++x) {
        if (map.is_passable(x, y)) continue;
        const bool across = map.is_passable(x - 1, y) || map.is_passable(x + 1, y);
        const bool down = map.is_passable(x, y - 1) || map.is_passable(x, y + 1);
        borders += across || down ? 1 : 0;
        corners += across && down ? 1 : 0;
      }
    }
    return static_cast<double>(corners) / static_cast<double>(borders);
  };
  CHECK(steps(draw_map("game", {400, 400, 1})) > 0.3);
  CHECK(steps(draw_map("city", {400, 400, 1})) < 0.1);
  const GridMap dry = draw_map("game", {400, 400, 1, {{"rivers", 0}}});
  CHECK(share(dry) != share(draw_map("game", {400, 400, 1})));
  // Nothing but the river is left, which needs bridges to be crossed.
  const GridMap meadow = draw_map("game", {128, 128, 3, {{"castles", 0}, {"villages", 0}}});
  CHECK(connected_regions(meadow).size.size() == 1);
}

TEST_CASE("terrain has the lakes and the costs that were asked for, and rises gently") {
  const GridMap map = draw_map("terrain", {200, 150, 3, {{"hill", 40}, {"steepest", 7}, {"lakes", 0.25}}});
  CHECK(share(map) == doctest::Approx(0.75).epsilon(0.001));
  REQUIRE(map.cost.size() == map.passable.size());
  CHECK(cost_range(map).least == 1);
  CHECK(cost_range(map).most == 7);
  CHECK(draw_map("terrain", {200, 150, 3, {{"hill", 40}, {"steepest", 7}, {"lakes", 0.25}}}).cost == map.cost);
  CHECK(draw_map("terrain", {200, 150, 4, {{"hill", 40}, {"steepest", 7}, {"lakes", 0.25}}}).cost != map.cost);
  for (std::int32_t y = 0; y < map.height; ++y) {
    for (std::int32_t x = 1; x < map.width; ++x) {
      CHECK(std::abs(map.cost_at(map.index(x, y)) - map.cost_at(map.index(x - 1, y))) <= 2);
    }
  }
  CHECK(share(draw_map("terrain", {60, 60, 1, {{"lakes", 0}}})) == 1);
  CHECK(cost_range(draw_map("terrain", {60, 60, 1, {{"steepest", 1}}})).most == 1);
  // The highest cell is left.
  CHECK(passable_cells(draw_map("terrain", {60, 60, 1, {{"lakes", 1}}})) == 1);
}

TEST_CASE("a layout is the same on every machine") {
  const std::map<std::string, std::uint64_t> known{
      {"open", 0x4c5b5e497125c982}, {"office", 0xe17ac21746836519}, {"game", 0x90e3f88975979505}};
  for (const auto& [kind, checksum] : known) {
    CAPTURE(kind);
    CHECK(planning::checksum(draw_map(kind, {256, 200, 1})) == checksum);
  }
}

TEST_CASE("a map that was written is read as it was") {
  const TemporaryFolder folder;
  const GridMap map = draw_map("random", {33, 21, 7});
  {
    OutputFile output(folder.path("a.map"), OutputKind::map);
    write_moving_ai_map(output, map);
    output.keep();
  }
  const GridMap read = read_moving_ai_map(folder.path("a.map"));
  CHECK(read.width == 33);
  CHECK(read.height == 21);
  CHECK(read.passable == map.passable);
}

TEST_CASE("requests that make no map are named") {
  CHECK(input_error([] { draw_map("room", {}); }) == "unknown kind of map 'room'; did you mean 'rooms'?");
  CHECK(input_error([] { map_values("rooms", {{"romm", 3}}); }) == "--set unknown key 'romm'; did you mean 'room'?");
  CHECK(input_error([] { map_values("rooms", {{"door", 0}}); }) == "--set door: found 0, expected a number from 1 to 10000");
  CHECK(contains(input_error([] { draw_map("maze", {20'000, 20'000}); }), "size: found 20000 x 20000 cells, expected at least 1 x 1 and "));
  CHECK(contains(input_error([] { draw_map("maze", {0, 5}); }), "size: found 0 x 5 cells"));
  CHECK(map_values("rooms", {{"door", 2}}) == ParameterValues{{"door", 2}});
}
