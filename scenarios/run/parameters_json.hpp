#pragma once

#include <nlohmann/json_fwd.hpp>

#include "algorithms/simulation/methods.hpp"
#include "core/parameters.hpp"

namespace plethos::scenarios {

nlohmann::ordered_json written_json(const WrittenValue& value);
/// Returns the written value in `json`, which is a number, a boolean or a string.
WrittenValue written_from(const nlohmann::ordered_json& json);

/// Returns the values of all parameters of a run and of its methods, by name.
nlohmann::ordered_json parameters_json(const Parameters& parameters, const simulation::Methods& methods);

}  // namespace plethos::scenarios
