#include "scenarios/geometry/grid_outlines.hpp"
#include "scenarios/io/map_costs.hpp"
#include "scenarios/io/moving_ai.hpp"
#include "tests/fuzz/targets.hpp"

namespace plethos::fuzz {
namespace {

scenarios::TerrainMap small_map() {
  scenarios::TerrainMap map;
  map.width = 4;
  map.height = 3;
  map.passable = {1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1};
  using enum scenarios::Terrain;
  map.terrain = {land, land, land, land, land, water, none, land, trees, land, land, land};
  map.open(land);
  return map;
}

}  // namespace

void read_map(std::string_view bytes) {
  expect_one_line([&] {
    const scenarios::TerrainMap map = scenarios::read_moving_ai_map(file_of(bytes));
    if (map.passable.size() != static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height)) fail("a map without all cells");
    if (!map.terrain.empty() && map.terrain.size() != map.passable.size()) fail("terrains of not all cells");
    for (const Polygon& polygon : scenarios::grid_outlines(map, 1)) {
      if (polygon.vertices.size() < 4) fail("an outline of fewer than four corners");
    }
  });
}

void read_problems(std::string_view bytes) {
  const scenarios::TerrainMap map = small_map();
  expect_one_line([&] {
    for (const scenarios::PathProblem& problem : scenarios::read_moving_ai_scen(file_of(bytes), map).problems) {
      const auto terrain = [&](std::int32_t x, std::int32_t y) { return map.terrain_at(map.index(x, y)); };
      if (problem.terrain == scenarios::Terrain::none) fail("a blocked end");
      if (terrain(problem.start_x, problem.start_y) != problem.terrain) fail("a start of another terrain");
      if (terrain(problem.goal_x, problem.goal_y) != problem.terrain) fail("a goal of another terrain");
    }
  });
}

void read_costs(std::string_view bytes) {
  GridMap map = small_map();
  expect_one_line([&] {
    scenarios::read_map_costs(file_of(bytes), map);
    if (map.cost.size() != map.passable.size()) fail("costs of not all cells");
    for (const std::int32_t cost : map.cost) {
      if (cost < 1) fail("a cost below 1");
    }
  });
}

}  // namespace plethos::fuzz
