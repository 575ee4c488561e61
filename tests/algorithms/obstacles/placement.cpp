#include "algorithms/obstacles/placement.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace plethos;
using obstacles::find_fault;

namespace {

MovingObstacle box(float x) { return {.outline = {.vertices = {{x, 0}, {x + 1, 0}, {x + 1, 1}}}}; }

}  // namespace

TEST_CASE("moving obstacles follow those that stay, where they are at a time") {
  World world{.polygons = {box(-5).outline}, .moving = {box(0), box(10), box(20)}};
  world.moving[0].path = {{0, 4}};
  world.moving[0].speed = 1;
  world.moving[1].from = 2;
  world.moving[2].until = 3;
  CHECK(obstacles::place_moving(world, 1, 0));
  CHECK(world.polygons == std::vector<Polygon>{box(-5).outline, box(0).outline, box(20).outline});
  CHECK_FALSE(obstacles::place_moving(world, 1, 0));
  CHECK(obstacles::place_moving(world, 1, 2));
  REQUIRE(world.polygons.size() == 4);
  CHECK(world.polygons[1].vertices[0] == Vec2{0, 2});
  CHECK(world.polygons[2] == box(10).outline);
  CHECK(obstacles::place_moving(world, 1, 100));
  CHECK(world.polygons.size() == 3);
  CHECK(world.polygons[0] == box(-5).outline);
  CHECK_FALSE(obstacles::place_moving(world, 1, 200));

  CHECK_FALSE(obstacles::rest_between(world, 1, 1.5));
  CHECK_FALSE(obstacles::rest_between(world, 1.999, 2));
  CHECK_FALSE(obstacles::rest_between(world, 2.999, 3));
  CHECK(obstacles::rest_between(world, 4, 5));
  World curtain{.moving = {box(20)}};
  curtain.moving[0].until = 3;
  CHECK(obstacles::rest_between(curtain, 0, 2.9));
  CHECK_FALSE(obstacles::rest_between(curtain, 2.9, 3));
  CHECK(obstacles::rest_between(curtain, 3, 4));
  // An obstacle that is absent at both times may have moved.
  world.moving[0].until = 1;
  CHECK(obstacles::rest_between(world, 3.1, 3.5));
}

TEST_CASE("the first fault of a moving obstacle is found") {
  const auto field_of = [](const MovingObstacle& obstacle) {
    const auto fault = find_fault(obstacle);
    return fault ? fault->field : "";
  };
  MovingObstacle obstacle = box(0);
  obstacle.path = {{1, 0}, {0, 0}};
  obstacle.speed = 1;
  obstacle.repeats = true;
  REQUIRE(field_of(obstacle).empty());
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto broken = [&](const auto& breaks) {
    MovingObstacle other = obstacle;
    breaks(other);
    return field_of(other);
  };
  CHECK(broken([](MovingObstacle& o) { o.outline.vertices.pop_back(); }) == "vertices");
  CHECK(broken([](MovingObstacle& o) { o.outline = {{{0, 0}}, false}; }) == "vertices");
  CHECK(broken([](MovingObstacle& o) { o.outline = {{{0, 0}, {1, 0}}, false}; }).empty());
  CHECK(broken([&](MovingObstacle& o) { o.outline.vertices[1].y = nan; }) == "vertices");
  CHECK(broken([](MovingObstacle& o) { o.outline.vertices[1] = o.outline.vertices[0]; }) == "vertices");
  CHECK(broken([](MovingObstacle& o) { o.outline.vertices[2] = o.outline.vertices[0]; }) == "vertices");
  CHECK(broken([](MovingObstacle& o) { o.outline = {{{0, 0}, {1, 0}, {0, 0}}, false}; }).empty());
  CHECK(broken([&](MovingObstacle& o) { o.path[0].x = nan; }) == "path");
  CHECK(broken([](MovingObstacle& o) { o.speed = 0; }) == "speed");
  CHECK(broken([](MovingObstacle& o) { o.speed = std::numeric_limits<double>::infinity(); }) == "speed");
  CHECK(broken([](MovingObstacle& o) { o.path.pop_back(); }) == "path");
  CHECK(broken([](MovingObstacle& o) { o.path.clear(); }) == "path");
  CHECK(broken([](MovingObstacle& o) { o.start = std::nan(""); }) == "start");
  CHECK(broken([](MovingObstacle& o) { o.from = o.until = 3; }) == "until");
}
