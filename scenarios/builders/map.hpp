#pragma once

#include "scenarios/builders/builder.hpp"

namespace plethos::scenarios {

/// Builds the walls of a Moving AI map around what the crowd walks on, which is land, water or trees. Starts and goals are distinct cells
/// of the largest connected region of that, drawn from the seed, or come from a .scen file: its first problems, without those that lie
/// elsewhere and those whose start or goal another agent has taken. Scenario::warnings counts these. The lower left corner of the map is
/// the origin. The map is the world's grid, with the costs of FILE.map.cost if that file lies beside it, or of the file that is named.
Builder map_builder();

}  // namespace plethos::scenarios
