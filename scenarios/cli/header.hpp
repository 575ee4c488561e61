#pragma once

#include <string>
#include <utility>
#include <vector>

#include "backends/backend.hpp"
#include "backends/ranks/ranks.hpp"
#include "core/world.hpp"
#include "scenarios/json.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::cli {

/// The circumstances of a run, as names and values in the order of printing. They are also the attributes of a trajectory.
using Header = std::vector<std::pair<std::string, std::string>>;

/// Returns ", costs 1 to 9", the range of a map's costs, or an empty text if every passable cell costs 1. Cost: one visit of every cell.
std::string costs_text(const GridMap& map);

/// Returns ", grid 4 x 3 cells of 1 m, 75% passable", which continues a list of what a world holds, or an empty text if it has no grid.
/// Cost: one visit of every cell.
std::string grid_text(const World& world);

/// Says where something is computed: backend, device, threads, lanes, machine and libraries. `machine` is scenarios::machine_record().
Header place_header(const backends::Backend& backend, const Json& machine);

/// Makes the header of a run, whose methods are those of the scenario and of the request. `machine` is scenarios::machine_record().
Header run_header(const scenarios::Scenario& scenario, const scenarios::ScenarioRequest& request, const simulation::MethodChoices& methods,
                  const backends::Backend& backend, const Json& machine, const backends::Ranks& ranks);

/// Prints one line for each entry, the values in one column.
void print(const Header& header);

}  // namespace plethos::cli
