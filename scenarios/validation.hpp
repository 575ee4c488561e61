#pragma once

#include <cstddef>
#include <string>

#include "backends/ranks/self/self.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// The origin of a scenario's parts, for messages: "NAME: agent INDEX" and the like. Those who know a file return "FILE:LINE: KEY", or
/// another text that a person recognizes.
class Origins {
 public:
  /// `scenario` must outlive the object.
  explicit Origins(const Scenario& scenario) : scenario_(scenario) {}
  virtual ~Origins() = default;

  virtual std::string agent(std::size_t i) const;    ///< of an agent by index
  virtual std::string goal(std::size_t i) const;     ///< of the goal of an agent, by the agent's index
  virtual std::string polygon(std::size_t i) const;  ///< of a polygon by index
  virtual std::string moving(std::size_t i) const;   ///< of a moving obstacle by index
  virtual std::string outline(std::size_t i) const;  ///< of an outline of the walkable ground by index
  virtual std::string node(std::size_t i) const;     ///< of a node of the roadmap by index
  /// Returns that of an outline of the exit that is an agent's goal, by the agent's index and the outline's index.
  virtual std::string exit(std::size_t agent, std::size_t outline) const;
  /// Returns that of a goal of World::choices, by the choice's index and the goal's place in it.
  virtual std::string choice(std::size_t choice, std::size_t k) const;

 private:
  std::string text(const char* part, std::size_t i) const { return scenario_.name + ": " + part + " " + std::to_string(i); }

  const Scenario& scenario_;
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
void validate(const Scenario& scenario, const Origins& origins);
inline void validate(const Scenario& scenario) { validate(scenario, Origins(scenario)); }

}  // namespace plethos::scenarios
