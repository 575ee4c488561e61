#pragma once

#include <map>
#include <string>

#include "algorithms/simulation/methods.hpp"
#include "scenarios/request.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// Gives the methods those of the scenario's values that they use. Errors: InputError for an unknown method.
void take_values(const NamedMethods& by_scenario, simulation::MethodChoices& methods);

/// Returns the methods of a simulation: those of the request (names by family), otherwise those of the scenario, otherwise the defaults.
/// They come with those of the scenario's values that they use. Errors: InputError for an unknown method.
simulation::MethodChoices choose_methods(const NamedMethods& by_scenario, const std::map<std::string, std::string>& by_request);

/// Does the same. A setting of the request that none of the methods uses is an InputError, too, and so is a planner whose agents do not
/// choose, if the scenario has goals to choose among.
simulation::MethodChoices choose_methods(const Scenario& scenario, const ScenarioRequest& request);

/// Returns a text of chosen methods, such as "orca avoidance (the scenario's), no steering, kdtree neighbors (asked for)".
std::string methods_text(const simulation::MethodChoices& chosen, const Scenario& scenario, const ScenarioRequest& request);

}  // namespace plethos::scenarios
