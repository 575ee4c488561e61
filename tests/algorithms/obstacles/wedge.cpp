#include "algorithms/obstacles/wedge.hpp"

#include <doctest/doctest.h>

#include "algorithms/obstacles/sight.hpp"
#include "algorithms/planning/roadmap/roadmap_reference.hpp"
#include "algorithms/planning/roadmap/seen.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

using obstacles::Wedge;

obstacles::Sight<Kokkos::HostSpace> sight_past(const std::vector<Segment>& segments, const Bounds& bounds) {
  return {obstacles::make_walls<Kokkos::HostSpace>(segments, bounds)};
}

}  // namespace

TEST_CASE("from everywhere in a wedge its apex is visible, and from everywhere that is remembered of it") {
  Random random("wedge");
  int inside = 0;
  int remembered = 0;
  int visible = 0;
  for (int scene = 0; scene < 300; ++scene) {
    CAPTURE(scene);
    // Every third scene on a lattice, where walls touch lines of sight and each other.
    const bool lattice = scene % 3 == 0;
    const auto point = [&] {
      if (lattice) return Vec2{static_cast<float>(random.integer(-10, 10)), static_cast<float>(random.integer(-10, 10))};
      return Vec2{random.between(-10, 10), random.between(-10, 10)};
    };
    std::vector<Segment> segments;
    for (int k = 0; k < 1 + scene % 12; ++k) {
      const Vec2 a = point();
      segments.push_back({a, random.once_in(2) ? point() : a + Vec2{random.between(-2, 2), random.between(-2, 2)}});
    }
    const auto sight = sight_past(segments, {{-10, -10}, {10, 10}});
    for (int pair = 0; pair < 20; ++pair) {
      const Vec2 from = point();
      const Vec2 to = point();
      const Vec2d p{from.x, from.y};
      const Vec2d q{to.x, to.y};
      const double reach = random.between(0.1f, 6);
      Wedge wedge;
      const bool sees = sight.visible(p, q, reach, wedge);
      CHECK(sees == planning::reference::visible(from, to, segments));
      if (sees) {
        ++visible;
      } else {
        CHECK_FALSE(wedge.holds(q, p));
      }
      planning::Seen seen;
      seen.remember(wedge);
      for (int k = 0; k < 50; ++k) {
        // All over the line, farther away than the reach allows too.
        const float t = random.between(-0.2f, 1.8f);
        const Vec2 place = to + t * (from - to) + Vec2{random.between(-3, 3), random.between(-3, 3)};
        const bool held = wedge.holds(q, {place.x, place.y});
        if (seen.sees(q, {place.x, place.y})) {
          ++remembered;
          CHECK(held);
        }
        if (!held) continue;
        ++inside;
        CHECK(planning::reference::visible(place, to, segments));
      }
    }
  }
  CHECK(visible > 1000);
  CHECK(inside > 5 * visible);
  CHECK(remembered > 0.9 * inside);
}

TEST_CASE("a wedge reaches as far as no wall hides its apex") {
  // A wall ends 1 m to the left of the line, half way: 2 m to the left at its end.
  const auto sight = sight_past({{{5, 1}, {5, 8}}}, {{0, -10}, {10, 10}});
  Wedge wedge;
  CHECK(sight.visible({10, 0}, {0, 0}, 6, wedge));
  CHECK(wedge.holds({0, 0}, {10, 1.9}));
  CHECK_FALSE(wedge.holds({0, 0}, {10, 2.1}));
  CHECK(wedge.holds({0, 0}, {10, -2.5}));
  CHECK(wedge.holds({0, 0}, {0.1, 0}));
  CHECK(wedge.holds({0, 0}, {12, 0}));
  CHECK_FALSE(wedge.holds({0, 0}, {-0.1, 0}));
  // A wall behind the looking point bounds how far back the wedge goes.
  const auto behind = sight_past({{{11, -3}, {12, 3}}}, {{0, -10}, {20, 10}});
  CHECK(behind.visible({10, 0}, {0, 0}, 6, wedge));
  CHECK(wedge.holds({0, 0}, {10.9, 0}));
  CHECK_FALSE(wedge.holds({0, 0}, {11.1, 0}));
  CHECK(wedge.holds({0, 0}, {10, -2.5}));
}

TEST_CASE("who stands on a point sees it from nowhere else for sure") {
  const auto sight = sight_past({{{5, 1}, {5, 8}}}, {{0, -10}, {10, 10}});
  Wedge wedge;
  CHECK(sight.visible({3, 3}, {3, 3}, 6, wedge));
  CHECK_FALSE(wedge.holds({3, 3}, {3.1, 3}));
}

}  // namespace plethos::tests
