#include "scenarios/io/trajectory_scene.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/parameters.hpp"
#include "scenarios/geometry/wkt.hpp"
#include "scenarios/io/hdf5_writing.hpp"
#include "scenarios/io/ownership.hpp"

namespace plethos::scenarios {
namespace {

constexpr float thickest_wall = 0.01f;  // m

/// Returns the shortest text that gives a parameter's value back.
std::string parameter_text(const Parameters& parameters, const ParameterInfo& info) {
  if (info.name == "seed") return std::to_string(parameters.seed);
  return value_text(info, parameter_table().get(parameters, info.name));
}

/// The goals of agents, and those that follow them, in the scenario's order. A passive agent has none.
struct TravelersGoals {
  std::vector<Vec2> points;
  std::vector<std::vector<Vec2>> exits;  // their outlines
};

TravelersGoals goals_of_travelers(const Scenario& scenario, std::span<const AgentRecord> agents) {
  std::vector<std::uint8_t> used(scenario.world.goals.size(), 0);
  for (const AgentRecord& agent : agents) {
    if (agent.state == AgentState::passive) continue;
    for (std::int32_t goal = agent.goal;
         goal >= 0 && static_cast<std::size_t>(goal) < used.size() && used[static_cast<std::size_t>(goal)] == 0;
         goal = scenario.world.next_goal(goal)) {
      const GoalRange range = scenario.world.choice(goal);
      for (std::int32_t other = range.first; other < range.end; ++other) used[static_cast<std::size_t>(other)] = 1;
    }
  }
  TravelersGoals goals;
  std::vector<std::uint8_t> shown(scenario.world.exits.size(), 0);
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i] == 0) continue;
    const Exit* exit = scenario.world.exit(static_cast<std::int32_t>(i));
    if (exit == nullptr) {
      goals.points.push_back(scenario.world.goals[i]);
    } else if (std::uint8_t& known = shown[static_cast<std::size_t>(exit - scenario.world.exits.data())]; known == 0) {
      goals.exits.insert(goals.exits.end(), exit->outlines.begin(), exit->outlines.end());
      known = 1;
    }
  }
  return goals;
}

/// Returns the number of those points that each world of an ensemble has, one world behind the other; nothing if worlds share some.
std::vector<std::int64_t> points_of_worlds(const Scenario& scenario, const TravelersGoals& all) {
  std::vector<std::int64_t> counts;
  std::int64_t sum = 0;
  std::size_t first = 0;
  for (const std::int64_t agents : scenario.ensemble.agents) {
    const auto of_world = std::span(scenario.agents).subspan(first, static_cast<std::size_t>(agents));
    counts.push_back(static_cast<std::int64_t>(goals_of_travelers(scenario, of_world).points.size()));
    sum += counts.back();
    first += of_world.size();
  }
  // Goals of worlds follow each other as worlds do (scenarios/ensemble.hpp).
  return sum == static_cast<std::int64_t>(all.points.size()) ? counts : std::vector<std::int64_t>();
}

/// Returns a thickness of at most a radius. Agents' centers keep that distance from a wall, so half of it is left.
double wall_thickness(const Scenario& scenario) {
  float thickness = thickest_wall;
  for (const AgentRecord& agent : scenario.agents) thickness = std::min(thickness, agent.radius);
  return static_cast<double>(thickness);
}

/// Polygons as files hold them.
struct Outlines {
  std::vector<std::vector<Vec2>> vertices;
  std::vector<std::uint8_t> closed;

  void add(const Polygon& polygon) {
    vertices.push_back(polygon.vertices);
    closed.push_back(polygon.closed ? 1 : 0);
  }
  bool write(hid_t group, const std::string& name) const {
    return write_outlines(group, name, vertices) &&
           write_array(group, (name + "_closed").c_str(), H5T_STD_U8LE, closed.size(), 0, closed.data());
  }
};

}  // namespace

bool write_trajectory_attributes(hid_t file, const Scenario& scenario, const Attributes& attributes) {
  const auto given = [&](const std::string& name) {
    return std::any_of(attributes.begin(), attributes.end(), [&](const auto& attribute) { return attribute.first == name; });
  };
  bool written = write_text(file, trajectory_mark, trajectory_format) && write_text(file, "file_version", "1.0.0") &&
                 write_long_text(file, "wkt_geometry", walkable_area_wkt(scenario.world, wall_thickness(scenario))) &&
                 (given("scenario") || write_text(file, "scenario", scenario.name));
  for (const auto& [name, value] : attributes) written = written && write_text(file, name, value);
  for (const ParameterInfo& parameter : parameter_table().infos()) {
    written = written && (given(parameter.name) || write_text(file, parameter.name, parameter_text(scenario.parameters, parameter)));
  }
  return written;
}

bool write_trajectory_scene(hid_t file, const Scenario& scenario) {
  const hdf5::Group group(H5Gcreate2(file, "plethos", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  Outlines polygons, moving;
  for (const Polygon& polygon : scenario.world.polygons) polygons.add(polygon);
  for (const MovingObstacle& obstacle : scenario.world.moving) moving.add(obstacle.outline);
  std::vector<float> radii;
  std::vector<std::int32_t> groups;
  for (const AgentRecord& agent : scenario.agents) {
    radii.push_back(agent.radius);
    groups.push_back(agent.group);
  }
  const Ensemble& worlds = scenario.ensemble;
  const TravelersGoals goals = goals_of_travelers(scenario, scenario.agents);
  const std::vector<std::int64_t> goals_of_worlds = points_of_worlds(scenario, goals);
  const std::vector<std::vector<Vec2>>& walkable = scenario.world.walkable;
  return polygons.write(group.get(), "polygon") &&
         write_array(group.get(), "goals", H5T_IEEE_F32LE, goals.points.size(), 2, goals.points.data()) &&
         (goals.exits.empty() || write_outlines(group.get(), "exit", goals.exits)) &&
         (walkable.empty() || write_outlines(group.get(), "walkable", walkable)) &&
         (moving.vertices.empty() || moving.write(group.get(), "moving")) &&
         (worlds.worlds() == 0 ||
          (write_array(group.get(), "world_seeds", H5T_STD_U64LE, worlds.worlds(), 0, worlds.seeds.data()) &&
           write_array(group.get(), "world_agents", H5T_STD_I64LE, worlds.worlds(), 0, worlds.agents.data()) &&
           write_array(group.get(), "world_goals", H5T_STD_I64LE, goals_of_worlds.size(), 0, goals_of_worlds.data()))) &&
         write_array(group.get(), "radius", H5T_IEEE_F32LE, radii.size(), 0, radii.data()) &&
         write_array(group.get(), "group", H5T_STD_I32LE, groups.size(), 0, groups.data()) &&
         write_names(group.get(), "group_names", scenario.groups);
}

}  // namespace plethos::scenarios
