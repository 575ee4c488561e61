#pragma once

#include "algorithms/planning/planner_setup.hpp"

namespace plethos::tests {

/// A planner for tests of the values that groups have of their own. It is called `grouped`, and heads straight for the goal. Groups may
/// have `group_lean`, a number in [-1, 1], and `group_gait`, "walk" or "stroll"; all agents share `shared_haste`, a whole number in [0, 9].
///
/// Returns what the last planner of this kind was made from.
const planning::PlannerSetup& last_grouped_setup();

}  // namespace plethos::tests
