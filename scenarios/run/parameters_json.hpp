#pragma once

#include <string>
#include <vector>

#include "algorithms/simulation/methods.hpp"
#include "core/parameters.hpp"
#include "scenarios/json.hpp"

namespace plethos::scenarios {

Json written_json(const WrittenValue& value);
/// Returns the written value in `json`, which is a number, a boolean or a string.
WrittenValue written_from(const Json& json);

/// Returns the values of all parameters of a run and of its methods, by name.
Json parameters_json(const Parameters& parameters, const simulation::MethodChoices& methods);
/// Returns the values of methods' parameters that groups have of their own: a list of the groups with such values, each with its name,
/// `group`, and `parameters`, its values by name. `groups` holds all groups' names.
Json group_parameters_json(const simulation::MethodChoices& methods, const std::vector<std::string>& groups);

}  // namespace plethos::scenarios
