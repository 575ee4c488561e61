#include "scenarios/io/toml_obstacle.hpp"

#include "scenarios/io/toml_scenario.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

namespace {

const std::string group = "[[group]]\nstart.positions = [[0, 0], [2, 0]]\ngoal.point = [10, 0]\n[[obstacle]]\n";
const std::string square = "vertices = [[4, 4], [5, 4], [5, 5], [4, 5]]\n";

Scenario parse(const std::string& text) { return parse_toml_scenario(text, "f.toml", {}); }
std::string error_of(const std::string& obstacle) {
  return input_error([&] { parse(group + obstacle); });
}

}  // namespace

TEST_CASE("a scenario's moving obstacles, key by key") {
  const Scenario scenario = parse(group + square + "path = [[0, 3], [0, 0]]\nspeed = 0.5\nfrom = 2\nstart = 3\nuntil = 9\nrepeat = true\n" +
                                  "[[obstacle]]\nvertices = [[4, 8], [5, 8]]\nclosed = false\n[[obstacle]]\n" + square +
                                  "path = [[20, 0]]\nspeed = 1\nfrom = 4\n");
  REQUIRE(scenario.world.moving.size() == 3);
  const MovingObstacle& first = scenario.world.moving[0];
  CHECK(first.outline == Polygon{{{4, 4}, {5, 4}, {5, 5}, {4, 5}}, true});
  CHECK(first.path == std::vector<Vec2>{{0, 3}, {0, 0}});
  CHECK(first.speed == 0.5);
  CHECK(first.from == 2);
  CHECK(first.start == 3);
  CHECK(first.until == 9);
  CHECK(first.repeats);
  const MovingObstacle& second = scenario.world.moving[1];
  CHECK_FALSE(second.outline.closed);
  CHECK(second.path.empty());
  CHECK(second.is_there(0));
  CHECK(second.is_there(1e12));
  // An obstacle with a path sets out when it appears.
  CHECK(scenario.world.moving[2].start == 4);
  CHECK(scenario.world.polygons.empty());
  // Its whole way lies within the bounds.
  CHECK(scenario.world.bounds.high.x > 25);
}

TEST_CASE("the outline of an obstacle may repeat its first vertex, and does not cross itself") {
  const Scenario scenario = parse(group +
                                  "vertices = [[4, 4], [5, 4], [5, 5], [4, 4]]\n[[polygon]]\nvertices = [[4, 7], [5, 7], [5, 8], "
                                  "[4, 8], [4, 7]]\n[[polygon]]\nclosed = false\nvertices = [[6, 7], [7, 7], [7, 8], [6, 7]]\n");
  CHECK(scenario.world.moving[0].outline == Polygon{{{4, 4}, {5, 4}, {5, 5}}, true});
  CHECK(scenario.world.polygons[0] == Polygon{{{4, 7}, {5, 7}, {5, 8}, {4, 8}}, true});
  CHECK(scenario.world.polygons[1].vertices.size() == 4);  // a chain that ends where it begins
  const std::string bow = "vertices = [[4, 4], [8, 4], [5, 8], [7, 8]]\n";
  const std::string meets =
      "found an edge from (7, 8) to (4, 4) that meets the one from (8, 4) to (5, 8), expected an outline that does not "
      "cross or touch itself";
  CHECK(error_of(bow) == "f.toml:5: obstacle.vertices: " + meets);
  CHECK(error_of(square + "[[polygon]]\n" + bow) == "f.toml:7: polygon.vertices: " + meets);
  CHECK(error_of(bow + "closed = false\n") == "no error");
  // A corner that lies on another edge is a place where the inside has no width.
  CHECK(contains(error_of("vertices = [[4, 4], [8, 4], [8, 8], [6, 4], [4, 8]]\n"), "f.toml:5: obstacle.vertices: found an edge"));
}

TEST_CASE("a builder's scenario may have moving obstacles") {
  const Scenario scenario = parse("[builder]\nname = \"lattice\"\n[[obstacle]]\nvertices = [[0, 80], [1, 80], [1, 81]]\n");
  CHECK(scenario.world.moving.size() == 1);
  CHECK(scenario.world.bounds.high.y > 81);
}

TEST_CASE("each mistake in an obstacle is one line that names it") {
  CHECK(error_of("") == "f.toml:4: obstacle.vertices: found nothing, expected [[x, y], ...] in metres");
  CHECK(error_of("vertices = [[0, 1], [1, 1]]\n") ==
        "f.toml:5: obstacle.vertices: found an array of 2, expected a list [[x, y], ...] of at least 3");
  CHECK(error_of(square + "speed = 1\n") ==
        "f.toml:6: obstacle.speed: found a speed without a path, expected path = [[x, y], ...], displacements in metres");
  CHECK(error_of(square + "start = 1\n") ==
        "f.toml:6: obstacle.start: found a start without a path, expected path = [[x, y], ...], displacements in metres");
  CHECK(error_of(square + "path = [[1, 0]]\n") == "f.toml:4: obstacle.speed: found nothing, expected the speed along the path in m/s");
  CHECK(error_of(square + "path = [[1, 0]]\nspeed = 0\n").starts_with("f.toml:7: obstacle.speed: found 0, expected"));
  CHECK(error_of(square + "path = [[1, 0]]\nspeed = 1\nrepeat = true\n") ==
        "f.toml:6: obstacle.path: found the end (1, 0), expected a path that ends at (0, 0), as it repeats");
  CHECK(error_of(square + "from = 3\nuntil = 2\n") == "f.toml:7: obstacle.until: found 2, expected more than from, 3 s");
  CHECK(error_of(square + "sped = 3\n").starts_with("f.toml:6: obstacle.sped: unknown key"));
  CHECK(error_of("vertices = [[-1, -1], [1, -1], [1, 1], [-1, 1]]\n") ==
        "f.toml:2: group.start.positions: found the start (0, 0) in a moving obstacle, expected a free disc of radius 0.25 m");
  CHECK(error_of("vertices = [[-1, -1], [1, -1], [1, 1], [-1, 1]]\nfrom = 1\n") == "no error");
}
