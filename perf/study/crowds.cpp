#include "perf/study/crowds.hpp"

#include <utility>
#include <vector>

#include "core/error.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/ensemble.hpp"

namespace plethos::study {

scenarios::Scenario make_crowd(const PlannedRun& run, const backends::Ranks& ranks) {
  const std::int64_t worlds = std::get<SimulationRun>(run.own).worlds;
  // Rank 0 does parts of a run alone.
  if (worlds == 1) return scenarios::make_scenario(run.scenario, {ranks, ranks.rank() == 0});
  Parameters parameters;
  scenarios::apply_to_parameters(run.scenario, {}, parameters);
  std::vector<scenarios::EnsembleScenario> ensembles = scenarios::join_worlds(run.scenario, scenarios::seeds_from(parameters.seed, worlds));
  if (ensembles.size() > 1) {
    throw InputError("worlds: found " + std::to_string(worlds) + " worlds of " + run.scenario.name + " of which " +
                     std::to_string(ensembles.size()) + " differ in walls or the like, expected worlds that are simulated at once");
  }
  return std::move(ensembles.front().scenario);
}

}  // namespace plethos::study
