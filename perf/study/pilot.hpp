#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "algorithms/simulation/saved_crowd.hpp"
#include "algorithms/verify/crowding.hpp"
#include "perf/study/plan.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::study {

/// Returns the settings that decide where agents are when a run starts.
Json start_of(const PlannedRun& run);

/// Does the same work as timed runs, bit for bit, on the fastest configuration of this machine. It computes the crowd with which a run
/// starts, and the crowding in the steps that the run times. Runs that differ only in their machine share both.
class Pilot {
 public:
  /// Returns the crowd after SimulationRun::start_at steps. It is null if the run starts with the scenario, or on an interrupt. The last
  /// few crowds are kept, at about 90 bytes an agent each. Errors: as Simulation::create().
  std::shared_ptr<const simulation::SavedSlab> start(const PlannedRun& run, const scenarios::Scenario& scenario);

  struct Window {
    verify::Crowding crowding;
    std::string checksum;  ///< of the positions at its end
  };
  /// Measures the steps [begin, end) of the run, about twenty of them or every tenth, and fewer of more than a million agents. Returns
  /// nothing on an interrupt. Errors: as start().
  std::optional<Window> window(const PlannedRun& run, const scenarios::Scenario& scenario, std::int64_t begin, std::int64_t end);

 private:
  struct Start {
    std::string work;
    std::shared_ptr<const simulation::SavedSlab> crowd;
  };

  std::deque<Start> starts_;
  std::map<std::string, Window> windows_;
};

}  // namespace plethos::study
