#include "core/world.hpp"

#include <doctest/doctest.h>

using namespace plethos;

TEST_CASE("Polygon::contains") {
  const Polygon square{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}};
  CHECK(square.contains({2, 2}));
  CHECK_FALSE(square.contains({5, 2}));
  CHECK_FALSE(square.contains({-1, 4}));

  const Polygon notched{{{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}}};
  CHECK(notched.contains({2, 0.5f}));
  CHECK_FALSE(notched.contains({2, 2}));
  CHECK(notched.contains({0.5f, 2}));

  const Polygon chain{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, false};
  CHECK_FALSE(chain.contains({2, 2}));
}

TEST_CASE("World::segments closes closed polygons only") {
  World world{.polygons = {{{{0, 0}, {1, 0}, {0, 1}}, true}, {{{5, 5}, {6, 5}, {6, 6}}, false}}};
  const auto segments = world.segments();
  REQUIRE(segments.size() == 5);
  CHECK(segments[2].a == Vec2{0, 1});
  CHECK(segments[2].b == Vec2{0, 0});
  CHECK(segments[4].b == Vec2{6, 6});
  CHECK(World{}.segments().empty());
}

TEST_CASE("World::segments links outlines and knows which side is solid") {
  World world;
  world.polygons = {{{{0, 0}, {1, 0}, {0, 1}}, true},           // counterclockwise
                    {{{5, 5}, {5, 6}, {6, 6}}, true},           // clockwise
                    {{{0, 0}, {9, 0}, {9, 9}}, false},          // a chain
                    {{{0, 0}, {3, 0}, {3, 3}, {0, 0}}, false},  // a chain that ends where it starts
                    {{{1, 1}, {2, 2}}, true}};                  // no area
  const auto segments = world.segments();
  const auto links = [&](std::size_t i) { return std::pair(segments[i].previous, segments[i].next); };
  REQUIRE(segments.size() == 12);
  CHECK(world.most_segments() == 12);
  CHECK(links(0) == std::pair(2, 1));
  CHECK(links(1) == std::pair(0, 2));
  CHECK(links(2) == std::pair(1, 0));
  CHECK(segments[0].solid == Solid::left);
  CHECK(links(3) == std::pair(5, 4));
  CHECK(segments[3].solid == Solid::right);
  CHECK(links(6) == std::pair(-1, 7));
  CHECK(links(7) == std::pair(6, -1));
  CHECK(segments[6].solid == Solid::neither);
  CHECK(links(8) == std::pair(10, 9));
  CHECK(links(10) == std::pair(9, 8));
  CHECK(links(11) == std::pair(-1, -1));
  CHECK(segments[11].solid == Solid::neither);
}

TEST_CASE("Bounds hold their edges and grow") {
  const Bounds bounds{{0, 0}, {2, 1}};
  CHECK(bounds.contains({2, 1}));
  CHECK_FALSE(bounds.contains({2.001f, 1}));
  const Bounds grown = bounds.include({-1, 3});
  CHECK(grown.low == Vec2{-1, 0});
  CHECK(grown.high == Vec2{2, 3});
}

TEST_CASE("distance_to_segment") {
  CHECK(distance_to_segment({1, 2}, {0, 0}, {4, 0}) == 2);
  CHECK(distance_to_segment({7, 4}, {0, 0}, {4, 0}) == 5);
  CHECK(distance_to_segment({3, 4}, {0, 0}, {0, 0}) == 5);
}

TEST_CASE("Line::nearest") {
  const Line line{{0, 0}, {4, 0}};
  CHECK(line.nearest({1, 3}) == Vec2{1, 0});
  CHECK(line.nearest({-2, 3}) == Vec2{0, 0});
  CHECK(line.nearest({9, -1}) == Vec2{4, 0});
  CHECK(Line{{1, 2}, {1, 2}}.nearest({9, 9}) == Vec2{1, 2});
}

TEST_CASE("ground is what lies inside of an odd number of outlines") {
  World world;
  CHECK(world.is_walkable({5, 5}));
  world.walkable = {{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, {{2, 8}, {8, 8}, {8, 2}, {2, 2}}, {{4, 4}, {6, 4}, {6, 6}, {4, 6}}};
  CHECK(world.is_walkable({1, 5}));
  CHECK_FALSE(world.is_walkable({3, 5}));
  CHECK(world.is_walkable({5, 5}));
  CHECK_FALSE(world.is_walkable({11, 5}));
  CHECK(doubled_area(world.walkable[0]) == 200);
  CHECK(doubled_area(world.walkable[1]) == -72);
}

TEST_CASE("a chain may be solid on one side") {
  World world{.polygons = {{{{0, 0}, {1, 0}, {1, 1}}, false, Solid::right}, {{{3, 0}, {4, 0}}, false}}};
  const auto segments = world.segments();
  CHECK(segments[0].solid == Solid::right);
  CHECK(segments[1].solid == Solid::right);
  CHECK(segments[2].solid == Solid::neither);
  CHECK_FALSE(world.polygons[0].contains({0.9f, 0.1f}));
}

TEST_CASE("an exit is a goal, and those who share it share its place") {
  World world{.goals = {{7, 7}}};
  const Exit door{{{{0, 0}, {0, 4}}, {{9, 0}, {9, 2}}}, {{{0, 1}, {0, 3}}, {{9, 0.5f}, {9, 1.5f}}}};
  CHECK(world.add_exit(door) == 1);
  CHECK(world.add_exit(door) == 2);
  CHECK(world.exits.size() == 1);
  CHECK(world.goals[1] == Vec2{0, 2});
  CHECK(world.exit(0) == nullptr);
  REQUIRE(world.exit(2) != nullptr);
  CHECK(*world.exit(2) == door);
  CHECK(world.goal_from(0, {5, 5}) == Vec2{7, 7});
  CHECK(world.goal_from(1, {3, 9}) == Vec2{0, 3});
  CHECK(world.goal_from(1, {3, 2.5f}) == Vec2{0, 2.5f});
  CHECK(world.goal_from(1, {6, 0}) == Vec2{9, 0.5f});
}
