#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/geometry/grid_reach.hpp"
#include "scenarios/geometry/reachability.hpp"
#include "scenarios/json.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::cli {

/// Properties of a scenario that its author probably did not intend, although it can run.
struct Findings {
  std::int64_t outside = 0;  ///< agents that start off the walkable ground, or across its edge
  scenarios::Reachability reachability;
  scenarios::ClosedByGrid closed;  ///< for planners that search the grid
  std::string precision;           ///< precision_warning()
};

/// Finds them. `planner`: the name of the one that is used. Cost: as find_unreachable(), and find_closed_by_grid() if the planner searches
/// the grid.
Findings find_oddities(const scenarios::Scenario& scenario, const std::string& planner);

/// Prints each of the lines to stderr, as a warning.
void warn(const std::vector<std::string>& lines);

/// Prints a line to stderr for each finding, and the scenario's own warnings.
void warn(const Findings& findings, const scenarios::Scenario& scenario);

/// Adds them to the JSON of a run: `outside`, `unreachable` (null if it was not checked) and `unreachable_groups`.
void add_json(const Findings& findings, const scenarios::Scenario& scenario, Json& json);

}  // namespace plethos::cli
