#include "algorithms/verify/lanes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

using verify::LaneReport;
using verify::Lanes;
using verify::Walker;

constexpr double row = 0.5;

/// Makes a walker in the middle of a row that walks east or west, or, with `north`, the same turned by a quarter.
Walker walker(double along, int in_row, bool forward, bool north = false) {
  const double lateral = row * (in_row + 0.5);
  const double ahead = forward ? 30 : -30;
  const std::int32_t group = forward ? 0 : 1;
  return north ? Walker{lateral, along, 1, ahead, group} : Walker{along, lateral, ahead, 1, group};
}

LaneReport seen(const std::vector<Walker>& walkers) {
  Lanes lanes(row);
  lanes.look(0, walkers);
  return lanes.report();
}

}  // namespace

TEST_CASE("walkers in rows of their own direction are in perfect order, along either axis") {
  for (const bool north : {false, true}) {
    std::vector<Walker> walkers;
    for (int k = 0; k < 40; ++k) walkers.push_back(walker(k % 7, k % 8, k % 2 == 0, north));
    CHECK(seen(walkers).order == doctest::Approx(1));
  }
}

TEST_CASE("the order of a scene computed by hand") {
  // There are two rows of three. In either row a third walks the other way, so each walker's order is (1 / 3)^2. Chance is 4 * 0.45 / 3^2,
  // where 0.45 is the variance of the number of one kind among three that are drawn from three and three.
  std::vector<Walker> walkers;
  for (int k = 0; k < 6; ++k) walkers.push_back(walker(0, k / 3, k < 2 || k == 5));
  CHECK(seen(walkers).order == doctest::Approx((1. / 9 - 0.2) / (1 - 0.2)));
}

TEST_CASE("over all ways to give walkers their directions the order is 0") {
  const std::vector<int> rows{0, 0, 0, 0, 1, 1, 4};
  for (const int forward : {1, 3, 5}) {
    CAPTURE(forward);
    std::vector<int> directions(rows.size(), 0);
    std::fill(directions.end() - forward, directions.end(), 1);
    Lanes lanes(row);
    int ways = 0;
    do {
      std::vector<Walker> walkers;
      for (std::size_t i = 0; i < rows.size(); ++i) walkers.push_back(walker(0, rows[i], directions[i] == 1));
      lanes.look(0, walkers);
      ++ways;
    } while (std::next_permutation(directions.begin(), directions.end()));
    CHECK(ways >= 7);
    CHECK(std::abs(lanes.report().order) < 1e-12);
  }
}

TEST_CASE("a random mixture has next to no order, and its nearest are no more of a kind than those around") {
  Random random("lanes of a mixture");
  Lanes lanes(row);
  for (int round = 0; round < 20; ++round) {
    std::vector<Walker> walkers;
    for (int i = 0; i < 400; ++i) walkers.push_back({random.between(0, 20), random.between(0, 10), i % 2 == 0 ? 1. : -1., 0, i % 4});
    lanes.look(0, walkers);
  }
  const LaneReport report = lanes.report();
  CHECK(std::abs(report.order) < 0.02);
  CHECK(report.own_nearest == doctest::Approx(0.25).epsilon(0.05));
  CHECK(report.own_around == doctest::Approx(0.25).epsilon(0.05));
}

TEST_CASE("only who is where both directions are counts, and nobody before they meet") {
  std::vector<Walker> apart;
  for (int k = 0; k < 10; ++k) apart.push_back(walker(k < 5 ? k : k + 1, k % 5, k < 5));
  CHECK(std::isnan(seen(apart).order));
  CHECK(std::isnan(seen(apart).own_nearest));
  // Both directions occur from 4 to 6, in two rows of one direction each. The row with both directions lies outside.
  const std::vector<Walker> meeting{walker(4, 0, false), walker(5, 0, false), walker(9, 2, false), walker(5, 1, true),
                                    walker(6, 1, true),  walker(0, 2, true),  walker(2, 2, true)};
  CHECK(seen(meeting).order == doctest::Approx(1));
  // A walker that stands in its goal has no direction.
  CHECK(std::isnan(seen({{0, 0, 0, 0, 0}, {0, 0, 1, 0, 0}}).order));
}

TEST_CASE("the order is told by time, and the whole by walkers") {
  std::vector<Walker> lanes_of_two;
  std::vector<Walker> mixed;
  for (int k = 0; k < 4; ++k) lanes_of_two.push_back(walker(0, k / 2, k < 2));
  for (int k = 0; k < 4; ++k) mixed.push_back(walker(0, k / 2, k % 2 == 0));
  Lanes lanes(row);
  lanes.look(5, lanes_of_two);
  lanes.look(25, mixed);
  const LaneReport report = lanes.report();
  REQUIRE(report.order_by_time.size() == 3);
  CHECK(report.order_by_time[0] == doctest::Approx(1));
  CHECK(std::isnan(report.order_by_time[1]));
  // By chance a row of two has one direction one time in three.
  CHECK(report.order_by_time[2] == doctest::Approx((0 - 1. / 3) / (1 - 1. / 3)));
  CHECK(report.order == doctest::Approx((0.5 - 1. / 3) / (1 - 1. / 3)));
}

TEST_CASE("own groups among the nearest four and around are those of all pairs") {
  Random random("own groups");
  std::vector<Walker> walkers;
  for (int i = 0; i < 300; ++i) {
    const double x = random.between(0, 15);
    walkers.push_back({x, random.between(0, 12), i % 2 == 0 ? 1. : -1., 0, x < 7 ? i % 2 : 2 + i % 2});
  }
  // At both ends there are walkers of either direction, so that all walkers are where both directions are.
  for (const double x : {-1., 16.}) {
    for (const double ahead : {-1., 1.}) walkers.push_back({x, 0, ahead, 0, 4});
  }
  double nearest = 0;
  double around = 0;
  double counted = 0;
  for (std::size_t i = 0; i < walkers.size(); ++i) {
    std::vector<std::pair<double, bool>> others;
    for (std::size_t j = 0; j < walkers.size(); ++j) {
      const double distance = std::hypot(walkers[i].x - walkers[j].x, walkers[i].y - walkers[j].y);
      if (j != i && distance <= Lanes::around) others.emplace_back(distance, walkers[j].group == walkers[i].group);
    }
    if (others.size() < 4) continue;
    std::sort(others.begin(), others.end());
    double own = 0;
    for (std::size_t k = 0; k < others.size(); ++k) {
      own += others[k].second ? 1 : 0;
      if (k == 3) nearest += own / 4;
    }
    around += own / static_cast<double>(others.size());
    ++counted;
  }
  CHECK(seen(walkers).own_nearest == doctest::Approx(nearest / counted));
  CHECK(seen(walkers).own_around == doctest::Approx(around / counted));
  CHECK(nearest / counted > 0.4);
}

}  // namespace plethos::tests
