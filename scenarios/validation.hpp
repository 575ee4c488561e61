#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// Where the things of a scenario come from, for messages: "FILE:LINE: KEY", or whatever a person recognizes.
struct Places {
  std::function<std::string(std::size_t)> agent;    ///< of an agent by index; without it, "NAME: agent INDEX"
  std::function<std::string(std::size_t)> goal;     ///< of the goal of an agent, by the agent's index
  std::function<std::string(std::size_t)> polygon;  ///< of a polygon by index
  std::function<std::string(std::size_t)> outline;  ///< of an outline of the walkable ground by index
  std::function<std::string(std::size_t)> node;     ///< of a node of the roadmap by index
  /// Of an outline, by its index, of the exit that is an agent's goal, by the agent's index.
  std::function<std::string(std::size_t, std::size_t)> exit;
};

/// The smallest bounds that hold every start, goal and obstacle, and a margin on every side: a metre, or
/// 5 percent of the extent along that axis if that is more.
Bounds fit_bounds(const Scenario& scenario);

/// Throws InputError for the first thing that is wrong: no agents, a number that is not finite or out of range, a preferred speed above
/// the maximum speed, a goal that does not exist, lies inside an obstacle or off the walkable ground, or leads to itself, an exit of which
/// that is true as a whole, outlines of exits or of the ground that cross or touch themselves or, of the ground, each other, a roadmap node
/// inside an obstacle or off the ground, a start that hits an obstacle, two starts that overlap (touching is allowed), anything outside the
/// bounds, coordinates so large that float32 positions lie further apart than the smallest radius. A start off the walkable ground is not
/// wrong: see count_outside() (scenarios/ground.hpp). Cost: linear in agents and walls; 24 bytes an agent.
void validate(const Scenario& scenario, const Places& places = {});

}  // namespace plethos::scenarios
