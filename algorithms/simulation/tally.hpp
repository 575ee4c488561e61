#pragma once

#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/simulation/arrival_log.hpp"
#include "algorithms/simulation/counters.hpp"
#include "algorithms/simulation/statistics.hpp"
#include "backends/ranks/ranks.hpp"
#include "core/copy_view.hpp"

namespace plethos::simulation {

/// Turns what the stages count on the device into statistics. No kernel runs meanwhile.
template <class MemorySpace>
class Tally {
 public:
  Tally(const Counters<MemorySpace>& counters, const backends::Ranks& ranks) : counters_(counters), ranks_(ranks) {}

  /// Goes on with the step behind those of `statistics`.
  void restart(const Statistics& statistics) {
    set_element(counters_.step, number_before(statistics.steps));
    set_element(counters_.minimum_separation, statistics.minimum_separation);
    const ArrivalLog::Counts none{};
    copy_bytes(counters_.arrivals.data(), in_host_memory<MemorySpace>, none.data(), true, sizeof none);
    // Sums of several ranks go on with rank 0.
    const bool first = ranks_.rank() == 0;
    Statistics before = first ? statistics : Statistics();
    before.last_arrival = statistics.last_arrival;
    arrivals_.restart(before);
    counters_.overlaps.set(first ? statistics.overlaps : 0);
    set_element(counters_.lost, first ? statistics.lost : 0);
  }
  /// Looks who has arrived in so many steps. Call it at least once in `steps_of_arrivals` steps.
  void look(std::int64_t steps) {
    ArrivalLog::Counts counts;
    copy_bytes(counts.data(), true, counters_.arrivals.data(), in_host_memory<MemorySpace>, sizeof counts);
    arrivals_.look(counts, steps);
  }
  /// Returns how many of this rank had arrived at the last look.
  std::int64_t arrived() const { return arrivals_.arrived(); }
  /// Together: returns Statistics::arrived after so many steps.
  std::int64_t all_arrived(std::int64_t steps) {
    look(steps);
    return static_cast<std::int64_t>(ranks_.sum(static_cast<std::uint64_t>(arrived())));
  }
  /// Together: returns the statistics after so many steps.
  Statistics statistics(std::int64_t steps) {
    look(steps);
    Statistics statistics;
    statistics.steps = steps;
    std::uint64_t sums[] = {static_cast<std::uint64_t>(arrived()), counters_.overlaps.value(), element(counters_.lost)};
    ranks_.sum(std::span(sums));
    statistics.arrived = static_cast<std::int64_t>(sums[0]);
    statistics.last_arrival = ranks_.greatest(arrivals_.last());
    statistics.minimum_separation = ranks_.least(element(counters_.minimum_separation));
    statistics.overlaps = sums[1];
    statistics.lost = sums[2];
    std::vector<Arrivals> arrivals;
    ranks_.gather(std::as_bytes(std::span(arrivals_.arrivals())), [&](int, std::span<const std::byte> bytes) {
      const std::size_t before = arrivals.size();
      arrivals.resize(before + bytes.size() / sizeof(Arrivals));
      if (!bytes.empty()) std::memcpy(&arrivals[before], bytes.data(), bytes.size());
    });
    statistics.arrivals = merged(std::move(arrivals));
    return statistics;
  }
  /// Calls look() as if step number `step` had begun, after measure() has measured it, and takes back what that has counted.
  template <class Measure, class Look>
  auto look_into(std::int64_t step, const Measure& measure, const Look& look) {
    const float separation = element(counters_.minimum_separation);
    const std::uint64_t overlaps = counters_.overlaps.value();
    measure();
    set_element(counters_.step, static_cast<std::uint32_t>(step));
    auto seen = look();
    set_element(counters_.step, number_before(step));
    set_element(counters_.minimum_separation, separation);
    counters_.overlaps.set(overlaps);
    return seen;
  }

 private:
  Counters<MemorySpace> counters_;
  const backends::Ranks& ranks_;
  ArrivalLog arrivals_;
};

}  // namespace plethos::simulation
