#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/keys.hpp"
#include "scenarios/request.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// A scenario that the program knows by name.
struct ScenarioEntry {
  std::string name;
  std::string description;
  std::int64_t agents;            ///< how many where nobody says
  std::vector<ParameterInfo> keys;  ///< its own keys for --set; agents' fields and parameters apply to all scenarios
};

/// All scenarios known by name, in alphabetical order.
std::vector<ScenarioEntry> list_scenarios();

/// Makes the scenario that is asked for and validates it (scenarios/validation.hpp). Where nobody says how many steps it is to run,
/// they let every agent go three times as far as its straight way, or ten times where there is a roadmap; ways without end count once
/// around.
/// Errors: InputError for an unknown name, a bad file, key or value, or a scene that cannot be; MachineError if memory is lacking.
Scenario make_scenario(const ScenarioRequest& request);

/// The text of the scenario's file, of the library or by its path; empty for one that a builder makes.
/// Errors: InputError if a file cannot be read.
std::string scenario_text(const std::string& name);

}  // namespace plethos::scenarios
