#pragma once

#include <string>

#include "backends/ranks/self/self.hpp"
#include "scenarios/io/attributes.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// Returns what the agents of a run do depends on, each part with its name: scenario, number of agents, seed, methods, parameters but the
/// number of steps and those that change no result, values of groups, and a hash (XXH3, 64 bits) of the world and of the agents at the
/// start. Runs with the same parts have the same frames. Together, if ranks have made the scenario together. Cost: a pass over the agents
/// and the world.
Attributes run_identity(const Scenario& scenario, const simulation::MethodChoices& methods,
                        const backends::Ranks& ranks = backends::self());
/// Returns a hash of it as a text (TrajectoryWriter, run_attribute).
std::string identity_text(const Attributes& identity);

}  // namespace plethos::scenarios
