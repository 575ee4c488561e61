#include "scenarios/io/toml_scenario.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

#include "algorithms/obstacles/occupancy.hpp"
#include "algorithms/obstacles/placement.hpp"
#include "algorithms/simulation/methods.hpp"
#include "core/error.hpp"
#include "core/known_name.hpp"
#include "scenarios/builders/builder.hpp"
#include "scenarios/geometry/ground.hpp"
#include "scenarios/io/line_reader.hpp"
#include "scenarios/io/toml.hpp"
#include "scenarios/io/toml_drawn_map.hpp"
#include "scenarios/io/toml_group.hpp"
#include "scenarios/io/toml_obstacle.hpp"
#include "scenarios/io/toml_table.hpp"
#include "scenarios/roadmap_nodes.hpp"
#include "scenarios/validation.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::size_t most_ground_work = 1'000'000'000;  // takes seconds: each outline is checked against all points

/// A scenario's parameters and methods.
struct Settled {
  Parameters parameters;
  NamedMethods methods;
};

/// Returns them with the request's values. `defaults` are the parameters that neither names. The request's settings of the scenario's `own`
/// keys do not count.
Settled read_settled(TomlTable& root, const ScenarioRequest& request, const Parameters& defaults, const std::vector<ParameterInfo>& own) {
  Settled settled{defaults, {}};
  if (auto table = root.table("methods")) {
    for (const simulation::MethodFamily& family : simulation::method_families()) {
      const auto name = table->text(family.name.c_str());
      if (!name) continue;
      const std::vector<std::string> names = family.names();
      const std::string known = known_name(*name, names);
      if (std::find(names.begin(), names.end(), known) == names.end()) {
        throw InputError(table->place(family.name) + ": " + unknown_name_message(family.name, *name, names));
      }
      settled.methods.names[family.name] = known;
    }
    table->finish();
  }
  if (auto table = root.table("parameters")) {
    for (const ParameterInfo& info : parameter_table().infos()) {
      if (const auto value = table->parameter(info)) parameter_table().set(settled.parameters, info.name, written_value(info, *value));
    }
    for (const ParameterInfo& info : simulation::method_parameters()) {
      if (const auto value = read_method_value(*table, info, settled.methods.names)) settled.methods.values[info.name] = *value;
    }
    table->finish();
  }
  apply_to_parameters(request, own, settled.parameters);
  apply_to_values(request, settled.methods.values);
  return settled;
}

std::vector<Polygon> read_polygons(TomlTable& root, std::vector<std::string>& places) {
  std::vector<Polygon> polygons;
  for (TomlTable& table : root.tables("polygon")) {
    Polygon polygon;
    polygon.closed = table.boolean("closed").value_or(true);
    auto vertices = table.outline("vertices", polygon.closed);
    table.finish();
    if (!vertices) table.fail("vertices", "nothing", "[[x, y], ...] in metres");
    polygon.vertices = std::move(*vertices);
    polygons.push_back(std::move(polygon));
    places.push_back(table.place("vertices"));
  }
  return polygons;
}

/// Returns the line exits of all groups. They are doors if they lie on the edge of the walkable ground, and are moved onto it if they only
/// miss it by rounded numbers.
std::vector<Line> put_doors_on_outlines(const std::vector<std::vector<Vec2>>& ground, float reach, std::vector<Group>& groups) {
  std::vector<Line> doors;
  for (Group& group : groups) {
    for (std::vector<Vec2>& outline : group.goal.exits) {
      if (outline.size() != 2) continue;
      doors.push_back(on_outline(ground, {outline[0], outline[1]}, reach));
      outline = {doors.back().a, doors.back().b};
    }
  }
  return doors;
}

/// The origin of the roadmap's nodes.
struct RoadmapSource {
  std::vector<Vec2> nodes;
  bool corners = false;
  std::string file, key;
  std::vector<std::size_t> lines;  // of each node
};

RoadmapSource read_roadmap(TomlTable& root) {
  RoadmapSource source;
  auto table = root.table("roadmap");
  if (!table) return source;
  auto nodes = table->points("nodes", 1, &source.lines);
  source.corners = table->boolean("corners").value_or(false);
  table->finish();
  if (nodes && source.corners) table->fail("corners", "corners beside nodes", "one of them");
  if (!nodes && !source.corners) table->fail("nodes", "nothing", "nodes = [[x, y], ...] in metres, or corners = true");
  source.file = table->file();
  source.key = table->place(nodes ? "nodes" : "corners");
  source.key = source.key.substr(source.key.rfind(": "));
  if (nodes) source.nodes = std::move(*nodes);
  return source;
}

void read_bounds(TomlTable& root, Scenario& scenario) {
  auto table = root.table("bounds");
  if (!table) {
    scenario.world.bounds = fit_bounds(scenario);
    return;
  }
  const auto low = table->point("low");
  const auto high = table->point("high");
  table->finish();
  if (!low) table->fail("low", "nothing", "[x, y] of the lower left corner in metres");
  if (!high) table->fail("high", "nothing", "[x, y] of the upper right corner in metres");
  if (!(low->x < high->x && low->y < high->y)) table->fail("low", "a corner that is not below high", "low below high in x and y");
  scenario.world.bounds = {*low, *high};
}

/// Makes the grid of the places at which the largest agent can stand.
void read_grid(TomlTable& root, Scenario& scenario) {
  auto table = root.table("grid");
  if (!table) return;
  const auto cell_size = table->number("cell_size", {"cell_size", "m", 1e-2, 1e4, "side of a cell"});
  table->finish();
  if (!cell_size) table->fail("cell_size", "nothing", "the side of a cell in metres");
  try {
    scenario.world.grid = std::make_shared<const WorldGrid>(
        obstacles::rasterize_with_gaps(scenario.world, static_cast<float>(*cell_size), largest_radius(scenario.agents)));
  } catch (const InputError& error) {
    // The message begins with the table's key.
    const std::string place = table->place();
    throw InputError(place.substr(0, place.size() - table->key().size()) + error.what());
  }
  const std::vector<std::uint8_t>& passable = scenario.world.grid->passable;
  if (std::find(passable.begin(), passable.end(), 1) == passable.end()) {
    table->fail("cell_size", number_text(*cell_size) + " m, with which no cell is free", "a smaller side");
  }
}

std::string beside(const std::string& source, const std::string& file) {
  return (std::filesystem::path(source).parent_path() / file).string();
}

Scenario read_builder(TomlTable& root, TomlTable table, const ScenarioRequest& request, Places& places) {
  const auto name = table.text("name");
  if (!name) table.fail("name", "nothing", "the name of a builder");
  const Builder* builder = find_builder(*name);
  if (builder == nullptr) {
    std::vector<std::string> names;
    for (const Builder& known : builders()) names.push_back(known.name);
    throw InputError(table.place("name") + ": " + unknown_name_message("builder", *name, names));
  }
  check_request(request, builder->keys);
  BuilderInput input;
  if (const auto agents = table.whole("agents", 1, 2147483647)) input.agents = *agents;
  if (const auto map = table.text("map")) input.map_file = beside(table.file(), *map);
  if (const auto scen = table.text("scen")) input.scen_file = beside(table.file(), *scen);
  if (const auto cost = table.text("cost")) input.cost_file = *cost == no_costs ? *cost : beside(table.file(), *cost);
  if (auto draw = table.table("draw")) input.drawn = read_drawn_map(*draw);
  for (const ParameterInfo& key : builder->keys) {
    if (const auto value = table.parameter(key)) input.values[key.name] = *value;
  }
  table.finish();
  for (const char* key : {"group", "polygon", "walkable", "bounds", "roadmap", "grid"}) {
    if (root.has(key)) root.fail(key, "a " + std::string(key) + " beside [builder]", "none: the builder makes them");
  }
  Settled settled = read_settled(root, request, builder->parameters(), builder->keys);
  input.parameters = settled.parameters;
  if (auto agent = root.table("agent")) {
    for (const FieldRange& field : read_fields(*agent)) {
      if (field.low != field.high) agent->fail(field.name, "a range", "a number: a builder's agents are alike");
      agent_table().set(input.agent, field.name, field.low);
    }
    agent->finish();
  }
  std::vector<std::string> obstacle_places;
  std::vector<MovingObstacle> moving = read_obstacles(root, obstacle_places);
  root.finish();
  apply_to_agent(request, builder->keys, input.agent);
  for (const auto& [key, value] : own_settings(request, builder->keys)) input.values[key] = value;
  if (request.agents) input.agents = request.agents;
  // The request's map stands in the place of the file's, be it drawn or not.
  if (request.has_map()) {
    input.map_file = request.map_file;
    input.drawn = request.drawn;
  }
  if (!request.scen_file.empty()) input.scen_file = request.scen_file;
  input.strict = request.strict;
  input.for_queries = request.for_queries;
  if (!request.cost_file.empty()) input.cost_file = request.cost_file;
  places.agent = places.goal = places.polygon = [place = table.place()](std::size_t) { return place; };
  try {
    Scenario scenario = build(*builder, std::move(input));
    // The file's names go before the builder's.
    settled.methods.names.insert(scenario.methods.names.begin(), scenario.methods.names.end());
    settled.methods.nodes = std::move(scenario.methods.nodes);
    scenario.methods = std::move(settled.methods);
    scenario.world.moving = std::move(moving);
    if (!scenario.world.moving.empty()) scenario.world.bounds = fit_bounds(scenario);
    places.moving = [obstacle_places](std::size_t i) { return obstacle_places[i]; };
    return scenario;
  } catch (const InputError& error) {
    throw InputError(table.place() + ": " + error.what());
  }
}

/// The origin of each agent, by the index of the first agent of its group.
struct GroupPlaces {
  std::vector<std::size_t> first;
  std::vector<Group> groups;
  std::string file;
  struct Choice {
    std::size_t group;
    std::vector<std::size_t> elements;  // of the group's list, one for each goal
  };
  std::vector<Choice> choices;  // World::choices

  std::string start(std::size_t agent) const { return spot(agent, &Group::start); }
  std::string goal(std::size_t agent) const { return spot(agent, &Group::goal); }
  /// Returns the place of one outline of an agent's exit.
  std::string exit(std::size_t agent, std::size_t outline) const {
    const std::size_t g = group_of(agent);
    return element(groups[g], groups[g].goal, outline);
  }
  std::string choice(std::size_t choice, std::size_t k) const {
    const Group& group = groups[choices[choice].group];
    return element(group, group.goal, choices[choice].elements[k]);
  }

 private:
  std::size_t group_of(std::size_t agent) const {
    return static_cast<std::size_t>(std::upper_bound(first.begin(), first.end(), agent) - first.begin()) - 1;
  }
  std::string spot(std::size_t agent, Spot Group::*which) const {
    const std::size_t g = group_of(agent);
    return element(groups[g], groups[g].*which, agent - first[g]);
  }
  std::string element(const Group& group, const Spot& spot, std::size_t i) const {
    if (i >= spot.lines.size()) return spot.place.empty() ? group.place : spot.place;
    // An element of a list has a line of its own: the text is "FILE:LINE: KEY" with another line.
    const std::string key = spot.place.substr(spot.place.rfind(": "));
    return file + ":" + std::to_string(spot.lines[i]) + key;
  }
};

/// Returns which elements of a group's list are the goals of the world's last choice. Some exits may have been left out.
std::vector<std::size_t> elements_of_choice(const Group& group, const World& world) {
  const GoalRange range = world.choices.back();
  const std::vector<std::vector<Vec2>>& exits = group.goal.exits;
  std::vector<std::size_t> elements;
  for (std::int32_t goal = range.first; goal < range.end; ++goal) {
    const Exit* exit = world.exit(goal);
    elements.push_back(exit == nullptr
                           ? static_cast<std::size_t>(goal - range.first)
                           : static_cast<std::size_t>(std::find(exits.begin(), exits.end(), exit->outlines[0]) - exits.begin()));
  }
  return elements;
}

Scenario read_groups(TomlTable& root, const ScenarioRequest& request, Places& places) {
  check_request(request, {});
  if (request.has_map()) throw InputError(root.file() + ": map: found a map file, expected none: this scenario is not of a map");
  if (!request.scen_file.empty())
    throw InputError(root.file() + ": scen: found a problem file, expected none: this scenario is not of a map");
  if (!request.cost_file.empty())
    throw InputError(root.file() + ": cost: found a file of costs, expected none: this scenario is not of a map");
  Scenario scenario;
  Settled settled = read_settled(root, request, {}, {});
  scenario.parameters = settled.parameters;
  scenario.methods = std::move(settled.methods);
  std::vector<std::string> polygon_places;
  scenario.world.polygons = read_polygons(root, polygon_places);
  std::vector<std::string> obstacle_places;
  scenario.world.moving = read_obstacles(root, obstacle_places);
  std::vector<std::size_t> outline_lines;
  scenario.world.walkable = root.outlines("walkable", 3, &outline_lines).value_or(std::vector<std::vector<Vec2>>{});
  std::size_t ground_points = 0;
  for (const std::vector<Vec2>& outline : scenario.world.walkable) ground_points += outline.size();
  if (ground_points * scenario.world.walkable.size() > most_ground_work) {
    root.fail("walkable", std::to_string(scenario.world.walkable.size()) + " outlines of " + std::to_string(ground_points) + " points",
              "outlines times points to be at most " + std::to_string(most_ground_work));
  }
  orient_ground(scenario.world.walkable);
  const RoadmapSource roadmap = read_roadmap(root);
  std::vector<FieldRange> defaults;
  if (auto agent = root.table("agent")) {
    defaults = read_fields(*agent);
    agent->finish();
  }
  std::vector<Group> groups;
  for (TomlTable& table : root.tables("group")) {
    groups.push_back(read_group(table, groups.size() + 1, defaults, scenario.methods.names));
  }
  root.table("bounds");
  root.table("grid");
  root.finish();
  if (groups.empty()) root.fail("group", "none", "at least one [[group]] of agents, or a [builder]");
  scale_groups(groups, request);

  const float largest = largest_radius(groups, request);
  const float reach = door_reach(scenario.world.walkable, largest);
  const std::vector<Line> doors = put_doors_on_outlines(scenario.world.walkable, reach, groups);
  std::vector<Polygon> edge = ground_walls(scenario.world.walkable, doors, reach);
  std::move(edge.begin(), edge.end(), std::back_inserter(scenario.world.polygons));
  std::vector<Polygon> at_start = scenario.world.polygons;
  const std::vector<Polygon> moving = obstacles::moving_at(scenario.world, 0);
  at_start.insert(at_start.end(), moving.begin(), moving.end());
  const obstacles::ObstacleIndex obstacles(at_start, largest, scenario.world.walkable);
  GroupPlaces origin{{}, {}, root.file(), {}};
  for (std::size_t i = 0; i < groups.size(); ++i) {
    origin.first.push_back(scenario.agents.size());
    scenario.groups.push_back(groups[i].name);
    place_group(groups[i], i, request, obstacles, scenario);
    if (origin.choices.size() < scenario.world.choices.size()) origin.choices.push_back({i, elements_of_choice(groups[i], scenario.world)});
  }
  if (!roadmap.nodes.empty()) set_roadmap_nodes(scenario, roadmap.nodes);
  read_bounds(root, scenario);
  read_grid(root, scenario);
  if (roadmap.corners) add_corner_nodes(scenario);
  origin.groups = std::move(groups);
  places.agent = [origin](std::size_t i) { return origin.start(i); };
  places.goal = [origin](std::size_t i) { return origin.goal(i); };
  places.exit = [origin](std::size_t i, std::size_t outline) { return origin.exit(i, outline); };
  places.choice = [origin](std::size_t choice, std::size_t k) { return origin.choice(choice, k); };
  places.outline = [file = root.file(), outline_lines](std::size_t i) {
    return file + ":" + std::to_string(outline_lines[i]) + ": walkable";
  };
  places.node = [file = roadmap.file, key = roadmap.key, lines = roadmap.lines](std::size_t i) {
    return lines.empty() ? file + key : file + ":" + std::to_string(lines[i]) + key;
  };
  places.moving = [obstacle_places](std::size_t i) { return obstacle_places[i]; };
  places.polygon = [polygon_places, walls = root.place("walkable")](std::size_t i) {
    return i < polygon_places.size() ? polygon_places[i] : walls;
  };
  return scenario;
}

}  // namespace

Scenario parse_toml_scenario(std::string_view text, const std::string& source, const ScenarioRequest& request) {
  const toml::table parsed = parse_toml(text, source);
  TomlTable root(parsed, source, "", 1);
  const auto name = root.text("name");
  const auto description = root.text("description");
  Places places;
  auto builder = root.table("builder");
  Scenario scenario = builder ? read_builder(root, *builder, request, places) : read_groups(root, request, places);
  if (!builder || name) scenario.name = name.value_or(std::filesystem::path(source).stem().string());
  if (!builder || description) scenario.description = description.value_or("");
  validate(scenario, places);
  return scenario;
}

std::string read_scenario_text(const std::string& path) {
  std::ifstream stream = open_input(path, "TOML scenario");
  std::string text(std::size_t{64} * 1024, '\0');
  std::size_t size = 0;
  while (stream.read(text.data() + size, static_cast<std::streamsize>(text.size() - size)), stream.gcount() > 0) {
    size += static_cast<std::size_t>(stream.gcount());
    if (size > maximum_scenario_file) {
      throw InputError(path + ": found more than " + std::to_string(maximum_scenario_file / (1024 * 1024)) +
                       " MB, expected a smaller scenario file");
    }
    if (size == text.size()) text.resize(2 * size);
  }
  text.resize(size);
  return text;
}

Scenario read_toml_scenario(const std::string& path, const ScenarioRequest& request) {
  return parse_toml_scenario(read_scenario_text(path), path, request);
}

}  // namespace plethos::scenarios
