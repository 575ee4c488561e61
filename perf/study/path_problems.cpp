#include "perf/study/path_problems.hpp"

#include <algorithm>

#include "algorithms/obstacles/obstacle_index.hpp"
#include "core/error.hpp"
#include "core/grid_map.hpp"
#include "core/random.hpp"
#include "perf/study/identity.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/io/moving_ai.hpp"

namespace plethos::study {
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

void read_problems(const WorldGrid& map, const std::string& scen_file, const QuerySet& asked, PathProblems& problems) {
  const std::vector<scenarios::PathProblem> all = scenarios::read_moving_ai_scen(scen_file, map);
  const auto present = static_cast<std::int64_t>(all.size());
  if (asked.queries > present) {
    throw InputError("queries: found " + std::to_string(asked.queries) + ", expected at most " + std::to_string(present) +
                     ", the problems of " + scen_file);
  }
  const std::int64_t count = count_of(asked, present);
  for (std::int64_t k = 0; k < count; ++k) {
    const scenarios::PathProblem& problem = all[static_cast<std::size_t>(k * present / count)];
    problems.queries.push_back({map.center({problem.start_x, problem.start_y}), map.center({problem.goal_x, problem.goal_y})});
    problems.optimum.push_back(problem.optimal_length * static_cast<double>(map.cell_size));
  }
}

}  // namespace

planning::PlannerSetup PathProblems::setup() const {
  return {0, largest_radius(scenario.agents), scenario.parameters.minimum_distance, scenario.methods.nodes};
}

PathProblems make_path_problems(const PlannedRun& run) {
  PathProblems problems{scenarios::make_scenario(run.scenario), {}, {}};
  const scenarios::ScenarioRequest& request = run.scenario;
  if (request.map_file.empty()) {
    problems.queries = draw_in_world(problems.scenario.world, largest_radius(problems.scenario.agents), run.paths);
    return problems;
  }
  const WorldGrid& map = *problems.scenario.world.grid;
  if (request.scen_file.empty()) {
    problems.queries = draw_in_map(map, run.paths);
  } else {
    read_problems(map, request.scen_file, run.paths, problems);
  }
  return problems;
}

std::string hash_problems(const PlannedRun& run, const PathProblems& problems) {
  const std::string& name = run.scenario.name;
  std::string text = hash_scenario(run.scenario.map_file.empty() ? scenarios::scenario_text(name) : std::string(), problems.scenario);
  const auto add = [&](const auto& values) {
    text.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
  };
  add(problems.queries);
  add(problems.optimum);
  return hash_text(text);
}

}  // namespace plethos::study
