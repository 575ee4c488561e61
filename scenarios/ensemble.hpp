#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/ensemble.hpp"
#include "scenarios/request.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// One scenario drawn from several seeds, each a world of its own. The worlds share what they have in common; `scenario` has the agents of
/// all of them, one world behind the other, the goals of all, the seed of the first, and Scenario::ensemble.
struct EnsembleScenario {
  Scenario scenario;
  std::vector<std::int32_t> limits;  ///< Parameters::steps of each world
  std::vector<std::size_t> places;   ///< of each world's seed, among those that were asked for

  const Ensemble& ensemble() const { return scenario.ensemble; }
};

/// The seeds of an ensemble as people write them, such as "1..256", "3" or "1,5,9..12": whole numbers and ranges of them, at most a million
/// in all. Errors: InputError that begins with `label` for anything else, or for a seed that comes twice.
std::vector<std::uint64_t> parse_seeds(const std::string& label, const std::string& text);

/// Returns `count` seeds, each one more than the one before.
std::vector<std::uint64_t> seeds_from(std::uint64_t first, std::int64_t count);

/// Makes the scenario of a request once for each seed, which replaces that of the request. Worlds that differ in their agents, goals and
/// numbers of steps alone are one ensemble; those that differ in more, such as their walls, are several, in order of their first seeds. So
/// is each world by itself where a method of the request, or of the scenario, cannot tell worlds apart (simulation::one_world_text()).
/// Cost: make_scenario() for each; and memory for one world of each ensemble, the agents of all, and their goals if they differ. Errors:
/// those of make_scenario().
std::vector<EnsembleScenario> make_ensembles(const ScenarioRequest& request, std::span<const std::uint64_t> seeds);

/// Does the same for methods that are chosen later: it does not look at those of the request.
std::vector<EnsembleScenario> join_worlds(const ScenarioRequest& request, std::span<const std::uint64_t> seeds);

/// Repeats the worlds of an ensemble, one after the other and again from the first, until there are `count`, which is at least as many as
/// it has. Repeated worlds have the same seed, and so the same bits. Cost: a copy of the agents that are added.
void repeat_worlds(std::size_t count, EnsembleScenario& ensemble);

}  // namespace plethos::scenarios
