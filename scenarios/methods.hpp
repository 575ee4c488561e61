#pragma once

#include <map>
#include <string>

#include "algorithms/simulation/methods.hpp"
#include "scenarios/request.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// Who named a method: nobody, so that it is its family's default, the scenario's file, or the one who asked for the run.
enum class NamedBy { nobody, scenario, request };

struct ChosenMethods {
  simulation::Methods methods;
  std::map<std::string, NamedBy> named_by;  ///< by family
};

/// The methods that a scenario is simulated with: those that the request names, else those that the scenario names, else the defaults; with
/// those of the scenario's values that they have a use for. Errors: InputError for an unknown method.
ChosenMethods choose_methods(const NamedMethods& by_scenario, const std::map<std::string, std::string>& by_request);

/// The same, but a setting of the request that none of the methods has a use for is an InputError, too.
ChosenMethods choose_methods(const Scenario& scenario, const ScenarioRequest& request);

/// "orca avoidance (the scenario's), no steering, kdtree neighbors (asked for)".
std::string methods_text(const ChosenMethods& chosen);

}  // namespace plethos::scenarios
