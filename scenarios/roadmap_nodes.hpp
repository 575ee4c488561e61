#pragma once

#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// Makes `nodes` in metres those of the scenario's roadmap, and the roadmap its planner, unless it names another.
void set_roadmap_nodes(Scenario& scenario, std::vector<Vec2> nodes);
/// The same with the nodes at the corners of its obstacles, for the largest of its agents (planning::corner_nodes()).
void add_corner_nodes(Scenario& scenario);

}  // namespace plethos::scenarios
