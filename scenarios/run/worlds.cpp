#include "scenarios/run/worlds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "core/frame_rate.hpp"
#include "scenarios/run/interrupt.hpp"

namespace plethos::scenarios {
namespace {

class WorldsRun {
 public:
  WorldsRun(simulation::Simulation& simulation, const EnsembleScenario& scenario)
      : simulation_(simulation), scenario_(scenario), time_step_(1 / frame_rate(scenario.scenario.parameters.time_step, 1)) {
    const Ensemble& ensemble = scenario.ensemble();
    Scenario part{.world = scenario.scenario.world};
    auto next = scenario.scenario.agents.begin();
    for (std::size_t world = 0; world < ensemble.worlds(); ++world) {
      const auto first = std::exchange(next, next + ensemble.agents[world]);
      part.agents.assign(first, next);
      result.worlds.push_back({.seed = ensemble.seeds[world],
                               .agents = ensemble.agents[world],
                               .travelers = count_travelers(part),
                               .endless = count_endless(part)});
      under_way_.push_back(world);
    }
  }

  bool done() const { return under_way_.empty(); }
  std::span<const std::size_t> under_way() const { return under_way_; }
  std::int64_t arrived() const { return arrived_; }

  /// Ends the worlds that end after so many steps; all if the run ends.
  void look(std::int64_t steps, bool all) {
    result.steps = steps;
    if (steps % steps_between_looks == 0 || all) {
      arrived_of_ = simulation_.worlds().arrived_of_worlds();
      arrived_ = 0;
      for (std::size_t world = 0; world < result.worlds.size(); ++world) {
        arrived_ += std::ranges::binary_search(under_way_, world) ? arrived_of_[world] : result.worlds[world].statistics.arrived;
      }
    }
    std::vector<std::size_t> ending, staying;
    for (const std::size_t world : under_way_) {
      const WorldResult& of_world = result.worlds[world];
      const bool arrived =
          steps > 0 && steps % steps_between_looks == 0 && of_world.travelers > 0 && arrived_of_[world] == of_world.travelers;
      (all || arrived || steps >= scenario_.limits[world] ? ending : staying).push_back(world);
    }
    if (ending.empty()) return;
    take(ending);
    under_way_ = std::move(staying);
    if (!done()) simulation_.worlds().leave(ending);
  }

  WorldsResult result;

 private:
  void take(std::span<const std::size_t> worlds) {
    const std::vector<simulation::Statistics> statistics = simulation_.worlds().statistics_of_worlds();
    const std::vector<std::uint64_t> checksums = world_checksums(simulation_, scenario_.ensemble(), worlds);
    for (std::size_t k = 0; k < worlds.size(); ++k) {
      WorldResult& of_world = result.worlds[worlds[k]];
      of_world.statistics = statistics[worlds[k]];
      of_world.arrival_times = arrival_times(of_world.statistics, of_world.travelers - of_world.endless, time_step_);
      of_world.checksum = checksums[k];
    }
  }

  simulation::Simulation& simulation_;
  const EnsembleScenario& scenario_;
  double time_step_;                    // s
  std::vector<std::size_t> under_way_;  // in rising order
  std::vector<std::int64_t> arrived_of_;
  std::int64_t arrived_ = 0;
};

}  // namespace

std::vector<std::uint64_t> world_checksums(simulation::Simulation& simulation, const Ensemble& ensemble,
                                           std::span<const std::size_t> worlds) {
  simulation::Frame all;
  simulation.worlds().read_worlds(worlds, all);
  std::vector<std::uint64_t> checksums;
  std::ptrdiff_t first = 0;
  for (const std::size_t world : worlds) {
    const std::int64_t end = first + ensemble.agents[world];
    simulation::Frame own;
    own.x.assign(all.x.begin() + first, all.x.begin() + end);
    own.y.assign(all.y.begin() + first, all.y.begin() + end);
    checksums.push_back(simulation::checksum(own));
    first = end;
  }
  return checksums;
}

std::optional<double> WorldResult::time_to_empty() const {
  return travelers > 0 && statistics.arrived == travelers ? arrival_times.last : std::nullopt;
}

WorldsResult run_worlds(simulation::Simulation& simulation, const EnsembleScenario& scenario, std::int64_t interval,
                        const std::function<bool(const WorldsSoFar&)>& look) {
  WorldsRun run(simulation, scenario);
  bool goes_on = look({0, run.under_way(), 0});
  const std::set<std::int32_t> limits(scenario.limits.begin(), scenario.limits.end());
  const std::array marks{steps_between_looks, interval};
  std::int64_t done = 0;
  for (const std::int32_t limit : limits) {
    if (run.done() || !goes_on || interrupted() != 0) break;
    done = advance(simulation, done, limit, marks, [&](const Stretch& stretch) {
      run.result.seconds += stretch.seconds;
      run.result.step_times.push_back(stretch.seconds / static_cast<double>(stretch.steps));
      goes_on = look({stretch.end, run.under_way(), run.arrived()});
      run.look(stretch.end, false);
      return goes_on && !run.done();
    });
  }
  run.result.interrupted = interrupted() != 0;
  if (!run.done()) {
    const std::vector<WorldResult> before = run.result.worlds;
    run.look(done, true);
    for (std::size_t world = 0; world < before.size(); ++world) {
      run.result.worlds[world].interrupted = before[world].statistics.steps == 0 && run.result.interrupted;
    }
  }
  return std::move(run.result);
}

MedianOfWorlds median_of_worlds(std::vector<std::optional<double>> values) {
  MedianOfWorlds found;
  if (values.empty()) return found;
  const auto before = [](const std::optional<double>& a, const std::optional<double>& b) { return a && (!b || *a < *b); };
  std::ranges::sort(values, before);
  const std::size_t count = values.size();
  const auto at_share = [&](double share) {
    const auto place = static_cast<std::size_t>(std::ceil(share * static_cast<double>(count)));
    return values[std::max<std::size_t>(place, 1) - 1];
  };
  found.nine_tenths = at_share(0.9);
  const std::optional<double> lower = values[(count - 1) / 2], upper = values[count / 2];
  if (lower && upper) found.median = 0.5 * (*lower + *upper);
  // The largest rank r for which fewer than r of `count` values lie below the median with a probability of 2.5% at most.
  double term = std::pow(0.5, static_cast<double>(count)), below = 0;
  std::size_t rank = 0;
  if (count > 1000) {
    rank = static_cast<std::size_t>(
        std::max(0., std::floor(0.5 * (static_cast<double>(count) - 1.96 * std::sqrt(static_cast<double>(count))))));
  } else {
    while (rank < count / 2 && below + term <= 0.025) {
      below += term;
      term *= static_cast<double>(count - rank) / static_cast<double>(rank + 1);
      ++rank;
    }
  }
  if (rank == 0) return found;
  found.low = values[rank - 1];
  found.high = values[count - rank];
  return found;
}

}  // namespace plethos::scenarios
