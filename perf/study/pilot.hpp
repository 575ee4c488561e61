#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "algorithms/simulation/snapshot.hpp"
#include "algorithms/verify/crowding.hpp"
#include "perf/study/plan.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::study {

/// The same work, bit for bit, on the fastest configuration of this machine, before or beside the timed runs: the crowd where a run starts,
/// and how full the way is in the steps that it times. Runs that differ only in what they run on share both.
class Pilot {
 public:
  /// The crowd after PlannedRun::start_at steps; null if the run starts with the scenario, or on an interrupt. The last few are kept: about
  /// 90 bytes an agent each. Errors: as Simulation::create().
  std::shared_ptr<const simulation::Snapshot> start(const PlannedRun& run, const scenarios::Scenario& scenario);

  struct Window {
    verify::Crowding crowding;
    std::string checksum;  ///< of the positions at its end
  };
  /// The steps [begin, end) of the run, of which about twenty or every tenth are looked at; nothing on an interrupt. Errors: as start().
  std::optional<Window> window(const PlannedRun& run, const scenarios::Scenario& scenario, std::int64_t begin, std::int64_t end);

 private:
  struct Start {
    std::string work;
    std::shared_ptr<const simulation::Snapshot> crowd;
  };

  std::deque<Start> starts_;
  std::map<std::string, Window> windows_;
};

}  // namespace plethos::study
