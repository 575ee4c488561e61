#include "scenarios/obstacle_index.hpp"

#include <doctest/doctest.h>

#include "core/random.hpp"

using namespace plethos;
using namespace plethos::scenarios;

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
