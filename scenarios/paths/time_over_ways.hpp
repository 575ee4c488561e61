#pragma once

#include <optional>
#include <span>

#include "algorithms/simulation/methods.hpp"
#include "algorithms/verify/behavior.hpp"
#include "backends/backend.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// Compares the time that agents took with the one that they would have taken alone: at their preferred speed along the ways that the run's
/// planner finds in the world without moving obstacles. The ratio of an agent is over all goals that it reached. Agents are left out whose
/// ways the planner does not find. Returns nothing if it is not known: the planner answers no queries (planning::path_planners()), the
/// memory does not suffice, or the user interrupts it. Needs a backends::Runtime. Cost: a search for each leg.
std::optional<verify::Spread> time_over_ways(const Scenario& scenario, const simulation::MethodChoices& methods,
                                             const backends::Backend& backend, std::span<const verify::Leg> legs);

}  // namespace plethos::scenarios
