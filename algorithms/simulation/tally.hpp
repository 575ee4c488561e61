#pragma once

#include <algorithm>
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

/// Turns what the stages count on the device into statistics, of each world of an ensemble by itself. No kernel runs meanwhile.
template <class MemorySpace>
class Tally {
 public:
  Tally(const Counters<MemorySpace>& counters, const backends::Ranks& ranks)
      : counters_(counters), ranks_(ranks), arrivals_(counters.worlds()), counts_(counters.worlds()) {}

  /// Goes on with the step behind those of `statistics`, which are those of each world.
  void restart(std::span<const Statistics> statistics) {
    set_element(counters_.step, number_before(statistics.front().steps));
    std::ranges::fill(counts_, ArrivalLog::Counts{});
    set(counters_.arrivals, counts_);
    // Sums of several ranks go on with rank 0.
    const bool first = ranks_.rank() == 0;
    std::vector<float> separations;
    std::vector<std::uint64_t> lost, overlaps;
    for (std::size_t world = 0; world < statistics.size(); ++world) {
      Statistics before = first ? statistics[world] : Statistics();
      before.last_arrival = statistics[world].last_arrival;
      arrivals_[world].restart(before);
      separations.push_back(statistics[world].minimum_separation);
      lost.push_back(before.lost);
      overlaps.push_back(before.overlaps);
    }
    set(counters_.minimum_separation, separations);
    set(counters_.lost, lost);
    set_overlaps(overlaps);
  }
  /// Looks who has arrived in so many steps. Call it at least once in `steps_of_arrivals` steps.
  void look(std::int64_t steps) {
    get(counters_.arrivals, counts_);
    for (std::size_t world = 0; world < counts_.size(); ++world) arrivals_[world].look(counts_[world], steps);
  }
  /// Returns how many of this rank had arrived at the last look, of one world or of all.
  std::int64_t arrived(std::size_t world) const { return arrivals_[world].arrived(); }
  std::int64_t arrived() const {
    std::int64_t sum = 0;
    for (const ArrivalLog& log : arrivals_) sum += log.arrived();
    return sum;
  }
  /// Together: returns Statistics::arrived after so many steps.
  std::int64_t all_arrived(std::int64_t steps) {
    look(steps);
    return static_cast<std::int64_t>(ranks_.sum(static_cast<std::uint64_t>(arrived())));
  }
  /// Together: returns the statistics after so many steps.
  Statistics statistics(std::int64_t steps) {
    look(steps);
    return together(of_worlds(steps));
  }
  /// By one rank, after a look: returns the statistics of each world after so many steps.
  std::vector<Statistics> of_worlds(std::int64_t steps) const {
    std::vector<float> separations(arrivals_.size());
    get(counters_.minimum_separation, separations);
    std::vector<std::uint64_t> lost(arrivals_.size());
    get(counters_.lost, lost);
    const std::vector<std::uint64_t> overlaps = this->overlaps();
    std::vector<Statistics> all;
    for (std::size_t world = 0; world < arrivals_.size(); ++world) {
      const ArrivalLog& log = arrivals_[world];
      all.push_back({steps, log.arrived(), log.last(), separations[world], overlaps[world], log.arrivals(), lost[world]});
    }
    return all;
  }
  /// Calls look() as if step number `step` had begun, after measure() has measured it, and takes back what that has counted.
  template <class Measure, class Look>
  auto look_into(std::int64_t step, const Measure& measure, const Look& look) {
    std::vector<float> separations(arrivals_.size());
    get(counters_.minimum_separation, separations);
    const std::vector<std::uint64_t> overlaps = this->overlaps();
    measure();
    set_element(counters_.step, static_cast<std::uint32_t>(step));
    auto seen = look();
    set_element(counters_.step, number_before(step));
    set(counters_.minimum_separation, separations);
    set_overlaps(overlaps);
    return seen;
  }

 private:
  /// Together: returns the statistics of all agents of all ranks.
  Statistics together(std::span<const Statistics> worlds) const {
    Statistics all = worlds.front();
    std::vector<Arrivals> own;
    std::uint64_t sums[] = {0, 0, 0};
    for (const Statistics& world : worlds) {
      sums[0] += static_cast<std::uint64_t>(world.arrived);
      sums[1] += world.overlaps;
      sums[2] += world.lost;
      all.last_arrival = std::max(all.last_arrival, world.last_arrival);
      all.minimum_separation = std::min(all.minimum_separation, world.minimum_separation);
      own.insert(own.end(), world.arrivals.begin(), world.arrivals.end());
    }
    ranks_.sum(std::span(sums));
    all.arrived = static_cast<std::int64_t>(sums[0]);
    all.overlaps = sums[1];
    all.lost = sums[2];
    all.last_arrival = ranks_.greatest(all.last_arrival);
    all.minimum_separation = ranks_.least(all.minimum_separation);
    std::vector<Arrivals> arrivals;
    ranks_.gather(std::as_bytes(std::span(own)), [&](int, std::span<const std::byte> bytes) {
      const std::size_t before = arrivals.size();
      arrivals.resize(before + bytes.size() / sizeof(Arrivals));
      if (!bytes.empty()) std::memcpy(&arrivals[before], bytes.data(), bytes.size());
    });
    all.arrivals = merged(std::move(arrivals));
    return all;
  }
  std::vector<std::uint64_t> overlaps() const {
    if (arrivals_.size() == 1) return {counters_.overlaps.value()};
    std::vector<std::uint64_t> all(arrivals_.size());
    get(counters_.overlaps_of_worlds, all);
    return all;
  }
  void set_overlaps(const std::vector<std::uint64_t>& all) const {
    if (all.size() == 1) return counters_.overlaps.set(all[0]);
    set(counters_.overlaps_of_worlds, all);
  }
  /// Copy a counter of all worlds, whose values lie as on the device.
  template <class View, class Value>
  static void get(const View& view, std::vector<Value>& values) {
    copy_bytes(values.data(), true, view.data(), in_host_memory<MemorySpace>, values.size() * sizeof(Value));
  }
  template <class View, class Value>
  static void set(const View& view, const std::vector<Value>& values) {
    copy_bytes(view.data(), in_host_memory<MemorySpace>, values.data(), true, values.size() * sizeof(Value));
  }

  Counters<MemorySpace> counters_;
  const backends::Ranks& ranks_;
  std::vector<ArrivalLog> arrivals_;        // of each world
  std::vector<ArrivalLog::Counts> counts_;  // as at the last look
};

}  // namespace plethos::simulation
