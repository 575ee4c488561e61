#include "algorithms/planning/potential/turning.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace plethos::tests {
namespace {

using planning::Direction;

constexpr double pi = 3.14159265358979;

Direction at(double angle) { return {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))}; }
double angle_of(const Direction& direction) { return std::atan2(direction.y, direction.x); }
/// Returns the angle from one to another, from -pi to pi.
double difference(double from, double to) { return std::remainder(to - from, 2 * pi); }

}  // namespace

TEST_CASE("a turn ends within 4.1 degrees of the mean of the two angles") {
  double most = 0;
  for (int k = 0; k < 360; k += 7) {
    for (int turned = -179; turned <= 179; ++turned) {
      for (const float inertia : {0.f, 0.1f, 0.3f, 0.5f, 0.8f, 0.95f}) {
        const double from = k * pi / 180, to = from + turned * pi / 180;
        const Direction found = planning::turn(at(from), at(to), inertia);
        CHECK(std::hypot(found.x, found.y) == doctest::Approx(1));
        const double expected = from + (1 - inertia) * turned * pi / 180;
        most = std::fmax(most, std::fabs(difference(angle_of(found), expected)));
      }
    }
  }
  CHECK(most < 4.1 * pi / 180);
  CHECK(most > 1 * pi / 180);
}

TEST_CASE("a turn without inertia ends at the new direction, and to the opposite one it goes to the left") {
  const Direction east{1, 0}, west{-1, 0};
  CHECK(planning::turn(east, west, 0).x == doctest::Approx(-1));
  CHECK(planning::turn(east, west, 0.5f).x == doctest::Approx(0));
  CHECK(planning::turn(east, west, 0.5f).y == doctest::Approx(1));
  CHECK(planning::turn(west, east, 0.5f).y == doctest::Approx(-1));
  // However slowly, an agent turns.
  Direction turning = east;
  for (int k = 0; k < 100; ++k) turning = planning::turn(turning, west, 0.9f);
  CHECK(turning.x == doctest::Approx(-1));
}

TEST_CASE("an agent keeps the cosine of the angle to where it is drawn of its speed, and stops beyond a right angle") {
  const Direction east{1, 0};
  CHECK(planning::speed_kept(east, at(0)) == doctest::Approx(1));
  CHECK(planning::speed_kept(east, at(pi / 3)) == doctest::Approx(0.5));
  CHECK(planning::speed_kept(east, at(-pi / 3)) == doctest::Approx(0.5));
  CHECK(planning::speed_kept(east, at(2)) == 0);
}

}  // namespace plethos::tests
