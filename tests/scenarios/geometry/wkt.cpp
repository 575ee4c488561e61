#include "scenarios/geometry/wkt.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace plethos;
using namespace plethos::scenarios;

namespace {

World empty_world() { return {.goals = {{1, 1}}, .bounds = {{0, 0}, {10, 8}}}; }

const std::string bounds_ring = "(0 0, 10 0, 10 8, 0 8, 0 0)";

}  // namespace

TEST_CASE("without obstacles the bounds are walkable") { CHECK(walkable_area_wkt(empty_world(), 0.01) == "POLYGON (" + bounds_ring + ")"); }

TEST_CASE("closed polygons become holes, whichever way they turn") {
  World world = empty_world();
  world.polygons = {{{{2, 2}, {4, 2}, {4, 4}}}, {{{6, 6}, {6.5f, 7}, {7, 6}}}};
  const std::string wkt = walkable_area_wkt(world, 0.01);
  CHECK(wkt.starts_with("POLYGON (" + bounds_ring + ", ("));
  CHECK(std::count(wkt.begin(), wkt.end(), '(') == 4);
  CHECK(wkt.find("6.5 7") != std::string::npos);
}

TEST_CASE("overlapping and touching polygons become one hole") {
  World world = empty_world();
  world.polygons = {{{{2, 2}, {4, 2}, {4, 4}, {2, 4}}}, {{{3, 3}, {5, 3}, {5, 5}, {3, 5}}}, {{{5, 3}, {6, 3}, {6, 4}, {5, 4}}}};
  const std::string wkt = walkable_area_wkt(world, 0.01);
  CHECK(std::count(wkt.begin(), wkt.end(), '(') == 3);
}

TEST_CASE("a polygon inside another one adds nothing") {
  World world = empty_world();
  world.polygons = {{{{2, 2}, {6, 2}, {6, 6}, {2, 6}}}};
  const std::string alone = walkable_area_wkt(world, 0.01);
  world.polygons.push_back({{{3, 3}, {4, 3}, {4, 4}}});
  CHECK(walkable_area_wkt(world, 0.01) == alone);
}

TEST_CASE("walls around the goals bound the walkable area") {
  World world = empty_world();
  world.goals = {{4, 4}};
  world.polygons = {{{{2, 2}, {6, 2}, {6, 6}, {2, 6}, {2, 2}}, false}};
  const std::string wkt = walkable_area_wkt(world, 0.01);
  CHECK(wkt.find("10 8") == std::string::npos);
  CHECK(std::count(wkt.begin(), wkt.end(), '(') == 2);

  // Agents can walk only on one side, so the wall stays a line.
  CHECK(wkt == "POLYGON ((2 2, 6 2, 6 6, 2 6, 2 2))");

  world.goals = {{1, 1}};
  CHECK(walkable_area_wkt(world, 0.01) == "POLYGON (" + bounds_ring + ", (2 2, 2 6, 6 6, 6 2, 2 2))");

  // Agents can walk on both sides. The two parts do not meet, because readers would unite them.
  world.goals = {{1, 1}, {4, 4}};
  CHECK(walkable_area_wkt(world, 0.01) == "GEOMETRYCOLLECTION (POLYGON (" + bounds_ring +
                                              ", (1.995 1.995, 1.995 6.005, 6.005 6.005, 6.005 1.995, 1.995 1.995)), "
                                              "POLYGON ((2.005 2.005, 5.995 2.005, 5.995 5.995, 2.005 5.995, 2.005 2.005)))");
}

TEST_CASE("an open wall that agents walk around becomes a thin rectangle") {
  World world = empty_world();
  world.polygons = {{{{2, 2}, {6, 2}}, false}};
  CHECK(walkable_area_wkt(world, 0.01) ==
        "POLYGON (" + bounds_ring + ", (1.995 1.995, 1.995 2.005, 6.005 2.005, 6.005 1.995, 1.995 1.995))");
  CHECK(walkable_area_wkt(world, 0.5) == "POLYGON (" + bounds_ring + ", (1.75 1.75, 1.75 2.25, 6.25 2.25, 6.25 1.75, 1.75 1.75))");
  // Corners have no gap.
  world.polygons = {{{{2, 2}, {6, 2}, {6, 6}}, false}};
  CHECK(walkable_area_wkt(world, 0.01) ==
        "POLYGON (" + bounds_ring + ", (1.995 1.995, 1.995 2.005, 5.995 2.005, 5.995 6.005, 6.005 6.005, 6.005 1.995, 1.995 1.995))");
  // A wall from the edge of the world is a notch.
  world.polygons = {{{{5, 0}, {5, 3}}, false}};
  CHECK(walkable_area_wkt(world, 0.01) == "POLYGON ((0 0, 4.995 0, 4.995 3.005, 5.005 3.005, 5.005 0, 10 0, 10 8, 0 8, 0 0))");
  // A goal on a wall is on neither side of it.
  world.goals = {{5, 2}};
  CHECK(walkable_area_wkt(world, 0.01) == "POLYGON (" + bounds_ring + ")");
}

TEST_CASE("a chain that runs back beside itself, a micrometre off") {
  World world = empty_world();
  world.bounds = {{-2, -2}, {3, 3}};
  world.goals = {{1.5f, 1.5f}};
  world.polygons = {{{{-0.200001001f, -0.699999988f},
                      {-0.799989998f, -0.800001025f},
                      {-0.799989998f, -0.800000012f},
                      {-0.699989974f, -0.800000012f},
                      {-0.800000012f, -0.800000012f}},
                     false}};
  const std::string wkt = walkable_area_wkt(world, 0.01);
  CHECK(wkt.starts_with("POLYGON ((-2 -2, 3 -2, 3 3, -2 3, -2 -2), ("));
  CHECK(std::count(wkt.begin(), wkt.end(), '(') == 3);
}

TEST_CASE("a world that is full") {
  World world = empty_world();
  world.polygons = {{{{-1, -1}, {11, -1}, {11, 9}, {-1, 9}}}};
  CHECK(walkable_area_wkt(world, 0.01) == "POLYGON EMPTY");
  world.goals.clear();
  CHECK(walkable_area_wkt(world, 0.01) == "POLYGON EMPTY");
}

TEST_CASE("without goals every free part is given") {
  World world = empty_world();
  world.goals.clear();
  world.polygons = {{{{4, -1}, {5, -1}, {5, 9}, {4, 9}}}};
  CHECK(walkable_area_wkt(world, 0.01).starts_with("GEOMETRYCOLLECTION (POLYGON (("));
}

TEST_CASE("walkable ground is the area, whoever heads wherever, with doors or without") {
  World world = empty_world();
  world.walkable = {{{1, 1}, {9, 1}, {9, 7}, {1, 7}}, {{4, 3}, {4, 5}, {6, 5}, {6, 3}}};
  world.polygons = {{{{9, 4}, {9, 7}, {1, 7}, {1, 1}, {9, 1}, {9, 3}}, false, Solid::right}};
  const std::string ring = "(1 1, 9 1, 9 7, 1 7, 1 1)";
  CHECK(walkable_area_wkt(world, 0.01) == "POLYGON (" + ring + ", (4 3, 4 5, 6 5, 6 3, 4 3))");
  world.goals = {{9, 3.5f}};
  CHECK(walkable_area_wkt(world, 0.01).starts_with("POLYGON (" + ring));
  // Obstacles on it are holes, too.
  world.polygons.push_back({{{2, 2}, {3, 2}, {3, 3}}});
  const std::string wkt = walkable_area_wkt(world, 0.01);
  CHECK(std::count(wkt.begin(), wkt.end(), '(') == 4);
}
