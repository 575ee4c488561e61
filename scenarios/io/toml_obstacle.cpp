#include "scenarios/io/toml_obstacle.hpp"

#include "algorithms/obstacles/placement.hpp"

namespace plethos::scenarios {
namespace {

const ParameterInfo speed_info{"speed", "m/s", 1e-6, 1e6, "speed along the path"};
const ParameterInfo time_info{"time", "s", 0, 1e9, "simulated time"};

}  // namespace

std::vector<MovingObstacle> read_obstacles(TomlTable& root, std::vector<std::string>& places) {
  std::vector<MovingObstacle> obstacles;
  for (TomlTable& table : root.tables("obstacle")) {
    MovingObstacle obstacle;
    obstacle.outline.closed = table.boolean("closed").value_or(true);
    auto vertices = table.outline("vertices", obstacle.outline.closed);
    obstacle.path = table.points("path", 1).value_or(std::vector<Vec2>{});
    const auto speed = table.number("speed", speed_info);
    const auto from = table.number("from", time_info);
    const auto start = table.number("start", time_info);
    const auto until = table.number("until", time_info);
    obstacle.repeats = table.boolean("repeat").value_or(false);
    table.finish();
    if (!vertices) table.fail("vertices", "nothing", "[[x, y], ...] in metres");
    if (speed && obstacle.path.empty()) table.fail("speed", "a speed without a path", "path = [[x, y], ...], displacements in metres");
    if (start && obstacle.path.empty()) table.fail("start", "a start without a path", "path = [[x, y], ...], displacements in metres");
    if (!speed && !obstacle.path.empty()) table.fail("speed", "nothing", "the speed along the path in m/s");
    obstacle.outline.vertices = std::move(*vertices);
    obstacle.speed = speed.value_or(0);
    obstacle.from = from.value_or(0);
    obstacle.start = start.value_or(obstacle.from);
    if (until) obstacle.until = *until;
    if (const auto fault = obstacles::find_fault(obstacle)) table.fail(fault->field, fault->found, fault->expected);
    obstacles.push_back(std::move(obstacle));
    places.push_back(table.place());
  }
  return obstacles;
}

}  // namespace plethos::scenarios
