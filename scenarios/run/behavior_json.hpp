#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "algorithms/verify/behavior.hpp"

namespace plethos::scenarios {

/// The report as JSON; its single numbers are the fields of behavior_fields(). docs/guide/studies.md says what they are.
nlohmann::ordered_json behavior_json(const verify::BehaviorReport& report);

/// Names of what a report comes to, one number each.
const std::vector<std::string>& behavior_fields();

/// "; discs of 0.2 m": which discs overlaps are of, to stand behind their number. Empty without a disc.
std::string disc_text(const verify::Spread& radii);

/// The report as lines for a terminal.
std::string behavior_text(const verify::BehaviorReport& report);

}  // namespace plethos::scenarios
