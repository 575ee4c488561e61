#include "algorithms/steering/reynolds/behaviors.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

using namespace steering;

Walker at(float x, float y, float vx = 0, float vy = 0) { return {{x, y}, {vx, vy}, 0.25f}; }

}  // namespace

TEST_CASE("seek steers to the target at full speed") {
  const Vector still = seek(at(1, 1), {4, 5}, 2);
  CHECK(still.x == doctest::Approx(1.2));
  CHECK(still.y == doctest::Approx(1.6));
  // A walker that goes there at that speed already need not steer.
  CHECK(length(seek(at(1, 1, 1.2f, 1.6f), {4, 5}, 2)) < 1e-6f);
  const Vector there = seek(at(4, 5, 1, 0), {4, 5}, 2);
  CHECK(there.x == -1);
  CHECK(there.y == 0);
}

TEST_CASE("arrive is seek far away, slower in proportion near by, and stops in the target") {
  CHECK(arrive(at(0, 0), {9, 0}, 2, 3).x == seek(at(0, 0), {9, 0}, 2).x);
  CHECK(arrive(at(0, 0), {1.5f, 0}, 2, 3).x == doctest::Approx(1));
  const Vector in_target = arrive(at(4, 5, 1, -1), {4, 5}, 2, 3);
  CHECK(in_target.x == -1);
  CHECK(in_target.y == 1);
}

TEST_CASE("separation points away from a near neighbor, as strongly as its center is near") {
  const Vector away = separation(at(0, 0), at(0.6f, -0.8f), 0.6f);
  CHECK(away.x == doctest::Approx(-0.6));
  CHECK(away.y == doctest::Approx(0.8));
  const Vector nearer = separation(at(0, 0), at(0.3f, -0.4f), 0.6f);
  CHECK(length(nearer) == doctest::Approx(2));
  // The discs are half a metre apart.
  CHECK(length(separation(at(0, 0), at(1, 0), 0.5f)) == 0);
  CHECK(length(separation(at(0, 0), at(1, 0), 0.51f)) > 0);
  CHECK(length(separation(at(0, 0), at(0, 0), 1)) == 0);
}

TEST_CASE("the nearest approach is where dense sampling in time finds it") {
  Random random("nearest approach");
  for (int k = 0; k < 200; ++k) {
    const auto walker = [&] { return at(random.between(-5, 5), random.between(-5, 5), random.between(-2, 2), random.between(-2, 2)); };
    const Walker a = walker();
    const Walker b = walker();
    const Encounter found = nearest_approach(a, b);
    float least = 1e9f;
    float when = 0;
    for (float t = -30; t <= 30; t += 1e-3f) {
      const float d = length((b.position - a.position) + t * (b.velocity - a.velocity));
      if (d < least) when = t;
      least = std::fmin(least, d);
    }
    if (std::abs(when) > 29) continue;
    CHECK(found.time == doctest::Approx(when).epsilon(0.02));
    CHECK(length(found.offset) <= least + 1e-3f);
  }
  CHECK(nearest_approach(at(0, 0, 1, 1), at(1, 0, 1, 1)).time < 0);
  CHECK(nearest_approach(at(0, 0, -1, 0), at(1, 0, 1, 0)).time < 0);
}

TEST_CASE("two on a collision course turn to opposite sides of where they would meet") {
  Random random("collision course");
  int met = 0;
  for (int k = 0; k < 300; ++k) {
    const Walker a = at(random.between(-2, 2), random.between(-2, 2), random.between(-1, 1), random.between(-1, 1));
    const Walker b = at(random.between(-2, 2), random.between(-2, 2), random.between(-1, 1), random.between(-1, 1));
    const Encounter of_a = nearest_approach(a, b);
    const Encounter of_b = nearest_approach(b, a);
    if (of_a.time <= 0 || length(of_a.offset) >= 0.5f) continue;
    ++met;
    const Vector one = avoid(a, b, of_a);
    const Vector other = avoid(b, a, of_b);
    CHECK(length(one) == doctest::Approx(1));
    CHECK(length(one + other) < 1e-3f);
    // The walkers part: if they turned by a little, they would be further from each other then.
    const float little = 1e-2f;
    const Vector apart = of_a.offset + little * (other - one);
    CHECK(length(apart) > length(of_a.offset));
  }
  CHECK(met > 20);
  // Head on, both turn to their right.
  const Walker east = at(0, 0, 1, 0);
  const Walker west = at(4, 0, -1, 0);
  CHECK(avoid(east, west, nearest_approach(east, west)).y == -1);
  CHECK(avoid(west, east, nearest_approach(west, east)).y == 1);
}

TEST_CASE("a path corrects who would leave it, towards the nearest point of the path") {
  const Vector a{0, 0};
  const Vector b{10, 0};
  CHECK_FALSE(follow(at(2, 0.9f, 1, 0), a, b, 1, 2).needed);
  const PathCorrection leaves = follow(at(2, 0.9f, 1, 0.2f), a, b, 1, 2);
  CHECK(leaves.needed);
  CHECK(leaves.target.x == doctest::Approx(4));
  CHECK(leaves.target.y == 0);
  CHECK_FALSE(follow(at(2, 1.5f, 1, -0.5f), a, b, 1, 2).needed);
  const PathCorrection beyond = follow(at(9, 0, 2, 0), a, b, 1, 2);
  CHECK(beyond.needed);
  CHECK(beyond.target.x == 10);
  // A path without length is a point.
  CHECK(follow(at(3, 0), a, a, 1, 2).target.x == 0);
}

}  // namespace plethos::tests
