#include "algorithms/obstacles/obstacle_index.hpp"

#include <doctest/doctest.h>

#include "core/random.hpp"
#include "tests/harness/random.hpp"

using namespace plethos;
using namespace plethos::obstacles;

namespace {

bool hits_by_all_walls(const World& world, Vec2 p, float radius) {
  for (const Segment& segment : world.segments()) {
    if (distance_to_segment(p, segment.a, segment.b) < radius - 1e-5f) return true;
  }
  for (const Polygon& polygon : world.polygons) {
    if (polygon.contains(p)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("without obstacles everything is free") {
  const ObstacleIndex index({}, 1);
  CHECK_FALSE(index.hits({0, 0}, 1));
  CHECK_FALSE(index.is_solid({0, 0}));
}

TEST_CASE("a disc may touch a wall and not cross it") {
  const std::vector<Polygon> polygons{{{{0, 0}, {10, 0}, {10, 10}, {0, 10}}}, {{{20, 0}, {20, 10}}, false}};
  const ObstacleIndex index(polygons, 0.5f);
  CHECK(index.hits({5, 5}, 0.1f));
  CHECK(index.is_solid({5, 5}));
  CHECK_FALSE(index.hits({-0.5f, 5}, 0.5f));
  CHECK(index.hits({-0.49f, 5}, 0.5f));
  CHECK(index.hits({20.2f, 5}, 0.25f));
  CHECK_FALSE(index.is_solid({20, 5}));
  CHECK_FALSE(index.hits({1000, 1000}, 0.5f));
}

TEST_CASE("the index agrees with a look at every wall") {
  World world;
  PhiloxStream random(1, 0);
  for (int i = 0; i < 60; ++i) {
    Polygon polygon;
    const Vec2 center{random.between(-50, 50), random.between(-50, 50)};
    const auto corner = [&] { return center + Vec2{random.between(-6, 6), random.between(-6, 6)}; };
    polygon.vertices = {corner(), corner(), corner()};
    polygon.closed = i % 3 != 0;
    world.polygons.push_back(polygon);
  }
  const ObstacleIndex index(world.polygons, 1);
  int hits = 0;
  int disagreements = 0;
  for (int i = 0; i < 20000; ++i) {
    const Vec2 p{random.between(-60, 60), random.between(-60, 60)};
    const float radius = random.between(0.1f, 1);
    const bool hit = index.hits(p, radius);
    hits += hit;
    // Within the rounding of the distance the two may differ.
    if (hit != hits_by_all_walls(world, p, radius) && hit == hits_by_all_walls(world, p, radius + 2e-4f)) continue;
    disagreements += hit != hits_by_all_walls(world, p, radius);
  }
  CHECK(disagreements == 0);
  CHECK(hits > 1000);
  CHECK(hits < 19000);
}

TEST_CASE("off the walkable ground everything is solid") {
  const std::vector<std::vector<Vec2>> ground{{{0, 0}, {40, 0}, {40, 30}, {0, 30}}, {{10, 10}, {10, 20}, {20, 20}, {20, 10}}};
  World world{.walkable = ground};
  // A wall on the ground, and none along its edge: that of the east is open.
  const std::vector<Polygon> polygons{{{{0, 30}, {0, 0}, {40, 0}}, false}, {{{30, 5}, {35, 5}, {35, 8}}}};
  const ObstacleIndex index(polygons, 0.5f, ground);
  tests::Random random("scenarios::ObstacleIndex::ground");
  for (int i = 0; i < 5000; ++i) {
    const Vec2 p{random.between(-10, 50), random.between(-10, 40)};
    if (index.is_solid(p) != (!world.is_walkable(p) || polygons[1].contains(p))) FAIL("at " << p.x << ", " << p.y);
  }
  CHECK(index.hits({0.4f, 5}, 0.5f));
  CHECK_FALSE(index.hits({39.9f, 5}, 0.5f));
  CHECK(index.hits({40.1f, 5}, 0.5f));
  CHECK(index.hits({1000, 1000}, 0.5f));
}
