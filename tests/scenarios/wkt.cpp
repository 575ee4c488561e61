#include "scenarios/wkt.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace plethos;
using namespace plethos::scenarios;

namespace {

World empty_world() {
  World world;
  world.bounds = {{0, 0}, {10, 8}};
  world.goals = {{1, 1}};
  return world;
}

const std::string bounds_ring = "(0 0, 10 0, 10 8, 0 8, 0 0)";

}  // namespace

TEST_CASE("without obstacles the bounds are walkable") { CHECK(walkable_area_wkt(empty_world()) == "POLYGON (" + bounds_ring + ")"); }

TEST_CASE("closed polygons become holes, whichever way they turn") {
  World world = empty_world();
  world.polygons = {{{{2, 2}, {4, 2}, {4, 4}}}, {{{6, 6}, {6.5f, 7}, {7, 6}}}};
  const std::string wkt = walkable_area_wkt(world);
  CHECK(wkt.starts_with("POLYGON (" + bounds_ring + ", ("));
  CHECK(std::count(wkt.begin(), wkt.end(), '(') == 4);
  CHECK(wkt.find("6.5 7") != std::string::npos);
}

TEST_CASE("overlapping and touching polygons become one hole") {
  World world = empty_world();
  world.polygons = {{{{2, 2}, {4, 2}, {4, 4}, {2, 4}}}, {{{3, 3}, {5, 3}, {5, 5}, {3, 5}}}, {{{5, 3}, {6, 3}, {6, 4}, {5, 4}}}};
  const std::string wkt = walkable_area_wkt(world);
  CHECK(std::count(wkt.begin(), wkt.end(), '(') == 3);
}

TEST_CASE("a polygon inside another one adds nothing") {
  World world = empty_world();
  world.polygons = {{{{2, 2}, {6, 2}, {6, 6}, {2, 6}}}};
  const std::string alone = walkable_area_wkt(world);
  world.polygons.push_back({{{3, 3}, {4, 3}, {4, 4}}});
  CHECK(walkable_area_wkt(world) == alone);
}

TEST_CASE("walls around the goals bound the walkable area") {
  World world = empty_world();
  world.goals = {{4, 4}};
  world.polygons = {{{{2, 2}, {6, 2}, {6, 6}, {2, 6}, {2, 2}}, false}};
  const std::string wkt = walkable_area_wkt(world);
  CHECK(wkt.find("10 8") == std::string::npos);
  CHECK(std::count(wkt.begin(), wkt.end(), '(') == 2);

  world.goals = {{1, 1}};
  CHECK(walkable_area_wkt(world).starts_with("POLYGON (" + bounds_ring + ", ("));

  world.goals = {{1, 1}, {4, 4}};
  CHECK(walkable_area_wkt(world).starts_with("GEOMETRYCOLLECTION (POLYGON ((0 0"));
}

TEST_CASE("an open wall has no area") {
  World world = empty_world();
  world.polygons = {{{{2, 2}, {6, 2}, {6, 6}}, false}};
  CHECK(walkable_area_wkt(world) == "POLYGON (" + bounds_ring + ")");
}

TEST_CASE("a world that is full") {
  World world = empty_world();
  world.polygons = {{{{-1, -1}, {11, -1}, {11, 9}, {-1, 9}}}};
  CHECK(walkable_area_wkt(world) == "POLYGON EMPTY");
  world.goals.clear();
  CHECK(walkable_area_wkt(world) == "POLYGON EMPTY");
}

TEST_CASE("without goals every free part is given") {
  World world = empty_world();
  world.goals.clear();
  world.polygons = {{{{4, -1}, {5, -1}, {5, 9}, {4, 9}}}};
  CHECK(walkable_area_wkt(world).starts_with("GEOMETRYCOLLECTION (POLYGON (("));
}
