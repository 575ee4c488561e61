#include "algorithms/verify/verifiers.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/harness/random.hpp"

namespace plethos::tests {

using Floats = std::vector<float>;

TEST_CASE("overlaps are counted, and the deepest is named") {
  const Floats x{0, 0.9f, 5, 5, 20};
  const Floats y{0, 0, 0, 0.5f, 0};
  const Floats radius(5, 0.5f);
  const verify::Violations found = verify::overlaps({x, y, radius});
  CHECK(found.count == 2);
  CHECK(found.worst == 2);
  CHECK(found.other == 3);
  CHECK(found.amount == doctest::Approx(0.5));
  CHECK(verify::overlaps({x, y, radius}, 0.2).count == 1);
}

TEST_CASE("the sweep over discs finds what all pairs show") {
  Random random("overlaps");
  Floats x, y, radius;
  for (int i = 0; i < 300; ++i) {
    x.push_back(random.between(-10, 10));
    y.push_back(random.between(-10, 10));
    radius.push_back(random.once_in(20) ? 4.f : random.between(0.1f, 0.5f));
  }
  std::int64_t pairs = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      pairs += std::hypot(static_cast<double>(x[i] - x[j]), static_cast<double>(y[i] - y[j])) < static_cast<double>(radius[i] + radius[j])
                   ? 1
                   : 0;
    }
  }
  CHECK(pairs > 0);
  CHECK(verify::overlaps({x, y, radius}).count == pairs);
}

TEST_CASE("discs in walls are found, beside a wall and beyond its ends") {
  const std::vector<Segment> walls{{{0, 0}, {4, 0}}, {{10, -1}, {10, 1}}};
  const Floats x{2, 2, -0.3f, 4.5f, 10.4f};
  const Floats y{0.25f, -0.75f, 0.3f, 0, -1.2f};
  const Floats radius(5, 0.5f);
  const verify::Violations found = verify::wall_overlaps({x, y, radius}, walls);
  CHECK(found.count == 3);
  CHECK(found.worst == 0);
  CHECK(found.other == 0);
  CHECK(found.amount == doctest::Approx(0.25));
  CHECK(verify::wall_overlaps({x, y, radius}, walls, 0.1).count == 1);
  CHECK(verify::wall_overlaps({x, y, radius}, {}).count == 0);
}

TEST_CASE("ways through a wall are found") {
  const std::vector<Segment> walls{{{0, 0}, {4, 0}}, {{10, -1}, {10, 1}}};
  // The ways lead through each wall, past an end, along a wall, up to a wall, and over the corner of one.
  const Floats before_x{1, 9.9f, 4.5f, 0, 2, 3};
  const Floats before_y{0.1f, 0, 1, 0.1f, 1, 1};
  const Floats after_x{2, 10.1f, 4.5f, 4, 2, 5};
  const Floats after_y{-0.1f, 0.5f, -1, 0.1f, 0, -1};
  const verify::Violations found = verify::wall_crossings({before_x, before_y, after_x, after_y}, walls);
  CHECK(found.count == 3);
  CHECK(found.worst == 5);
  CHECK(found.other == 0);
  CHECK(verify::wall_crossings({after_x, after_y, before_x, before_y}, walls).count == 3);
  CHECK(verify::wall_crossings({before_x, before_y, before_x, before_y}, walls).count == 0);
}

TEST_CASE("points outside the bounds and lost numbers are found") {
  const Bounds bounds{{0, 0}, {10, 5}};
  const Floats inside_x{0, 10, 5};
  const Floats inside_y{0, 5, 2};
  CHECK(verify::outside_bounds(inside_x, inside_y, bounds).count == 0);
  const Floats x{-1, 5, 5};
  const Floats y{0, 8, 2};
  const verify::Violations found = verify::outside_bounds(x, y, bounds);
  CHECK(found.count == 2);
  CHECK(found.worst == 1);
  CHECK(found.amount == doctest::Approx(3));
  const Floats lost(1, std::numeric_limits<float>::quiet_NaN());
  CHECK(verify::outside_bounds(lost, lost, bounds).count == 1);
}

TEST_CASE("velocities beyond speed or acceleration are found") {
  const Floats before{1, 1, 1, 1};
  const Floats zero(4, 0.f);
  const Floats after{1.2f, 2.3f, 1.6f, 0};
  const Floats speed(4, 2.f);
  const Floats acceleration{5, 50, 5, 5};
  const verify::Violations found = verify::inadmissible_velocities({before, zero, after, zero, speed, acceleration, 0.1f});
  // The second agent is too fast, the third changes too much, the fourth has stopped.
  CHECK(found.count == 2);
  CHECK(found.worst == 1);
}

TEST_CASE("a list is wrong by a missing, a swapped or a foreign entry") {
  const Floats x{0, 1, 2, -1, 50};
  const Floats y(5, 0.f);
  const std::vector<std::uint64_t> id{10, 11, 12, 13, 14};
  const std::vector<std::uint8_t> present(5, 1);
  const verify::NeighborProblem problem{x, y, id, present, 3.f};
  const std::vector<std::int32_t> count{2, 2, 2, 2, 0};
  // The lists by agent are {1, 3}, {0, 2}, {1, 0}, {0, 1}, {}. In the first two lists the entries tie, and ids decide their order.
  const std::vector<std::int32_t> index{1, 0, 1, 0, 0, 3, 2, 0, 1, 0};
  CHECK(verify::neighbor_mistake(problem, {count, index, 5, 2}) == "");
  auto wrong = index;
  std::swap(wrong[0], wrong[5]);
  CHECK(verify::neighbor_mistake(problem, {count, wrong, 5, 2}) != "");
  wrong = index;
  wrong[8] = 4;
  CHECK(verify::neighbor_mistake(problem, {count, wrong, 5, 2}) != "");
  auto fewer = count;
  fewer[2] = 1;
  CHECK(verify::neighbor_mistake(problem, {fewer, index, 5, 2}) != "");
}

TEST_CASE("a list of walls is checked the same way") {
  const std::vector<Segment> segments{{{0, 1}, {10, 1}}, {{0, -2}, {10, -2}}, {{5, 5}, {5, 5}}};
  const Floats x{5};
  const Floats y{0};
  const std::vector<std::uint8_t> avoids{1};
  const std::vector<std::int32_t> count{2};
  std::vector<std::int32_t> index{0, 1};
  CHECK(verify::wall_mistake({x, y, avoids, segments, 4.f}, {count, index, 1, 8}) == "");
  std::swap(index[0], index[1]);
  CHECK(verify::wall_mistake({x, y, avoids, segments, 4.f}, {count, index, 1, 8}) != "");
  CHECK(verify::wall_mistake({x, y, avoids, segments, 6.f}, {count, index, 1, 8}) != "");
}

}  // namespace plethos::tests
