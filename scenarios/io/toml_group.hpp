#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/obstacles/obstacle_index.hpp"
#include "core/vec2.hpp"
#include "scenarios/geometry/fill_region.hpp"
#include "scenarios/io/toml_table.hpp"
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

/// A [[group]] of a scenario file.
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

/// Reads the fields of agents that a table gives.
std::vector<FieldRange> read_fields(TomlTable& table);

/// Reads the value of a method's parameter, if the table gives one. `named` holds the methods that the file names, by family. Errors:
/// InputError with file, line and key, also for a parameter that these methods rule out.
std::optional<double> read_method_value(TomlTable& table, const ParameterInfo& info, const std::map<std::string, std::string>& named);

/// Reads one [[group]]; `number` counts from 1, `defaults` are the fields of [agent], and `named` the methods that the file names, by
/// family. Errors: InputError with file, line and key.
Group read_group(TomlTable table, std::size_t number, const std::vector<FieldRange>& defaults,
                 const std::map<std::string, std::string>& named);

/// Shares the requested agents among the groups, in proportion to their counts, and scales the groups' regions likewise. Errors: InputError
/// if a group's starts or goals are listed.
void scale_groups(std::vector<Group>& groups, const ScenarioRequest& request);

/// Adds the agents of group `index` to the scenario, with what the request sets for all agents, and the group's own values of methods'
/// parameters that it does not set. All polygons must be in the scenario, and in `obstacles`.
/// Errors: InputError if a region cannot hold them.
void place_group(const Group& group, std::size_t index, const ScenarioRequest& request, const obstacles::ObstacleIndex& obstacles,
                 Scenario& scenario);

/// Returns the largest radius that an agent of the groups may have, in metres.
float largest_radius(const std::vector<Group>& groups, const ScenarioRequest& request);

}  // namespace plethos::scenarios
