#include "core/moving_obstacle.hpp"

#include <doctest/doctest.h>

using namespace plethos;

namespace {

const Polygon unit_square{.vertices = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}};

}  // namespace

TEST_CASE("an obstacle moves along its path at its speed, and stays at the end") {
  const MovingObstacle obstacle{.outline = unit_square, .path = {{3, 0}, {3, 4}}, .speed = 2, .start = 10};
  CHECK(obstacle.displacement(0) == Vec2{0, 0});
  CHECK(obstacle.displacement(10) == Vec2{0, 0});
  CHECK(obstacle.displacement(11) == Vec2{2, 0});
  CHECK(obstacle.displacement(11.5) == Vec2{3, 0});
  CHECK(obstacle.displacement(12.5) == Vec2{3, 2});
  CHECK(obstacle.displacement(13.5) == Vec2{3, 4});
  CHECK(obstacle.displacement(1e9) == Vec2{3, 4});
  CHECK(obstacle.at(12.5).vertices == std::vector<Vec2>{{3, 2}, {4, 2}, {4, 3}, {3, 3}});
  CHECK(obstacle.at(12.5).closed);
}

TEST_CASE("a path that repeats begins again where it began") {
  MovingObstacle obstacle{.outline = unit_square, .path = {{2, 0}, {0, 0}}, .speed = 1, .repeats = true};
  for (const double round : {0., 4., 400.}) {
    CAPTURE(round);
    CHECK(obstacle.displacement(round + 0.5) == Vec2{0.5f, 0});
    CHECK(obstacle.displacement(round + 2) == Vec2{2, 0});
    CHECK(obstacle.displacement(round + 3) == Vec2{1, 0});
    CHECK(obstacle.displacement(round + 4) == Vec2{0, 0});
  }
  // A path of no length leads nowhere.
  obstacle.path = {{0, 0}};
  CHECK(obstacle.displacement(7) == Vec2{0, 0});
}

TEST_CASE("an obstacle is there from one time until another") {
  MovingObstacle obstacle{.outline = unit_square};
  CHECK(obstacle.is_there(0));
  CHECK(obstacle.is_there(1e12));
  obstacle.from = 2;
  obstacle.until = 3;
  CHECK_FALSE(obstacle.is_there(1.999));
  CHECK(obstacle.is_there(2));
  CHECK(obstacle.is_there(2.999));
  CHECK_FALSE(obstacle.is_there(3));
}
