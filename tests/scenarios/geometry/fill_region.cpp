#include "scenarios/geometry/fill_region.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace plethos;
using namespace plethos::scenarios;

namespace {

float least_distance(const std::vector<Vec2>& places) {
  float least = 1e9f;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) least = std::fmin(least, length(places[i] - places[k]));
  }
  return least;
}

const obstacles::ObstacleIndex no_obstacles({}, 1);

}  // namespace

TEST_CASE("a rectangle holds as many discs as asked for, apart and inside") {
  const FillRegion region{{-5, 0}, {5, 4}};
  for (const bool is_random : {true, false}) {
    for (const std::size_t count : {1u, 2u, 7u, 50u, 80u}) {
      CAPTURE(count);
      const auto places = fill_region(region, count, 0.25f, {is_random, 0.1f}, no_obstacles, {1, 0});
      REQUIRE(places.size() == count);
      CHECK(least_distance(places) >= 0.6f - 1e-5f);
      for (const Vec2 p : places) {
        CHECK(std::abs(p.x) <= 4.75f + 1e-5f);
        CHECK(std::abs(p.y - 2) <= 1.75f + 1e-5f);
      }
    }
  }
}

TEST_CASE("a full region says how many it holds") {
  CHECK(fill_region({{0, 0}, {10, 4}}, 1000, 0.5f, {true, 0}, no_obstacles, {1, 0}).size() == 40);
  CHECK(fill_region({{0, 0}, {0.5f, 4}}, 1, 0.5f, {true, 0}, no_obstacles, {1, 0}).empty());
  CHECK(fill_region({{0, 0}, {10, 4}}, 0, 0.5f, {true, 0}, no_obstacles, {1, 0}).empty());
}

TEST_CASE("a disc is filled") {
  const FillRegion region{{-5, -5}, {5, 5}, true};
  const auto places = fill_region(region, 100, 0.25f, {true, 0.1f}, no_obstacles, {1, 0});
  REQUIRE(places.size() == 100);
  CHECK(least_distance(places) >= 0.6f - 1e-5f);
  for (const Vec2 p : places) CHECK(length(p) <= 4.75f + 1e-4f);
}

TEST_CASE("obstacles are left free") {
  const std::vector<Polygon> polygons{{{{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}}};
  const obstacles::ObstacleIndex obstacles(polygons, 0.25f);
  const auto places = fill_region({{-5, -5}, {5, 5}}, 120, 0.25f, {true, 0.1f}, obstacles, {1, 0});
  REQUIRE(places.size() == 120);
  for (const Vec2 p : places) CHECK_FALSE(obstacles.hits(p, 0.25f));
  CHECK(least_distance(places) >= 0.6f - 1e-5f);
}

TEST_CASE("the seed decides") {
  const FillRegion region{{-5, 0}, {5, 4}};
  const auto fill = [&](std::uint64_t seed) { return fill_region(region, 30, 0.25f, {}, no_obstacles, {seed, 0}); };
  CHECK(fill(1) == fill(1));
  CHECK(fill(1) != fill(2));
}

TEST_CASE("regions grow by area, the way they are told") {
  const FillRegion region{{0, 0}, {10, 4}};
  const auto grown = [&](Growth growth) {
    FillRegion copy = region;
    copy.growth = growth;
    return copy.scaled(4, 0.5f);
  };
  CHECK(grown(Growth::east).high == Vec2{40, 4});
  CHECK(grown(Growth::west).low == Vec2{-30, 0});
  CHECK(grown(Growth::north).high == Vec2{10, 16});
  CHECK(grown(Growth::south).low == Vec2{0, -12});
  CHECK(grown(Growth::around).low == Vec2{-5, -2});
  CHECK(grown(Growth::around).high == Vec2{15, 6});
  CHECK(grown(Growth::none).low == region.low);
  CHECK(grown(Growth::none).high == region.high);
  CHECK(region.scaled(1, 0.5f).high == region.high);
  CHECK(region.scaled(1e-6, 0.5f).low == Vec2{4.75f, 1.75f});
  CHECK(region.scaled(1e-6, 20).high == region.high);
}
