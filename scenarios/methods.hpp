#pragma once

#include <map>
#include <string>

#include "algorithms/simulation/methods.hpp"
#include "scenarios/request.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// The origin of a method's name: nobody named it, so it is its family's default; the scenario's file named it; or the request did.
enum class NamedBy { nobody, scenario, request };

struct ChosenMethods {
  simulation::Methods methods;
  std::map<std::string, NamedBy> named_by;  ///< by family
};

/// Gives the methods those of the scenario's values that they use. Errors: InputError for an unknown method.
void take_values(const NamedMethods& by_scenario, simulation::Methods& methods);

/// Returns the methods of a simulation: those of the request, otherwise those of the scenario, otherwise the defaults. They come with those
/// of the scenario's values that they use. Errors: InputError for an unknown method.
ChosenMethods choose_methods(const NamedMethods& by_scenario, const std::map<std::string, std::string>& by_request);

/// Does the same. A setting of the request that none of the methods uses is an InputError, too, and so is a planner whose agents do not
/// choose, if the scenario has goals to choose among.
ChosenMethods choose_methods(const Scenario& scenario, const ScenarioRequest& request);

/// Returns a text such as "orca avoidance (the scenario's), no steering, kdtree neighbors (asked for)".
std::string methods_text(const ChosenMethods& chosen);

}  // namespace plethos::scenarios
