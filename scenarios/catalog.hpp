#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/keys.hpp"
#include "scenarios/parts.hpp"
#include "scenarios/request.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// A scenario that the program knows by name.
struct ScenarioEntry {
  std::string name;
  std::string description;
  std::int64_t agents;              ///< the default number
  std::vector<ParameterInfo> keys;  ///< its own keys for --set; agents' fields and parameters apply to all scenarios
};

/// Returns the names of all scenarios known by name. Cost: small.
std::vector<std::string> scenario_names();

/// Returns all scenarios known by name, in alphabetical order.
std::vector<ScenarioEntry> list_scenarios();

/// Makes the requested scenario and validates it (scenarios/validation.hpp). If neither the scenario nor the request gives a number of
/// steps, every agent can go three times as far as its straight way in them, or ten times with a roadmap; ways without end count once
/// around. Together; a builder of large crowds (lattice, streams) makes a part of the agents on each of several ranks, as build() has it,
/// and others make all. Errors: InputError for an unknown name, a bad file, key or value, or an impossible scene; MachineError for lack of
/// memory.
Scenario make_scenario(const ScenarioRequest& request, const Making& making = {});

/// Returns the text of a scenario's file, from the library or by its path. It is empty for a scenario that a builder makes. Errors:
/// InputError if a file cannot be read.
std::string scenario_text(const std::string& name);

}  // namespace plethos::scenarios
