#pragma once

#include <string>
#include <vector>

#include "algorithms/verify/behavior.hpp"
#include "scenarios/json.hpp"

namespace plethos::scenarios {

/// Returns the report as JSON. Its single numbers are the fields of behavior_fields(), which docs/guide/studies.md explains.
Json behavior_json(const verify::BehaviorReport& report);

/// Returns the names of the report's single numbers.
const std::vector<std::string>& behavior_fields();

/// Returns a text such as "; discs of 0.2 m" to stand behind a number of overlaps. It names the discs, and is empty without any.
std::string disc_text(const verify::Spread& radii);

/// Returns the report as lines for a terminal.
std::string behavior_text(const verify::BehaviorReport& report);

}  // namespace plethos::scenarios
