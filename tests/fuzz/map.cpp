#include <string>

#include "scenarios/builders/grid_outlines.hpp"
#include "scenarios/io/map_costs.hpp"
#include "scenarios/io/moving_ai.hpp"
#include "tests/fuzz/targets.hpp"

namespace plethos::fuzz {
namespace {

GridMap small_map() {
  GridMap map;
  map.width = 4;
  map.height = 3;
  map.passable = {1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1};
  return map;
}

}  // namespace

void read_map(std::string_view bytes) {
  expect_one_line([&] {
    const GridMap map = scenarios::read_moving_ai_map(file_of(bytes));
    if (map.passable.size() != static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height)) fail("a map without all cells");
    for (const Polygon& polygon : scenarios::grid_outlines(map, 1)) {
      if (polygon.vertices.size() < 4) fail("an outline of fewer than four corners");
    }
  });
}

void read_problems(std::string_view bytes) {
  const GridMap map = small_map();
  expect_one_line([&] {
    for (const scenarios::PathProblem& problem : scenarios::read_moving_ai_scen(file_of(bytes), map)) {
      if (!map.is_passable(problem.start_x, problem.start_y) || !map.is_passable(problem.goal_x, problem.goal_y)) fail("a blocked end");
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
