#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "backends/ranks/self/self.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// The origin of a scenario's parts, for messages: "FILE:LINE: KEY", or another text that a person recognizes.
struct Places {
  std::function<std::string(std::size_t)> agent;    ///< of an agent by index; if missing, "NAME: agent INDEX"
  std::function<std::string(std::size_t)> goal;     ///< of the goal of an agent, by the agent's index
  std::function<std::string(std::size_t)> polygon;  ///< of a polygon by index
  std::function<std::string(std::size_t)> moving;   ///< of a moving obstacle by index
  std::function<std::string(std::size_t)> outline;  ///< of an outline of the walkable ground by index
  std::function<std::string(std::size_t)> node;     ///< of a node of the roadmap by index
  /// Returns the place of an outline of the exit that is an agent's goal, by the agent's index and the outline's index.
  std::function<std::string(std::size_t, std::size_t)> exit;
  /// Returns the place of a goal of World::choices, by the choice's index and the goal's place in it.
  std::function<std::string(std::size_t, std::size_t)> choice;
};

/// Returns the smallest bounds that hold every start, goal and obstacle, with a margin on every side: a metre, or 5 percent of the extent
/// along that axis if that is more. Together, if ranks have made the scenario together.
Bounds fit_bounds(const Scenario& scenario, const backends::Ranks& ranks = backends::self());

/// Checks a scenario. Errors: InputError for the first of these faults:
/// - There are no agents, or a number is not finite or out of range.
/// - A preferred speed is above the maximum speed.
/// - A goal does not exist, lies inside an obstacle or off the walkable ground, or leads to itself. The same holds for an exit as a whole.
/// - Outlines of closed polygons, exits or the ground cross or touch themselves. Outlines of the ground cross or touch each other.
/// - A roadmap node lies inside an obstacle or off the ground.
/// - A moving obstacle has a fault (obstacles::find_fault()).
/// - A start hits an obstacle, or a moving one where it is at first, or two starts overlap. Starts may touch.
/// - Anything lies outside the bounds.
/// - Coordinates are so large that float32 positions lie further apart than the smallest radius.
///
/// Of a part of a scenario (Scenario::part) the agents that are there are checked.
///
/// A start off the walkable ground is no fault: see count_outside() (scenarios/geometry/ground.hpp). Cost: linear in agents and walls; 24
/// bytes an agent.
void validate(const Scenario& scenario, const Places& places = {});

}  // namespace plethos::scenarios
