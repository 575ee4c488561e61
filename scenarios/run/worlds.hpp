#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/simulation/simulation.hpp"
#include "scenarios/ensemble.hpp"
#include "scenarios/run/advance.hpp"
#include "scenarios/run/arrival_times.hpp"
#include "scenarios/run/hints.hpp"

namespace plethos::scenarios {

/// What came of a world of an ensemble, which is what comes of a run of its seed alone.
struct WorldResult {
  std::uint64_t seed = 0;
  std::int64_t agents = 0;
  std::int64_t travelers = 0, endless = 0;  ///< as count_travelers() and count_endless()
  simulation::Statistics statistics = {};
  ArrivalTimes arrival_times = {};
  std::uint64_t checksum = 0;  ///< of its last frame
  bool interrupted = false;

  RunEnd end() const {
    return {
        .steps = statistics.steps, .travelers = travelers, .arrived = statistics.arrived, .endless = endless, .interrupted = interrupted};
  }
  /// Returns the simulated seconds until the last traveler had arrived; nothing if some have not.
  std::optional<double> time_to_empty() const;
};

struct WorldsResult {
  std::vector<WorldResult> worlds;  ///< in the order of the ensemble
  double seconds = 0;               ///< of the steps alone
  std::vector<double> step_times;   ///< s, one entry for each stretch of steps
  std::int64_t steps = 0;           ///< of the world with the most
  bool interrupted = false;
};

/// Waits, and returns the checksum of each of some worlds of a simulation, as that of a run of its seed alone. Cost: Worlds::read_worlds().
std::vector<std::uint64_t> world_checksums(simulation::Simulation& simulation, const Ensemble& ensemble,
                                           std::span<const std::size_t> worlds);

/// Where an ensemble is when a stretch of steps is done.
struct WorldsSoFar {
  std::int64_t steps;
  std::span<const std::size_t> under_way;  ///< the worlds that had not ended before this stretch, in their order
  std::int64_t arrived;                    ///< agents of all worlds, at the last look
};

/// Advances all worlds until each has ended as a run of its seed alone does: all have arrived, or its limit is reached. A world that has
/// ended leaves the scene. `look` is called before the first step and after each stretch, before worlds leave; a stretch ends at the
/// multiples of `interval` at the latest. It returns whether to go on.
WorldsResult run_worlds(simulation::Simulation& simulation, const EnsembleScenario& scenario, std::int64_t interval,
                        const std::function<bool(const WorldsSoFar&)>& look);

/// The median of some values, those that are missing as greater than any; and an interval that holds the median of what they are drawn
/// from with a probability of 95% at least, by order statistics (Hoefler and Belli 2015, section 3.1.3). Nothing where it is beyond all
/// values, or there are too few.
struct MedianOfWorlds {
  std::optional<double> median, nine_tenths, low, high;
};
MedianOfWorlds median_of_worlds(std::vector<std::optional<double>> values);

}  // namespace plethos::scenarios
