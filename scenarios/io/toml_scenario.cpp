#include "scenarios/io/toml_scenario.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "algorithms/obstacles/occupancy.hpp"
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

/// The nodes of a file's roadmap.
struct RoadmapSource {
  std::vector<Vec2> nodes;
  bool corners = false;
  std::string key;                 // ": KEY"
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

/// The origin of what a builder makes.
struct BuilderOrigins final : Origins {
  using Origins::Origins;
  std::string agent(std::size_t) const override { return builder; }
  std::string goal(std::size_t) const override { return builder; }
  std::string polygon(std::size_t) const override { return builder; }
  std::string moving(std::size_t i) const override { return obstacles[i]; }

  std::string builder;
  std::vector<std::string> obstacles;
};

/// The origin of the parts of a scenario that its file describes one by one.
struct FileOrigins final : Origins {
  using Origins::Origins;
  std::string agent(std::size_t i) const override { return groups.start(i); }
  std::string goal(std::size_t i) const override { return groups.goal(i); }
  std::string exit(std::size_t agent, std::size_t outline) const override { return groups.exit(agent, outline); }
  std::string choice(std::size_t choice, std::size_t k) const override { return groups.choice(choice, k); }
  std::string polygon(std::size_t i) const override { return i < polygons.size() ? polygons[i] : ground; }
  std::string moving(std::size_t i) const override { return obstacles[i]; }
  std::string outline(std::size_t i) const override { return file + ":" + std::to_string(outline_lines[i]) + ": walkable"; }
  std::string node(std::size_t i) const override {
    return file + (roadmap.lines.empty() ? "" : ":" + std::to_string(roadmap.lines[i])) + roadmap.key;
  }

  std::string file;
  PlacedGroups groups;
  std::vector<std::string> polygons, obstacles;
  std::string ground;  // whose walls come after the polygons
  std::vector<std::size_t> outline_lines;
  RoadmapSource roadmap;
};

std::string beside(const std::string& source, const std::string& file) {
  return (std::filesystem::path(source).parent_path() / file).string();
}

std::unique_ptr<Origins> read_builder(TomlTable& root, TomlTable table, const ScenarioRequest& request, Scenario& scenario) {
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
  auto origins = std::make_unique<BuilderOrigins>(scenario);
  origins->builder = table.place();
  std::vector<MovingObstacle> moving = read_obstacles(root, origins->obstacles);
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
  try {
    scenario = build(*builder, std::move(input));
    // The file's names go before the builder's.
    settled.methods.names.insert(scenario.methods.names.begin(), scenario.methods.names.end());
    settled.methods.roadmap_nodes = std::move(scenario.methods.roadmap_nodes);
    scenario.methods = std::move(settled.methods);
    scenario.world.moving = std::move(moving);
    if (!scenario.world.moving.empty()) scenario.world.bounds = fit_bounds(scenario);
    return origins;
  } catch (const InputError& error) {
    throw InputError(origins->builder + ": " + error.what());
  }
}

std::unique_ptr<Origins> read_groups(TomlTable& root, const ScenarioRequest& request, Scenario& scenario) {
  check_request(request, {});
  if (request.has_map()) throw InputError(root.file() + ": map: found a map file, expected none: this scenario is not of a map");
  if (!request.scen_file.empty())
    throw InputError(root.file() + ": scen: found a problem file, expected none: this scenario is not of a map");
  if (!request.cost_file.empty())
    throw InputError(root.file() + ": cost: found a file of costs, expected none: this scenario is not of a map");
  auto origins = std::make_unique<FileOrigins>(scenario);
  origins->file = root.file();
  origins->ground = root.place("walkable");
  Settled settled = read_settled(root, request, {}, {});
  scenario.parameters = settled.parameters;
  scenario.methods = std::move(settled.methods);
  scenario.world.polygons = read_polygons(root, origins->polygons);
  scenario.world.moving = read_obstacles(root, origins->obstacles);
  scenario.world.walkable = root.outlines("walkable", 3, &origins->outline_lines).value_or(std::vector<std::vector<Vec2>>{});
  std::size_t ground_points = 0;
  for (const std::vector<Vec2>& outline : scenario.world.walkable) ground_points += outline.size();
  if (ground_points * scenario.world.walkable.size() > most_ground_work) {
    root.fail("walkable", std::to_string(scenario.world.walkable.size()) + " outlines of " + std::to_string(ground_points) + " points",
              "outlines times points to be at most " + std::to_string(most_ground_work));
  }
  orient_ground(scenario.world.walkable);
  RoadmapSource& roadmap = origins->roadmap = read_roadmap(root);
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
  origins->groups = PlacedGroups(std::move(groups), root.file(), request, scenario);
  if (!roadmap.nodes.empty()) set_roadmap_nodes(scenario, std::move(roadmap.nodes));
  read_bounds(root, scenario);
  read_grid(root, scenario);
  if (roadmap.corners) add_corner_nodes(scenario);
  return origins;
}

}  // namespace

Scenario parse_toml_scenario(std::string_view text, const std::string& source, const ScenarioRequest& request) {
  const toml::table parsed = parse_toml(text, source);
  TomlTable root(parsed, source, "", 1);
  const auto name = root.text("name");
  const auto description = root.text("description");
  auto builder = root.table("builder");
  Scenario scenario;
  const auto origins = builder ? read_builder(root, *builder, request, scenario) : read_groups(root, request, scenario);
  if (!builder || name) scenario.name = name.value_or(std::filesystem::path(source).stem().string());
  if (!builder || description) scenario.description = description.value_or("");
  validate(scenario, *origins);
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
