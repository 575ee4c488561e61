#include "scenarios/builders/map.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/grid_map.hpp"
#include "core/random.hpp"
#include "scenarios/geometry/grid_outlines.hpp"
#include "scenarios/io/map_costs.hpp"
#include "scenarios/io/moving_ai.hpp"
#include "scenarios/maps/map_kinds.hpp"
#include "scenarios/roadmap_nodes.hpp"

namespace plethos::scenarios {
namespace {

using Cell = std::uint32_t;

/// The cells of starts and goals, one of each for each agent.
struct Journeys {
  std::vector<Cell> starts;
  std::vector<Cell> goals;
  std::string warning{};  ///< as Scenario::warnings; empty: none
};

std::string map_name(const BuilderInput& input) { return input.map_file.empty() ? input.drawn.name() : input.map_file; }

Terrain terrain_of(const BuilderInput& input) {
  return static_cast<Terrain>(static_cast<int>(input.value("terrain")) + static_cast<int>(Terrain::land));
}

/// Makes the crowd's terrain what is passable in a map.
void open_terrain(TerrainMap& map, const BuilderInput& input) {
  map.open(terrain_of(input));
  if (std::find(map.passable.begin(), map.passable.end(), 1) != map.passable.end()) return;
  std::string others;
  for (const Terrain terrain : {Terrain::land, Terrain::water, Terrain::trees}) {
    if (std::find(map.terrain.begin(), map.terrain.end(), terrain) == map.terrain.end()) continue;
    others += (others.empty() ? " (the map has " : ", ") + std::string(terrain_name(terrain)) + ": --set terrain=" + terrain_name(terrain);
  }
  throw InputError("map: " + map_name(input) + ": found no passable cell of " + terrain_name(terrain_of(input)) +
                   ", expected at least one" + others + (others.empty() ? "" : ")"));
}

/// Returns `count` distinct ones of the cells, in random order.
std::vector<Cell> draw(std::vector<Cell> cells, std::size_t count, PhiloxStream random) {
  for (std::size_t i = 0; i < count; ++i) std::swap(cells[i], cells[i + random.below(cells.size() - i)]);
  cells.resize(count);
  return cells;
}

Journeys draw_journeys(const GridMap& map, std::size_t count, const BuilderInput& input) {
  const GridRegions regions = connected_regions(map);
  const std::int32_t largest = regions.largest();
  std::vector<Cell> cells;
  for (std::size_t i = 0; largest >= 0 && i < map.passable.size(); ++i) {
    if (regions.label[i] == largest) cells.push_back(static_cast<Cell>(i));
  }
  if (count > cells.size()) {
    throw InputError("map: agents: found " + std::to_string(count) + ", expected at most " + std::to_string(cells.size()) +
                     ", the connected passable cells of " + map_name(input));
  }
  std::vector<Cell> goals = draw(cells, count, {input.parameters.seed, 1});
  const auto shared = static_cast<std::size_t>(input.value("goals"));
  for (std::size_t k = shared; shared > 0 && k < count; ++k) goals[k] = goals[k % shared];
  return {draw(std::move(cells), count, {input.parameters.seed, 0}), std::move(goals)};
}

Journeys read_journeys(const TerrainMap& map, std::size_t count, const BuilderInput& input) {
  Journeys journeys;
  std::vector<bool> start_taken(map.passable.size());
  std::vector<bool> goal_taken(map.passable.size());
  const ScenFile file = read_moving_ai_scen(input.scen_file, map, input.strict);
  const Terrain terrain = terrain_of(input);
  LeftOutProblems left_out = file.left_out;
  const auto leave_out = [&](const PathProblem& problem, const std::string& why) {
    if (input.strict && !input.for_queries) {
      throw InputError(input.scen_file + ":" + std::to_string(problem.line) + ": problem: found one " + why +
                       ", expected none that is left out (--strict)");
    }
    left_out.add(why, problem.line);
  };
  for (const PathProblem& problem : file.problems) {
    if (journeys.starts.size() == count) break;
    const std::size_t start = map.index(problem.start_x, problem.start_y);
    const std::size_t goal = map.index(problem.goal_x, problem.goal_y);
    if (problem.terrain != terrain) {
      leave_out(problem, std::string("on ") + terrain_name(problem.terrain) + ", where this crowd does not walk");
      continue;
    }
    if (start_taken[start] || goal_taken[goal]) {
      leave_out(problem, start_taken[start] ? "with the start of another agent" : "with the goal of another agent");
      continue;
    }
    start_taken[start] = true;
    goal_taken[goal] = true;
    journeys.starts.push_back(static_cast<Cell>(start));
    journeys.goals.push_back(static_cast<Cell>(goal));
  }
  journeys.warning = left_out.text(input.scen_file, file.all());
  const std::int64_t more = file.all() - left_out.count() - static_cast<std::int64_t>(journeys.starts.size());
  if (!journeys.warning.empty() && more > 0) {
    journeys.warning += "; not needed: " + std::to_string(more) + " behind the last agent's";
  }
  if (input.for_queries) return journeys;
  if (journeys.starts.empty()) {
    throw InputError("map: " + input.scen_file + ": found no problem on " + terrain_name(terrain) + ", expected at least one: line " +
                     std::to_string(file.problems.front().line) + " has one on " + terrain_name(file.problems.front().terrain) +
                     " (--set terrain=" + terrain_name(file.problems.front().terrain) + ")");
  }
  if (input.agents && journeys.starts.size() < count) {
    throw InputError("map: agents: found " + std::to_string(count) + ", expected at most " + std::to_string(journeys.starts.size()) +
                     ", the problems of " + input.scen_file + " on " + terrain_name(terrain) + " with distinct starts and goals");
  }
  return journeys;
}

TerrainMap draw_ground(const BuilderInput& input) {
  const DrawnMap& drawn = input.drawn;
  TerrainMap map = draw_map(drawn.kind, {drawn.size, drawn.size, drawn.seed, drawn.values});
  open_terrain(map, input);
  if (!input.cost_file.empty() && input.cost_file != no_costs) read_map_costs(input.cost_file, map);
  return map;
}

/// Returns the map of what the crowd walks on, with the costs that the input asks for.
TerrainMap read_ground(const BuilderInput& input) {
  if (!input.drawn.kind.empty()) return draw_ground(input);
  const auto swamp_cost = static_cast<std::int32_t>(input.value("swamp_cost"));
  TerrainMap map = read_moving_ai_map(input.map_file, swamp_cost);
  open_terrain(map, input);
  std::string file = input.cost_file;
  if (file.empty()) {
    const std::string beside = costs_beside(input.map_file);
    std::error_code error;
    file = std::filesystem::exists(beside, error) ? beside : no_costs;
  }
  if (file == no_costs) return map;
  if (swamp_cost != 1) {
    throw InputError("map: swamp_cost: found " + std::to_string(swamp_cost) + " beside the costs of " + file +
                     ", expected one of them (--cost none leaves out the file)");
  }
  read_map_costs(file, map);
  return map;
}

Scenario make_map(const Builder& builder, const BuilderInput& input) {
  const auto count = static_cast<std::size_t>(input.count(builder.agents));
  const float cell_size = input.value("cell_size");
  // Avoidance keeps discs off walls by the minimum distance. In a corridor that leaves them no more room than that they stand still.
  const float width = 2 * (input.agent.radius + input.parameters.minimum_distance);
  if (width >= cell_size) {
    throw InputError("map: cell_size: found " + number_text(cell_size) + " m, expected more than " + number_text(width) +
                     " m, the diameter of an agent and the minimum distance on both sides");
  }
  TerrainMap map = read_ground(input);
  Journeys journeys;
  if (!input.scen_file.empty()) journeys = read_journeys(map, count, input);
  if (journeys.starts.empty()) journeys = draw_journeys(map, count, input);

  Scenario scenario;
  if (!map.terrain.empty()) scenario.terrain = std::make_shared<const std::vector<Terrain>>(std::move(map.terrain));
  const auto grid = std::make_shared<const WorldGrid>(WorldGrid{std::move(map), {0, 0}, cell_size});
  if (!journeys.warning.empty() && !input.for_queries) scenario.warnings.push_back(journeys.warning);
  scenario.groups = {"map"};
  scenario.world.polygons = grid_outlines(*grid, cell_size);
  scenario.world.grid = grid;
  const auto center = [&](Cell cell) { return grid->center(grid->cell(cell)); };
  for (std::size_t i = 0; i < journeys.starts.size(); ++i) {
    add_agent(scenario, input.agent, center(journeys.starts[i]), center(journeys.goals[i]));
  }
  if (input.value("roadmap") != 0) {
    scenario.parameters = input.parameters;
    const Vec2 size = cell_size * Vec2{static_cast<float>(grid->width), static_cast<float>(grid->height)};
    scenario.world.bounds = {{0, 0}, size};
    add_corner_nodes(scenario);
    // The outlines of passable regions are chains, which have no inside: what lies beyond them is blocked.
    std::erase_if(scenario.methods.roadmap_nodes, [&](Vec2 node) { return !grid->is_passable(grid->cell_at(node)); });
  }
  return scenario;
}

std::vector<std::string> terrain_words() {
  return {terrain_name(Terrain::land), terrain_name(Terrain::water), terrain_name(Terrain::trees)};
}

}  // namespace

Builder map_builder() {
  return {
      .name = "map",
      .description = "agents between the walls of a Moving AI map (--map FILE.map, and --scen FILE.scen for starts and goals)",
      .agents = 100,
      .needs_map = true,
      .keys =
          {{"cell_size", "m", 1e-2, 1e4, "side of a cell of the map", 1},
           {"swamp_cost", "", 1, maximum_cell_cost, "what planners over the grid count a cell of swamp (S) for", 1, ParameterKind::whole},
           {"terrain", "", 0, 2, "what the crowd walks on: an agent never leaves its terrain", 0, ParameterKind::choice, terrain_words()},
           {"goals", "", 0, 1e9, "how many goals the agents share, if they are drawn; 0: each has its own", 0, ParameterKind::whole},
           {"roadmap", "", 0, 1, "whether agents walk by the walls' corners where their goal is out of sight", 0, ParameterKind::yes_no}},
      .make = make_map};
}

}  // namespace plethos::scenarios
