#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/vec2.hpp"
#include "scenarios/geometry/fill_region.hpp"
#include "scenarios/request.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// A field of an agent, drawn from [low, high] for each.
struct FieldRange {
  std::string name;
  float low;
  float high;
};

/// The starts of a group's agents, or their goals.
struct Spot {
  std::vector<Vec2> points;        ///< one for each agent, or one for all if `shared`
  std::vector<std::size_t> lines;  ///< of the points
  bool shared = false;
  std::optional<FillRegion> region;
  Arrangement arrangement;
  std::optional<Vec2> offset;            ///< m, from start to goal
  std::vector<Vec2> route;               ///< for all: goals that agents reach one after the other
  std::vector<std::vector<Vec2>> exits;  ///< for all: outlines (core/world.hpp, Exit); the nearest is the goal
  bool chooses = false;                  ///< true: `points` or `exits` are goals that all agents choose among
  bool endless = false;                  ///< true: after the route its beginning follows, or after the goal the start, and so on
  std::string place;                     ///< "FILE:LINE: KEY"
};

/// A group of agents as a file describes it.
struct Group {
  std::string name;
  std::string place;
  std::int64_t count = 0;
  bool listed = false;  ///< true: starts are listed one by one, so the group cannot be scaled
  bool passive = false;
  Vec2 velocity;
  Spot start;
  Spot goal;
  std::vector<FieldRange> fields;  ///< later ones replace earlier ones
  ParameterValues values;          ///< its own, of methods' parameters
};

/// The groups of a file, placed in a scenario. They know where in the file a part of the scenario stands.
class PlacedGroups {
 public:
  PlacedGroups() = default;
  /// Shares the requested agents among the groups, in proportion to their counts, and scales the groups' regions likewise. Then it adds
  /// the walls along the scenario's ground, with the groups' line exits as doors, and the agents, with what the request sets for all of
  /// them, and the groups' own values of methods' parameters that it does not set. All else that agents keep away from must be in the
  /// scenario. `file` is for messages. Errors: InputError if starts or goals are listed and not as many as requested, or if a region
  /// cannot hold its agents.
  PlacedGroups(std::vector<Group> groups, std::string file, const ScenarioRequest& request, Scenario& scenario);

  /// Return "FILE:LINE: KEY" of an agent's start, and of its goal, by the agent's index.
  std::string start(std::size_t agent) const { return spot(agent, &Group::start); }
  std::string goal(std::size_t agent) const { return spot(agent, &Group::goal); }
  /// Returns that of one outline of the agent's exit.
  std::string exit(std::size_t agent, std::size_t outline) const;
  /// Returns that of a goal of World::choices, by the choice's index and the goal's place in it.
  std::string choice(std::size_t choice, std::size_t k) const;

 private:
  struct Choice {
    std::size_t group;
    std::vector<std::size_t> elements;  // of the group's list, one for each goal
  };

  std::size_t group_of(std::size_t agent) const;
  std::string spot(std::size_t agent, Spot Group::*which) const;
  std::string element(const Group& group, const Spot& spot, std::size_t i) const;

  std::vector<Group> groups_;
  std::string file_;
  std::vector<std::size_t> first_;  // the first agent of each group
  std::vector<Choice> choices_;     // World::choices
};

}  // namespace plethos::scenarios
