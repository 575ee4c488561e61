#include "scenarios/paths/path_problems.hpp"

#include <algorithm>
#include <span>

#include "algorithms/obstacles/obstacle_index.hpp"
#include "core/error.hpp"
#include "core/grid_map.hpp"
#include "core/random.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/geometry/reachability.hpp"
#include "scenarios/io/moving_ai.hpp"

namespace plethos::scenarios {
namespace {

using planning::PathQuery;

/// Keys the random numbers of queries. No run and no scenario draws others by it.
constexpr std::uint32_t query_step = scenario_step - 1;
/// A world with less free ground than one part in so many is refused.
constexpr int most_draws = 10000;

/// Returns how many queries there are, of `present` ones or as many as asked.
std::int64_t count_of(const QuerySet& asked, std::int64_t present) {
  const std::int64_t count = asked.queries == 0 ? present : asked.queries;
  return asked.at_most == 0 ? count : std::min(count, asked.at_most);
}

std::vector<PathQuery> draw_in_world(const World& world, float radius, const QuerySet& asked) {
  const obstacles::ObstacleIndex obstacles(world.polygons, radius, world.walkable);
  const auto free_place = [&](PhiloxStream& random) {
    for (int draw = 0; draw < most_draws; ++draw) {
      const float x = random.between(world.bounds.low.x, world.bounds.high.x);
      const Vec2 place{x, random.between(world.bounds.low.y, world.bounds.high.y)};
      if (!obstacles.hits(place, radius)) return place;
    }
    throw InputError("queries: found no free place in " + std::to_string(most_draws) + " draws, expected a world with room for agents");
  };
  std::vector<PathQuery> queries;
  for (std::int64_t q = 0; q < count_of(asked, 0); ++q) {
    PhiloxStream random(asked.seed, static_cast<std::uint64_t>(q), query_step);
    const Vec2 from = free_place(random);
    queries.push_back({from, free_place(random)});
  }
  return queries;
}

std::vector<PathQuery> draw_in_map(const WorldGrid& map, const QuerySet& asked) {
  std::vector<Vec2> centers;
  for (std::int32_t y = 0; y < map.height; ++y) {
    for (std::int32_t x = 0; x < map.width; ++x) {
      if (map.is_passable(x, y)) centers.push_back(map.center({x, y}));
    }
  }
  std::vector<PathQuery> queries;
  for (std::int64_t q = 0; q < count_of(asked, 0); ++q) {
    PhiloxStream random(asked.seed, static_cast<std::uint64_t>(q), query_step);
    const Vec2 from = centers[random.below(centers.size())];
    queries.push_back({from, centers[random.below(centers.size())]});
  }
  return queries;
}

/// Gives queries the goals of the first `goals` of them, in turn.
void share_goals(std::int64_t goals, std::vector<PathQuery>& queries) {
  const auto shared = static_cast<std::size_t>(goals);
  for (std::size_t q = shared; shared > 0 && q < queries.size(); ++q) queries[q].to = queries[q % shared].to;
}

/// Returns the place of a terrain among the problems' scenarios. It makes the scenario if it is a new one.
std::uint8_t place_of(Terrain terrain, const ScenarioRequest& request, std::vector<Terrain>& known, PathProblems& problems) {
  const auto found = std::find(known.begin(), known.end(), terrain);
  if (found == known.end()) {
    ScenarioRequest other = request;
    other.settings["terrain"] = terrain_name(terrain);
    problems.others.push_back({terrain, make_scenario(other)});
    known.push_back(terrain);
    return static_cast<std::uint8_t>(problems.others.size());
  }
  return static_cast<std::uint8_t>(found - known.begin());
}

void read_problems(const ScenarioRequest& request, const QuerySet& asked, PathProblems& problems) {
  const World& world = problems.scenario.world;
  if (world.grid == nullptr) {
    throw InputError(request.scen_file + ": found problems, expected none: the scenario " + problems.scenario.name + " is not of a map");
  }
  const WorldGrid& grid = *world.grid;
  TerrainMap map{static_cast<const GridMap&>(grid)};
  if (problems.scenario.terrain != nullptr) map.terrain = *problems.scenario.terrain;
  const ScenFile file = read_moving_ai_scen(request.scen_file, map, request.strict);
  problems.left_out = file.left_out.count();
  if (problems.left_out > 0) problems.warnings.push_back(file.left_out.text(request.scen_file, file.all()));
  const std::vector<PathProblem>& all = file.problems;
  const auto present = static_cast<std::int64_t>(all.size());
  if (asked.queries > present) {
    throw InputError("queries: found " + std::to_string(asked.queries) + ", expected at most " + std::to_string(present) +
                     ", the problems of " + request.scen_file);
  }
  const std::int64_t count = count_of(asked, present);
  const bool costs = cost_range(map).most > 1;
  // The map of the request is of one terrain, that of its first passable cell.
  const auto passable = std::find(map.passable.begin(), map.passable.end(), 1) - map.passable.begin();
  std::vector<Terrain> known{map.terrain_at(static_cast<std::size_t>(passable))};
  for (std::int64_t k = 0; k < count; ++k) {
    const PathProblem& problem = all[static_cast<std::size_t>(k * present / count)];
    problems.queries.push_back({grid.center({problem.start_x, problem.start_y}), grid.center({problem.goal_x, problem.goal_y})});
    problems.place.push_back(place_of(problem.terrain, request, known, problems));
    if (!costs) problems.optimum.push_back(problem.optimal_length * static_cast<double>(grid.cell_size));
  }
  if (problems.others.empty()) problems.place.clear();
}

/// Returns for each query whether passable cells join its ends.
std::vector<bool> reachable_over_cells(const WorldGrid& grid, std::span<const PathQuery> queries) {
  const std::vector<std::int32_t> label = connected_regions(grid).label;
  const auto region = [&](Vec2 place) {
    const GridCell cell = grid.cell_at(place);
    return grid.is_passable(cell) ? label[grid.index(cell.x, cell.y)] : -1;
  };
  std::vector<bool> result;
  for (const PathQuery& query : queries) result.push_back(region(query.from) >= 0 && region(query.from) == region(query.to));
  return result;
}

/// Returns for each query whether a disc gets from one end to the other; nothing if it would take minutes to find out.
std::vector<bool> reachable_between_walls(const PathProblems& problems, std::size_t place, std::span<const PathQuery> queries) {
  std::vector<Line> journeys;
  for (const PathQuery& query : queries) journeys.push_back({query.from, query.to});
  return reachable(problems.at(place).world, problems.setup(place).largest_radius, journeys).value_or(std::vector<bool>());
}

}  // namespace

bool is_map(const World& world) { return world.grid != nullptr && world.grid->clearance == 0; }

planning::PlannerSetup PathProblems::setup(std::size_t where) const {
  const Scenario& there = at(where);
  return {0, largest_radius(there.agents), there.parameters.minimum_distance, there.methods.roadmap_nodes};
}

ScenarioRequest map_request(const DrawnMap& drawn) {
  ScenarioRequest request;
  request.name = "map";
  request.agents = 1;
  request.drawn = drawn;
  return request;
}

ScenarioRequest map_request(const std::string& map_file, const std::string& scen_file) {
  ScenarioRequest request = map_request(DrawnMap{});
  request.map_file = map_file;
  request.scen_file = scen_file;
  return request;
}

PathProblems make_path_problems(const ScenarioRequest& request, const QuerySet& asked) {
  ScenarioRequest for_queries = request;
  for_queries.for_queries = true;
  PathProblems problems{make_scenario(for_queries), {}, {}};
  problems.warnings = problems.scenario.warnings;
  if (!request.scen_file.empty()) {
    read_problems(for_queries, asked, problems);
    return problems;
  }
  const World& world = problems.scenario.world;
  problems.queries =
      request.has_map() ? draw_in_map(*world.grid, asked) : draw_in_world(world, largest_radius(problems.scenario.agents), asked);
  share_goals(asked.goals, problems.queries);
  return problems;
}

std::vector<bool> reachable_queries(const PathProblems& problems, bool over_cells) {
  std::vector<bool> result(problems.queries.size());
  for (std::size_t place = 0; place < problems.places(); ++place) {
    std::vector<PathQuery> queries;
    for (std::size_t q = 0; q < problems.queries.size(); ++q) {
      if (problems.place_of(q) == place) queries.push_back(problems.queries[q]);
    }
    const World& world = problems.at(place).world;
    const std::vector<bool> known =
        over_cells || is_map(world) ? reachable_over_cells(*world.grid, queries) : reachable_between_walls(problems, place, queries);
    if (known.size() < queries.size()) return {};
    for (std::size_t q = 0, k = 0; q < problems.queries.size(); ++q) {
      if (problems.place_of(q) == place) result[q] = known[k++];
    }
  }
  return result;
}

}  // namespace plethos::scenarios
