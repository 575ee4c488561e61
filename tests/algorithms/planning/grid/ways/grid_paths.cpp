#include <cmath>

#include "algorithms/planning/grid/search/grid_reference.hpp"
#include "algorithms/planning/path_finder.hpp"
#include "scenarios/io/moving_ai.hpp"
#include "tests/algorithms/planning/grid/ways/path_checks.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;
using planning::PathQuery;
using planning::Paths;
namespace reference = planning::reference;

/// Those that find shortest ways.
const std::vector<std::string> all_planners{"astar", "dijkstra", "jps", "wavefront"};
/// Those and the one that finds some way by the same steps.
const std::vector<std::string> with_rtaa{"astar", "dijkstra", "jps", "rtaa", "wavefront"};

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
        check_shortest(map, connectivity, queries, find_paths(backend, planner, map, queries, values_of(connectivity)));
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
      for (const std::string planner : {"astar", "dijkstra", "wavefront"}) {
        check_shortest(map, connectivity, queries, find_paths(backend, planner, map, queries, values_of(connectivity)));
      }
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("what a planner claims at least is the map and one search at a time") {
  Random random("grid least bytes");
  const std::uint64_t cells = 70 * 50;
  for (const std::int32_t most_cost : {1, 9}) {
    const WorldGrid map = random_map(random, 70, 50, 4, most_cost);
    const std::vector<PathQuery> queries = random_queries(random, map, 5);
    for (const std::string planner : {"astar", "dijkstra", "jps", "pha", "gates"}) {
      if (planner == "jps" && most_cost > 1) continue;
      CAPTURE(planner);
      const auto finder = planning::make_path_finder(backend, planner, {}, {{"search_memory", 1e-6}});
      const std::uint64_t least = finder->least_bytes(world_of(map), 0);
      finder->prepare(world_of(map));
      finder->find(queries);
      CHECK(least <= finder->bytes());
      CHECK(least >= (most_cost > 1 ? 10 : planner == "jps" ? 5 : 6) * cells);
      if (planner == "astar" || planner == "dijkstra") CHECK(least == finder->bytes());
      CHECK(finder->least_bytes(world_of(map), 10) - least >= 10 * 64 * sizeof(std::int32_t));
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("ways are the same on every backend, and whatever memory searches have") {
  Random random("grid same ways");
  const WorldGrid map = random_map(random, 70, 70, 4);
  const std::vector<PathQuery> queries = random_queries(random, map, 60);
  for (const std::string& planner : with_rtaa) {
    const Paths expected = find_paths(plainest_backend(), planner, map, queries);
    for (const double megabytes : {0., 1e-6, 0.5}) {
      const Paths found = find_paths(backend, planner, map, queries, {{"search_memory", megabytes}});
      CHECK(found.first == expected.first);
      CHECK(found.points == expected.points);
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("ways are those of a new finder when one has been prepared for other maps before") {
  Random random("prepared again");
  for (const std::string planner : {"astar", "jps", "rtaa", "pha", "gates", "wavefront"}) {
    CAPTURE(planner);
    const auto finder = planning::make_path_finder(backend, planner, {}, {});
    std::int32_t width = 30, height = 20;
    for (int k = 0; k < 12; ++k) {
      if (random.once_in(2)) {
        width = random.integer(1, 60);
        height = random.integer(1, 40);
      }
      const WorldGrid map = random_map(random, width, height, random.integer(3, 9), planner == "jps" ? 1 : random.integer(1, 3));
      const std::vector<PathQuery> queries = random_queries(random, map, 10);
      finder->prepare(world_of(map));
      CHECK(planning::checksum(finder->find(queries)) == planning::checksum(find_paths(backend, planner, map, queries, {})));
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("a way that bends more often than most is found whole") {
  const WorldGrid map = serpentine(81);
  const std::vector<PathQuery> queries{{map.center({0, 0}), map.center({80, 80})}, {map.center({80, 80}), map.center({0, 0})}};
  for (const std::string& planner : all_planners) {
    const Paths paths = find_paths(backend, planner, map, queries);
    // There is room for 64 cells a query at first.
    CHECK(paths.way(0).size() + paths.way(1).size() > 2 * 64);
    check_shortest(map, Connectivity::eight, queries, paths);
  }
}

TEST_CASE("ways begin and end at the places that were asked for, by the centers of their cells") {
  const WorldGrid map = map_of({"...", ".@.", "..."});
  for (const std::string& planner : with_rtaa) {
    const Paths paths = find_paths(plainest_backend(), planner, map,
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
  for (const std::string& planner : with_rtaa) {
    const Paths paths = find_paths(plainest_backend(), planner, map, {{map.center({0, 0}), map.center({1, 1})}});
    CHECK(paths.way(0).size() == 3);
    CHECK_FALSE(find_paths(plainest_backend(), planner, map_of({".@", "@."}), {{{0.5f, 1.5f}, {1.5f, 0.5f}}}).is_solved(0));
  }
}

TEST_CASE("the benchmark's problems have ways of the listed lengths") {
  for_each_benchmark_map([](const std::string& path) {
    const scenarios::TerrainMap terrain = scenarios::read_moving_ai_map(path);
    const WorldGrid map{terrain, {}, 1};
    std::vector<PathQuery> queries;
    std::vector<double> optimum;
    const scenarios::ScenFile file = scenarios::read_moving_ai_scen(path + ".scen", terrain);
    // A file with problems that do not hold on its map is of another version of it, and so are its lengths.
    if (file.left_out.count() > 0) return;
    const std::vector<scenarios::PathProblem>& problems = file.problems;
    for (std::size_t k = 0; k < problems.size(); k += 97) {
      queries.push_back({map.center({problems[k].start_x, problems[k].start_y}), map.center({problems[k].goal_x, problems[k].goal_y})});
      optimum.push_back(problems[k].optimal_length);
    }
    for (const std::string& planner : all_planners) {
      CAPTURE(planner);
      const Paths paths = find_paths(plainest_backend(), planner, map, queries);
      for (std::size_t q = 0; q < queries.size(); ++q) {
        REQUIRE(paths.is_solved(q));
        // tranquilpaths has lengths that are rounded to hundredths.
        CHECK(std::abs(length_in_cells(map, Connectivity::eight, queries[q], paths.way(q)) - optimum[q]) <= 1e-4 * optimum[q] + 1e-2);
      }
    }
  });
}

TEST_CASE("a cell may be as dear as the page on searches says for the size of its map") {
  struct Size {
    std::int32_t width, height, most;
  };
  for (const auto [width, height, most] : {Size{4, 3, 320'903}, Size{256, 257, 4'378}, Size{512, 512, 2'193}}) {
    WorldGrid map = map_of(std::vector<std::string>(static_cast<std::size_t>(height), std::string(static_cast<std::size_t>(width), '.')));
    map.cost.assign(map.passable.size(), 1);
    map.cost[3] = most;
    const auto finder = planning::make_path_finder(plainest_backend(), "dijkstra", {}, {});
    finder->prepare(world_of(map));
    map.cost[3] = most + 1;
    CHECK(input_error([&] { finder->prepare(world_of(map)); }) == "grid: cost: found " + std::to_string(most + 1) + ", expected at most " +
                                                                      std::to_string(most) + " on a map of " + std::to_string(width) +
                                                                      " x " + std::to_string(height) + " cells");
  }
}

TEST_CASE("what a planner over the grid cannot do is one clear line") {
  Random random("grid errors");
  const WorldGrid costly = random_map(random, 4, 4, 1000, 9);
  const auto error_of = [](const std::string& planner, const World& world) {
    return input_error([&] { planning::make_path_finder(plainest_backend(), planner, {}, {})->prepare(world); });
  };
  CHECK(contains(error_of("jps", world_of(costly)), "jps: found cells of costs "));
  CHECK(contains(error_of("astar", World()),
                 "planner 'astar': found a world without a grid, expected a map (--map FILE.map), or [grid] in the "
                 "scenario's file"));
  WorldGrid dear = map_of({"...."});
  dear.cost = {1, 1, 1'000'000'000, 1};
  CHECK(contains(error_of("dijkstra", world_of(dear)), "grid: cost: found 1000000000, expected at most 4492"));
  // Each step is short enough, but not the way.
  WorldGrid far = serpentine(41);
  far.cost.assign(far.passable.size(), 20'000);
  for (const std::string& planner : all_planners) {
    const auto finder = planning::make_path_finder(plainest_backend(), planner, {}, {});
    finder->prepare(world_of(far));
    CHECK(finder->find(std::vector<PathQuery>{{far.center({0, 0}), far.center({40, 4})}}).is_solved(0));
    const std::string error = input_error([&] { finder->find(std::vector<PathQuery>{{far.center({0, 0}), far.center({40, 40})}}); });
    CAPTURE(error);
    const std::string cells = planner == "wavefront" ? "3176750" : "6353501";
    CHECK(contains(error, planner + ": found a way longer than " + cells + " cells of cost 1, expected a shorter one"));
  }
}

}  // namespace plethos::tests
