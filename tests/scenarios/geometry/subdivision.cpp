#include "scenarios/geometry/subdivision.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/harness/random.hpp"

using namespace plethos;
using namespace plethos::scenarios;

namespace {

void add_ring(Subdivision& plane, const std::vector<Vec2d>& ring, Subdivision::Step step) {
  for (std::size_t i = 0; i < ring.size(); ++i) plane.add_edge(ring[i], ring[(i + 1) % ring.size()], step);
}

void add_square(Subdivision& plane, double low, double high, Subdivision::Step step) {
  add_ring(plane, {{low, low}, {high, low}, {high, high}, {low, high}}, step);
}

double area(const std::vector<std::vector<Vec2d>>& rings) {
  double sum = 0;
  for (const auto& ring : rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Vec2d a = ring[i];
      const Vec2d b = ring[(i + 1) % ring.size()];
      sum += (a.x * b.y - b.x * a.y) / 2;
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("nothing cuts the plane: one face") {
  Subdivision plane;
  plane.build();
  CHECK(plane.faces() == 1);
  CHECK(plane.locate({3, 4}) == 0);
  CHECK(plane.rings(0).empty());
}

TEST_CASE("nested squares cover each other") {
  Subdivision plane;
  add_square(plane, 0, 10, {0, 1});
  add_square(plane, 2, 8, {1, 0});
  add_square(plane, 4, 6, {1, 0});
  plane.build();
  CHECK(plane.faces() == 4);
  CHECK(plane.cover(plane.locate({-1, 5})).inside == 0);
  CHECK(plane.cover(plane.locate({1, 5})).obstacles == 0);
  CHECK(plane.cover(plane.locate({1, 5})).inside == 1);
  CHECK(plane.cover(plane.locate({3, 5})).obstacles == 1);
  CHECK(plane.cover(plane.locate({5, 5})).obstacles == 2);
  CHECK(plane.rings(plane.locate({1, 5})).size() == 2);
  CHECK(area(plane.rings(plane.locate({1, 5}))) == doctest::Approx(64));
  CHECK(area(plane.rings(plane.locate({5, 5}))) == doctest::Approx(4));
}

TEST_CASE("crossing squares are cut where they cross") {
  Subdivision plane;
  add_square(plane, 0, 4, {1, 0});
  add_square(plane, 2, 6, {1, 0});
  plane.build();
  CHECK(plane.faces() == 4);
  CHECK(plane.cover(plane.locate({3, 3})).obstacles == 2);
  CHECK(area(plane.rings(plane.locate({3, 3}))) == doctest::Approx(4));
  CHECK(area(plane.rings(plane.locate({1, 1}))) == doctest::Approx(12));
}

TEST_CASE("squares that share part of an edge or a corner") {
  Subdivision plane;
  add_square(plane, 0, 10, {0, 1});
  add_ring(plane, {{2, 2}, {4, 2}, {4, 6}, {2, 6}}, {1, 0});
  add_ring(plane, {{4, 4}, {6, 4}, {6, 8}, {4, 8}}, {1, 0});
  add_ring(plane, {{6, 8}, {7, 8}, {7, 9}, {6, 9}}, {1, 0});
  plane.build();
  const auto rings = plane.rings(plane.locate({1, 1}));
  CHECK(area(rings) == doctest::Approx(100 - 8 - 8 - 1));
  CHECK(rings.size() == 3);
}

TEST_CASE("an open wall cuts nothing off and leaves no trace in the rings") {
  Subdivision plane;
  add_square(plane, 0, 10, {0, 1});
  plane.add_edge({0, 5}, {5, 5}, {});
  plane.add_edge({5, 5}, {5, 7}, {});
  plane.build();
  CHECK(plane.faces() == 2);
  CHECK(plane.locate({1, 1}) == plane.locate({1, 9}));
  const auto rings = plane.rings(plane.locate({1, 1}));
  REQUIRE(rings.size() == 1);
  CHECK(rings[0].size() == 4);
  CHECK(area(rings) == doctest::Approx(100));
}

TEST_CASE("a wall across cuts a square in two") {
  Subdivision plane;
  add_square(plane, 0, 10, {0, 1});
  plane.add_edge({-1, 5}, {11, 5}, {});
  plane.build();
  CHECK(plane.faces() == 3);
  CHECK(plane.locate({1, 1}) != plane.locate({1, 9}));
  CHECK(area(plane.rings(plane.locate({1, 1}))) == doctest::Approx(50));
}

TEST_CASE("many oblique squares: the faces' areas add up") {
  Subdivision plane;
  add_square(plane, -100, 100, {0, 1});
  for (int i = 0; i < 40; ++i) {
    const double x = 90 * std::sin(37. * i);
    const double y = 90 * std::sin(11. * i + 1);
    const double c = 9 * std::cos(1. * i);
    const double s = 9 * std::sin(1. * i);
    add_ring(plane, {{x + c, y + s}, {x - s, y + c}, {x - c, y - s}, {x + s, y - c}}, {1, 0});
  }
  plane.build();
  double inside = 0;
  double covered = 0;
  for (std::size_t face = 0; face < plane.faces(); ++face) {
    const double size = area(plane.rings(face));
    if (plane.cover(face).inside == 1) inside += size;
    covered += size * plane.cover(face).obstacles;
    CHECK(plane.cover(face).obstacles >= 0);
  }
  CHECK(inside == doctest::Approx(40000).epsilon(1e-6));
  CHECK(covered == doctest::Approx(40 * 162).epsilon(1e-6));
}

TEST_CASE("a face is covered as often as outlines wind around it") {
  plethos::tests::Random random("subdivision");
  // Vertices on a coarse lattice and up to three micrometres off: edges cross, touch, overlap and run beside each other.
  const auto coordinate = [&] { return 0.5 * random.integer(0, 8) + 1e-6 * random.integer(-3, 3); };
  for (int round = 0; round < 300; ++round) {
    CAPTURE(round);
    Subdivision plane;
    std::vector<std::vector<Vec2d>> outlines;
    for (int n = random.integer(1, 4); n > 0; --n) {
      std::vector<Vec2d> outline(static_cast<std::size_t>(random.integer(3, 7)));
      for (Vec2d& vertex : outline) vertex = {coordinate(), coordinate()};
      add_ring(plane, outline, {1, 0});
      outlines.push_back(outline);
    }
    plane.build();
    for (std::size_t face = 0; face < plane.faces(); ++face) {
      for (const auto& ring : plane.rings(face)) REQUIRE(ring.size() >= 3);
    }
    for (int i = 0; i < 20; ++i) {
      const Vec2d p{4e-4 * random.integer(0, 9999), 4e-4 * random.integer(0, 9999)};
      int winding = 0;
      double nearest = 1;
      for (const auto& outline : outlines) {
        for (std::size_t k = 0; k < outline.size(); ++k) {
          const Vec2d a = outline[k];
          const Vec2d b = outline[(k + 1) % outline.size()];
          const double side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
          const double length = std::hypot(b.x - a.x, b.y - a.y);
          if (length > 0) nearest = std::min(nearest, std::abs(side) / length);
          if (a.y <= p.y && p.y < b.y && side > 0) ++winding;
          if (b.y <= p.y && p.y < a.y && side < 0) --winding;
        }
      }
      if (nearest > 2e-5) REQUIRE(plane.cover(plane.locate(p)).obstacles == winding);
    }
  }
}

TEST_CASE("an edge knows the faces beside each of its pieces") {
  Subdivision plane;
  add_square(plane, 0, 4, {1, 0});
  const std::size_t across = plane.add_edge({-1, 2}, {5, 2}, {});
  plane.build();
  const std::size_t outside = plane.locate({-1, 1});
  const std::size_t above = plane.locate({2, 3});
  const std::size_t below = plane.locate({2, 1});
  using Sides = std::vector<std::pair<std::size_t, std::size_t>>;
  Sides sides = plane.sides(across);
  std::sort(sides.begin(), sides.end());
  Sides expected{{outside, outside}, {above, below}, {outside, outside}};
  std::sort(expected.begin(), expected.end());
  CHECK(sides == expected);
}
