#include "algorithms/simulation/arrival_log.hpp"

#include <doctest/doctest.h>

using namespace plethos;
using simulation::ArrivalLog;
using simulation::Arrivals;

TEST_CASE("a log knows the step of each arrival, whenever it looks") {
  for (const std::int64_t interval : {1, 5, 16}) {
    CAPTURE(interval);
    ArrivalLog log;
    log.restart({});
    ArrivalLog::Counts counts{};
    std::vector<Arrivals> expected;
    std::int64_t arrived = 0;
    for (std::int64_t step = 0; step < 80; ++step) {
      const std::int64_t agents = step % 7 == 3 ? step : 0;
      counts[static_cast<std::size_t>(step % 16)] += static_cast<std::int32_t>(agents);
      if (agents > 0) expected.push_back({step, agents});
      arrived += agents;
      if ((step + 1) % interval == 0) log.look(counts, step + 1);
    }
    log.look(counts, 80);
    CHECK(log.arrivals() == expected);
    CHECK(log.arrived() == arrived);
    CHECK(log.last() == expected.back().step);
  }
}

TEST_CASE("a log goes on after earlier steps") {
  simulation::Statistics before{.arrived = 5, .last_arrival = 20, .arrivals = {{20, 4}}};
  ArrivalLog log;
  log.restart(before);
  log.look({}, 37);
  CHECK(log.last() == 20);
  ArrivalLog::Counts counts{};
  counts[37 % 16] = 2;
  log.look(counts, 38);
  CHECK(log.arrived() == 7);
  CHECK(log.arrivals() == std::vector<Arrivals>{{20, 4}, {37, 2}});
}

TEST_CASE("arrivals of ranks are put in order") {
  CHECK(simulation::merged({{3, 1}, {9, 2}, {3, 4}, {5, 1}}) == std::vector<Arrivals>{{3, 5}, {5, 1}, {9, 2}});
  CHECK(simulation::merged({}).empty());
}
