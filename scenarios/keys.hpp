#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/agent.hpp"
#include "core/parameters.hpp"

namespace plethos::scenarios {

/// A key that a scenario understands in --set key=value: what ParameterInfo says, and its value where nobody sets it.
struct ScenarioKey : ParameterInfo {
  double default_value = 0;
};

/// The fields of an agent that files and --set may give: radius, speeds, weights (core/agent.hpp), in the order of AgentRecord.
const std::vector<ScenarioKey>& agent_keys();

/// Sets the field called `name`. Throws InputError, without a word about the place, for an unknown name or a value out of range.
void set_agent_field(AgentRecord& agent, std::string_view name, double value);

/// The field called `name`. Throws InputError for an unknown name.
using AgentField = float AgentRecord::*;
AgentField agent_member(std::string_view name);

/// The parameters of core/parameters.hpp as keys, with their defaults.
const std::vector<ScenarioKey>& run_keys();

/// "a number from LOW to HIGH", for messages.
std::string range_text(const ParameterInfo& info);

/// A number as a person would write it, such as 0.1 or 100000.
std::string number_text(double value);

}  // namespace plethos::scenarios
