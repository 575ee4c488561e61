#include "algorithms/planning/roadmap/corner_nodes.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace plethos;
using namespace plethos::planning;

namespace {

const Bounds wide{{-100, -100}, {100, 100}};

std::vector<Vec2> nodes_of(const std::vector<Polygon>& polygons, const Bounds& bounds = wide) {
  return corner_nodes(polygons, bounds, 0.5f, 0.1f);
}

bool holds(const std::vector<Vec2>& nodes, Vec2 p) {
  return std::any_of(nodes.begin(), nodes.end(), [&](Vec2 node) { return length(node - p) < 1e-4f; });
}

float nearest_wall(const std::vector<Polygon>& polygons, Vec2 p) {
  float least = 1e9f;
  for (const Segment& s : World{polygons, {}, {}, {}}.segments()) least = std::min(least, distance_to_segment(p, s.a, s.b));
  return least;
}

}  // namespace

TEST_CASE("a square has a node off each corner, in either direction") {
  std::vector<Vec2> square{{0, 0}, {4, 0}, {4, 4}, {0, 4}};
  for (int turn = 0; turn < 2; ++turn) {
    const auto nodes = nodes_of({{square, true}});
    CHECK(nodes.size() == 4);
    for (const Vec2 p : {Vec2{-0.6f, -0.6f}, Vec2{4.6f, -0.6f}, Vec2{4.6f, 4.6f}, Vec2{-0.6f, 4.6f}}) CHECK(holds(nodes, p));
    std::reverse(square.begin(), square.end());
  }
}

TEST_CASE("a hollow corner of a solid has none, a straight vertex neither") {
  const auto nodes = nodes_of({{{{0, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 2}, {0, 2}, {0, 1}}, true}});
  CHECK(nodes.size() == 5);
}

TEST_CASE("the ends of a chain have two nodes, a bend one on its outer side") {
  const auto nodes = nodes_of({{{{0, 0}, {4, 0}, {4, 4}}, false}});
  CHECK(nodes.size() == 5);
  for (const Vec2 p : {Vec2{-0.6f, 0.6f}, Vec2{-0.6f, -0.6f}, Vec2{4.6f, -0.6f}, Vec2{4.6f, 4.6f}, Vec2{3.4f, 4.6f}}) {
    CHECK(holds(nodes, p));
  }
}

TEST_CASE("a sharp corner has two nodes, and the way between all of them keeps its distance") {
  const std::vector<Polygon> polygons{{{{0, 0}, {10, 1}, {10, -1}}, true}};
  const auto nodes = nodes_of(polygons);
  CHECK(nodes.size() >= 4);
  for (const Vec2 node : nodes) CHECK(nearest_wall(polygons, node) >= 0.6f - 1e-4f);
  std::vector<Vec2> tip;
  for (const Vec2 node : nodes) {
    if (node.x < 5) tip.push_back(node);
  }
  REQUIRE(tip.size() == 2);
  CHECK(distance_to_segment({0, 0}, tip[0], tip[1]) == doctest::Approx(0.6).epsilon(1e-3));
}

TEST_CASE("nodes near other walls, in other solids, out of bounds or repeated are left out") {
  const Polygon square{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, true};
  CHECK(nodes_of({square, {{{4.8f, -9}, {4.8f, 9}}, false}}).size() == 2 + 4);
  CHECK(nodes_of({square, {{{-3, -3}, {-0.1f, -3}, {-0.1f, -0.1f}, {-3, -0.1f}}, true}}).size() == 3 + 3);
  CHECK(nodes_of({square}, {{-9, -9}, {9, 4.5f}}).size() == 2);
  CHECK(nodes_of({square, square}).size() == 4);
  CHECK(nodes_of({}).empty());
}

TEST_CASE("a chain that closes is gone around outside and its inside is left alone") {
  const auto nodes = nodes_of({{{{0, 0}, {8, 0}, {8, 8}, {0, 8}, {0, 0}}, false}});
  CHECK(nodes.size() == 4);
  CHECK(holds(nodes, {-0.6f, -0.6f}));
}

TEST_CASE("along the edge of walkable ground nodes lie on the ground alone") {
  // An L: one corner that ways bend around.
  const std::vector<std::vector<Vec2>> ground{{{0, 0}, {9, 0}, {9, 4}, {4, 4}, {4, 9}, {0, 9}}};
  const Bounds bounds{{-5, -5}, {15, 15}};
  const std::vector<Polygon> edge{{{{0, 0}, {9, 0}, {9, 4}, {4, 4}, {4, 9}, {0, 9}, {0, 0}}, false, Solid::right}};
  const std::vector<Vec2> nodes = corner_nodes(edge, bounds, 0.5f, 0.1f, ground);
  REQUIRE(nodes.size() == 1);
  CHECK(nodes[0].x == doctest::Approx(3.4));
  CHECK(nodes[0].y == doctest::Approx(3.4));
  // The other way around it is solid to the left, and the same corner stands out.
  std::vector<Polygon> turned = edge;
  std::reverse(turned[0].vertices.begin(), turned[0].vertices.end());
  turned[0].beyond = Solid::left;
  CHECK(corner_nodes(turned, bounds, 0.5f, 0.1f, ground).size() == 1);
  // The posts of a door have theirs.
  const std::vector<Polygon> door{{{{9, 3}, {9, 4}, {4, 4}, {4, 9}, {0, 9}, {0, 0}, {9, 0}, {9, 1}}, false, Solid::right}};
  for (const Vec2 node : corner_nodes(door, bounds, 0.5f, 0.1f, ground)) CHECK(is_inside(ground[0], node));
  CHECK(corner_nodes(door, bounds, 0.5f, 0.1f, ground).size() > 1);
}
