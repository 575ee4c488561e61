#include "scenarios/run/arrival_times.hpp"

#include <doctest/doctest.h>

using namespace plethos;
using scenarios::arrival_times;

TEST_CASE("arrival times are of all travelers") {
  simulation::Statistics statistics{.arrived = 9, .last_arrival = 40, .arrivals = {{9, 4}, {19, 1}, {29, 3}, {40, 1}}};
  const auto times = arrival_times(statistics, 10, 0.1);
  CHECK(times.half.value() == doctest::Approx(2));
  CHECK(times.nine_tenths.value() == doctest::Approx(4.1));
  CHECK(times.last.value() == doctest::Approx(4.1));
  const auto of_twenty = arrival_times(statistics, 20, 0.1);
  CHECK_FALSE(of_twenty.half.has_value());
  CHECK_FALSE(of_twenty.nine_tenths.has_value());
  CHECK(of_twenty.last.has_value());
}

TEST_CASE("without the steps of all arrivals only the last is known") {
  simulation::Statistics statistics;
  CHECK_FALSE(arrival_times(statistics, 10, 0.1).last.has_value());
  statistics.arrived = 10;
  statistics.last_arrival = 3;
  statistics.arrivals = {{3, 9}};
  const auto times = arrival_times(statistics, 10, 0.1);
  CHECK_FALSE(times.half.has_value());
  CHECK(times.last.value() == doctest::Approx(0.4));
}
