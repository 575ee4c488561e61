#pragma once

#include <string>

#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// Returns a line that says how far from the origin agents may be at this length of step, if positions in float32 lie so far apart where
/// some start or head for that its speed would be wrong by more than a hundredth; otherwise nothing. Cost: a pass over the agents.
std::string precision_warning(const Scenario& scenario);

}  // namespace plethos::scenarios
