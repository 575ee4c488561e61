#pragma once

#include "scenarios/builders/builder.hpp"

namespace plethos::scenarios {

/// Builds a floor of a building that is left: corridors with rooms on both sides, drawn from the seed. Rooms differ in size, and have one
/// door each; some have a table in the middle. Several corridors lie side by side, and a hall joins them at one end. Exits are drawn among
/// the ends of corridors and hall and the outer walls of some rooms. They are doors in the outline, or areas on the floor before a wall.
/// All people head for the exit that is nearest to them, and leave there. The whole plan may be turned. It has a grid, and a roadmap with
/// nodes at all corners.
Builder building_builder();

/// Returns the seconds that the narrowest passage of a building takes at least, if each metre lets 1.2 people through in a second: of the
/// doors of rooms the one with the most people behind it for its width, or all exits together. Errors and cost: as to draw the plan.
/// Returns 0 for another scenario than `building`.
double slowest_door(const ScenarioRequest& request);

}  // namespace plethos::scenarios
