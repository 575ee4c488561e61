#include "scenarios/geometry/free_parts.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/harness/random.hpp"

using namespace plethos;
using namespace plethos::scenarios;

namespace {

struct Ground {
  World world;
  std::vector<Segment> walls;
  obstacles::ObstacleIndex obstacles;

  explicit Ground(std::vector<Polygon> polygons, std::vector<std::vector<Vec2>> walkable = {})
      : world{std::move(polygons), {}, {}, {}, {}, {}, std::move(walkable)},
        walls(world.segments()),
        obstacles(world.polygons, 1, world.walkable) {}

  std::vector<Line> parts(const Line& line, double radius) const { return FreeParts(walls, obstacles).of(line, radius); }
};

bool near(Vec2 a, Vec2 b) { return length(a - b) < 1e-4f; }

}  // namespace

TEST_CASE("between two posts a disc can stand on what is a radius from both") {
  const Ground scene({{{{0, -9}, {0, -1}}, false}, {{{0, 1}, {0, 9}}, false}});
  const Line door{{0, -1}, {0, 1}};
  const auto parts = scene.parts(door, 0.25);
  REQUIRE(parts.size() == 1);
  CHECK(near(parts[0].a, {0, -0.75f}));
  CHECK(near(parts[0].b, {0, 0.75f}));
  CHECK(scene.parts(door, 1).size() == 1);
  CHECK(scene.parts(door, 1.001).empty());
  // Without a wall in reach, all of it.
  CHECK(scene.parts({{5, 0}, {9, 3}}, 0.5) == std::vector<Line>{{{5, 0}, {9, 3}}});
}

TEST_CASE("what lies inside of obstacles or off the ground is not free") {
  const Ground scene({{{{2, -1}, {4, -1}, {4, 1}, {2, 1}}}});
  const auto parts = scene.parts({{0, 0}, {6, 0}}, 0);
  REQUIRE(parts.size() == 2);
  CHECK(near(parts[0].b, {2, 0}));
  CHECK(near(parts[1].a, {4, 0}));
  CHECK(scene.parts({{2.5f, 0}, {3.5f, 0}}, 0).empty());
  const Ground ground({}, {{{0, 0}, {10, 0}, {10, 8}, {0, 8}}});
  CHECK(ground.parts({{11, 1}, {11, 2}}, 0.2).empty());
  // On its edge, where a door is.
  CHECK(ground.parts({{10, 1}, {10, 2}}, 0.2).size() == 1);
}

TEST_CASE("parts are those that a plain look at many points finds") {
  plethos::tests::Random random("scenarios::free_parts");
  std::size_t bounded = 0;
  for (int k = 0; k < 200; ++k) {
    const auto point = [&] { return Vec2{random.between(0, 10), random.between(0, 10)}; };
    std::vector<Polygon> chains;
    for (int i = 0; i < 6; ++i) chains.push_back({{point(), point()}, false});
    const Ground scene(chains);
    const Line line{point(), point()};
    const float radius = random.between(0.1f, 1);
    const auto parts = scene.parts(line, static_cast<double>(radius));
    bounded += parts.size();
    for (int i = 0; i <= 500; ++i) {
      const float t = static_cast<float>(i) / 500;
      const Vec2 p = line.a + t * (line.b - line.a);
      float least = 1e9f;
      for (const Segment& wall : scene.walls) least = std::min(least, distance_to_segment(p, wall.a, wall.b));
      if (std::abs(least - radius) < 1e-4f) continue;
      bool found = false;
      for (const Line& part : parts) found = found || distance_to_segment(p, part.a, part.b) < 1e-5f;
      if (found != (least > radius)) FAIL("line " << k << " at " << t << ": " << least << " from a wall, radius " << radius);
    }
  }
  CHECK(bounded > 100);
}

TEST_CASE("landings are for the largest agent, with a margin where there is room") {
  const Ground scene({{{{0, -9}, {0, -1}}, false}, {{{0, 1}, {0, 9}}, false}, {{{0, 9.8f}, {0, 20}}, false}});
  const FreeParts free(scene.walls, scene.obstacles);
  const std::vector<Vec2> wide{{0, -1}, {0, 1}};
  const std::vector<Vec2> narrow{{0, 9}, {0, 9.8f}};
  const auto landings = [&](std::vector<std::vector<Vec2>> outlines, float smallest, float largest) {
    return find_landings(free, outlines, smallest, largest, 0.1f);
  };
  CHECK(near(landings({wide}, 0.2f, 0.3f)[0].a, {0, -0.6f}));
  CHECK(near(landings({wide}, 0.2f, 0.95f)[0].a, {0, -0.05f}));
  // Only small agents fit through the narrow exit. If there is a wide one, all take it. Otherwise the small ones take the narrow one.
  CHECK(landings({wide, narrow}, 0.2f, 0.5f).size() == 1);
  REQUIRE(landings({narrow}, 0.2f, 0.5f).size() == 1);
  CHECK(near(landings({narrow}, 0.2f, 0.5f)[0].a, {0, 9.2f}));
  CHECK(landings({narrow}, 0.5f, 0.5f).size() == 1);
}
