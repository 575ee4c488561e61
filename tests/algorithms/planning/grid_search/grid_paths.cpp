#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "algorithms/planning/grid_search/grid_reference.hpp"
#include "algorithms/planning/path_finder.hpp"
#include "scenarios/io/moving_ai.hpp"
#include "tests/algorithms/planning/grid_search/test_maps.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;
using planning::PathQuery;
using planning::Paths;
namespace reference = planning::reference;

/// Lengths are whole numbers of units whose diagonal is the square root of 2 to so much.
constexpr double precision = 1e-5;

ParameterValues values_of(Connectivity connectivity) { return {{"connectivity", connectivity == Connectivity::four ? 0 : 1}}; }

Paths find(const backends::Backend& backend, const std::string& planner, const WorldGrid& map, const std::vector<PathQuery>& queries,
           const ParameterValues& values = {}) {
  const auto finder = planning::make_path_finder(backend, planner, {}, values);
  finder->prepare(world_of(map));
  const Paths paths = finder->find(queries);
  CHECK(finder->bytes() > map.passable.size());
  return paths;
}

backends::Backend plainest() { return backends::make_backend({"serial", "scalar", 1}); }

std::vector<PathQuery> random_queries(Random& random, const WorldGrid& map, int count) {
  std::vector<PathQuery> queries;
  const auto cell = [&] { return GridCell{random.integer(0, map.width - 1), random.integer(0, map.height - 1)}; };
  for (int q = 0; q < count; ++q) queries.push_back({map.center(cell()), map.center(cell())});
  return queries;
}

/// Returns the length of the way of a query in cells of cost 1, infinite if it is not walkable from the query's start to its end.
double length_of(const WorldGrid& map, Connectivity connectivity, const PathQuery& query, std::span<const Vec2> way) {
  std::vector<GridCell> cells;
  for (const Vec2 place : way) {
    cells.push_back(map.cell_at(place));
    if (map.center(cells.back()) != place) return std::numeric_limits<double>::infinity();
  }
  if (way.front() != query.from || way.back() != query.to) return std::numeric_limits<double>::infinity();
  return reference::length_of_way(map, connectivity, cells);
}

/// Checks that queries have shortest ways, and those without a way none.
void check_shortest(const WorldGrid& map, Connectivity connectivity, const std::vector<PathQuery>& queries, const Paths& paths) {
  REQUIRE(paths.count() == queries.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const GridCell from = map.cell_at(queries[q].from);
    const GridCell to = map.cell_at(queries[q].to);
    const double shortest = reference::shortest_lengths(map, connectivity, from)[map.index(to.x, to.y)];
    CAPTURE(q);
    REQUIRE(paths.is_solved(q) == std::isfinite(shortest));
    if (!paths.is_solved(q)) continue;
    CHECK(length_of(map, connectivity, queries[q], paths.way(q)) == doctest::Approx(shortest).epsilon(precision));
  }
}

const std::vector<std::string> all_planners{"astar", "dijkstra", "jps"};

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("ways in random maps are walkable and as short as possible, and only those miss that do not exist") {
  Random random("grid ways");
  for (const std::int32_t blocked : {2, 3, 5, 20, 1000}) {
    // Rows of one, two and three words.
    const WorldGrid map = random_map(random, random.integer(1, 150), random.integer(1, 40), blocked);
    const std::vector<PathQuery> queries = random_queries(random, map, 25);
    for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
      for (const std::string& planner : all_planners) {
        CAPTURE(planner);
        CAPTURE(blocked);
        check_shortest(map, connectivity, queries, find(backend, planner, map, queries, values_of(connectivity)));
      }
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("ways over costs are as cheap as possible, also where costs differ so much that buckets hold several keys") {
  Random random("grid costs");
  for (const std::int32_t most : {2, 9, 1000, 30'000}) {
    const WorldGrid map = random_map(random, 40, 30, 4, most);
    const std::vector<PathQuery> queries = random_queries(random, map, 15);
    for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
      CAPTURE(most);
      check_shortest(map, connectivity, queries, find(backend, "astar", map, queries, values_of(connectivity)));
      check_shortest(map, connectivity, queries, find(backend, "dijkstra", map, queries, values_of(connectivity)));
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("ways are the same on every backend, and whatever memory searches have") {
  Random random("grid same ways");
  const WorldGrid map = random_map(random, 70, 70, 4);
  const std::vector<PathQuery> queries = random_queries(random, map, 60);
  for (const std::string& planner : all_planners) {
    const Paths expected = find(plainest(), planner, map, queries);
    for (const double megabytes : {0., 1e-6, 0.5}) {
      const Paths found = find(backend, planner, map, queries, {{"search_memory", megabytes}});
      CHECK(found.first == expected.first);
      CHECK(found.points == expected.points);
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("a way that bends more often than most is found whole") {
  const WorldGrid map = serpentine(81);
  const std::vector<PathQuery> queries{{map.center({0, 0}), map.center({80, 80})}, {map.center({80, 80}), map.center({0, 0})}};
  for (const std::string& planner : all_planners) {
    const Paths paths = find(backend, planner, map, queries);
    // There is room for 64 cells a query at first.
    CHECK(paths.way(0).size() + paths.way(1).size() > 2 * 64);
    check_shortest(map, Connectivity::eight, queries, paths);
  }
}

TEST_CASE("ways begin and end at the places that were asked for, by the centers of their cells") {
  const WorldGrid map = map_of({"...", ".@.", "..."});
  for (const std::string& planner : all_planners) {
    const Paths paths = find(plainest(), planner, map,
                             {{{0.1f, 0.2f}, {2.9f, 0.4f}},
                              {{0.1f, 0.2f}, {0.9f, 0.7f}},
                              {{0.5f, 0.5f}, {0.5f, 0.5f}},
                              {{1.5f, 1.5f}, {0.5f, 0.5f}},
                              {{0.5f, 0.5f}, {1.5f, 1.5f}},
                              {{0.5f, 0.5f}, {7, 0.5f}}});
    const auto way = [&](std::size_t q) { return std::vector<Vec2>(paths.way(q).begin(), paths.way(q).end()); };
    CHECK(way(0) == std::vector<Vec2>{{0.1f, 0.2f}, {0.5f, 0.5f}, {2.5f, 0.5f}, {2.9f, 0.4f}});
    CHECK(way(1) == std::vector<Vec2>{{0.1f, 0.2f}, {0.9f, 0.7f}});
    CHECK(way(2) == std::vector<Vec2>{{0.5f, 0.5f}, {0.5f, 0.5f}});
    for (const std::size_t q : {3u, 4u, 5u}) CHECK_FALSE(paths.is_solved(q));
  }
}

TEST_CASE("a diagonal step cuts no corner") {
  const WorldGrid map = map_of({"..", "@."});
  for (const std::string& planner : all_planners) {
    const Paths paths = find(plainest(), planner, map, {{map.center({0, 0}), map.center({1, 1})}});
    CHECK(paths.way(0).size() == 3);
    CHECK_FALSE(find(plainest(), planner, map_of({".@", "@."}), {{{0.5f, 1.5f}, {1.5f, 0.5f}}}).is_solved(0));
  }
}

TEST_CASE("the benchmark's problems have ways of the listed lengths") {
  for_each_benchmark_map([](const std::string& path) {
    const WorldGrid map{scenarios::read_moving_ai_map(path), {}, 1};
    std::vector<PathQuery> queries;
    std::vector<double> optimum;
    const std::vector<scenarios::PathProblem> problems = scenarios::read_moving_ai_scen(path + ".scen", map);
    for (std::size_t k = 0; k < problems.size(); k += 97) {
      queries.push_back({map.center({problems[k].start_x, problems[k].start_y}), map.center({problems[k].goal_x, problems[k].goal_y})});
      optimum.push_back(problems[k].optimal_length);
    }
    for (const std::string& planner : all_planners) {
      CAPTURE(planner);
      const Paths paths = find(plainest(), planner, map, queries);
      for (std::size_t q = 0; q < queries.size(); ++q) {
        REQUIRE(paths.is_solved(q));
        // tranquilpaths has lengths that are rounded to hundredths.
        CHECK(std::abs(length_of(map, Connectivity::eight, queries[q], paths.way(q)) - optimum[q]) <= 1e-4 * optimum[q] + 1e-2);
      }
    }
  });
}

TEST_CASE("what a planner over the grid cannot do is one clear line") {
  Random random("grid errors");
  const WorldGrid costly = random_map(random, 4, 4, 1000, 9);
  const auto error_of = [](const std::string& planner, const World& world) {
    return input_error([&] { planning::make_path_finder(plainest(), planner, {}, {})->prepare(world); });
  };
  CHECK(contains(error_of("jps", world_of(costly)), "jps: found cells of costs "));
  CHECK(contains(error_of("astar", World()), "planner 'astar': found a world without a grid, expected a map"));
  WorldGrid dear = map_of({"...."});
  dear.cost = {1, 1, 1'000'000'000, 1};
  CHECK(contains(error_of("dijkstra", world_of(dear)), "grid: cost: found 1000000000, expected at most 4492"));
  // Each step is short enough, but not the way.
  WorldGrid far = serpentine(41);
  far.cost.assign(far.passable.size(), 20'000);
  for (const std::string& planner : all_planners) {
    const auto finder = planning::make_path_finder(plainest(), planner, {}, {});
    finder->prepare(world_of(far));
    CHECK(finder->find(std::vector<PathQuery>{{far.center({0, 0}), far.center({40, 4})}}).is_solved(0));
    const std::string error = input_error([&] { finder->find(std::vector<PathQuery>{{far.center({0, 0}), far.center({40, 40})}}); });
    CAPTURE(error);
    CHECK(contains(error, planner + ": found a way longer than 6353501 cells of cost 1, expected a shorter one"));
  }
}

}  // namespace plethos::tests
