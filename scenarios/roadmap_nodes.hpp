#pragma once

#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// Gives the scenario's roadmap the nodes `nodes`, in metres. The scenario then names the planner `roadmap`, unless it names another.
void set_roadmap_nodes(Scenario& scenario, std::vector<Vec2> nodes);
/// Does the same with nodes at the corners of its obstacles, for the largest of its agents (planning::corner_nodes()).
void add_corner_nodes(Scenario& scenario);

}  // namespace plethos::scenarios
