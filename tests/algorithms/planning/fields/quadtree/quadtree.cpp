#include "algorithms/planning/path_finder.hpp"
#include "backends/registry.hpp"
#include "tests/algorithms/planning/fields/exact_lines.hpp"
#include "tests/algorithms/planning/grid/ways/path_checks.hpp"
#include "tests/algorithms/planning/grid/ways/test_crowd.hpp"
#include "tests/harness/frames.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

using planning::HalfCell;
using planning::PathQuery;
using planning::Paths;

}  // namespace

TEST_CASE("a line is clear if it touches no blocked cell") {
  Random random("clear lines");
  int clear = 0;
  for (int turn = 0; turn < 40; ++turn) {
    const WorldGrid map = random_map(random, 12, 9, 12);
    planning::GridGraph<Kokkos::HostSpace> graph;
    graph.width = map.width;
    graph.height = map.height;
    graph.passable = to_view<Kokkos::HostSpace>("passable", map.passable);
    for (int k = 0; k < 400; ++k) {
      const HalfCell a{random.integer(1, 23), random.integer(1, 17)}, b{random.integer(1, 23), random.integer(1, 17)};
      const bool expected = !meets_blocked(map, a, b);
      REQUIRE(planning::is_clear_line(graph, a, b) == expected);
      clear += expected ? 1 : 0;
    }
  }
  CHECK(clear > 1000);
}

PLETHOS_SCALAR_MATRIX_TEST("ways over a tree of cells keep out of what is blocked, and exist where cells are joined") {
  Random random("quadtree ways");
  for (const std::int32_t blocked : {3, 6, 40}) {
    const WorldGrid map = random_map(random, random.integer(20, 90), random.integer(20, 60), blocked);
    const std::vector<PathQuery> queries = random_queries(random, map, 30);
    const GridRegions regions = connected_regions(map);
    const auto region = [&](Vec2 place) {
      const GridCell cell = map.cell_at(place);
      return regions.label[map.index(cell.x, cell.y)];
    };
    for (const bool smooth : {false, true}) {
      for (const int connectivity : {0, 1}) {
        const ParameterValues values{{"depth", 15}, {"smooth", smooth ? 1 : 0}, {"connectivity", connectivity}};
        const Paths paths = find_paths(backend, "quadtree", map, queries, values);
        CHECK(planning::checksum(paths) == planning::checksum(find_paths(plainest_backend(), "quadtree", map, queries, values)));
        ParameterValues by_sweeps = values;
        by_sweeps["wave"] = 1;
        CHECK(planning::checksum(paths) == planning::checksum(find_paths(backend, "quadtree", map, queries, by_sweeps)));
        const Paths unsmoothed =
            find_paths(backend, "quadtree", map, queries, {{"depth", 15}, {"smooth", 0}, {"connectivity", connectivity}});
        for (std::size_t q = 0; q < queries.size(); ++q) {
          const std::int32_t from = region(queries[q].from), to = region(queries[q].to);
          REQUIRE(paths.is_solved(q) == (from >= 0 && from == to));
          if (!paths.is_solved(q)) continue;
          const std::span<const Vec2> way = paths.way(q);
          CHECK(way.front() == queries[q].from);
          CHECK(way.back() == queries[q].to);
          REQUIRE_FALSE(meets_blocked(map, way));
          CHECK(paths.length(q) <= unsmoothed.length(q) * 1.00001);
        }
      }
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("agents follow fields over a quadtree around what moves, with the same bits everywhere") {
  std::vector<std::string> rows(64, std::string(64, '.'));
  for (std::size_t y = 0; y < 64; ++y) rows[y][40] = y == 10 || y == 11 || y == 50 || y == 51 ? '.' : '@';
  GridCrowd crowd = crowd_in(rows);
  crowd.world.goals = {{60, 32}};
  Random random("quadtree crowd");
  for (int k = 0; k < 60; ++k) {
    crowd.agents.push_back({.position = crowd.world.grid->center({2 + 3 * (k % 10), 5 + 9 * (k / 10)}), .radius = 0.25f, .goal_radius = 3});
  }
  // A box shuts the door in the north after two seconds.
  crowd.world.moving = {{.outline = {.vertices = {{40.1f, 52.1f}, {40.9f, 52.1f}, {40.9f, 53.9f}, {40.1f, 53.9f}}}, .from = 2}};
  const auto found = crowd.simulation(backend, "quadtree");
  const auto expected = crowd.simulation(plainest_backend(), "quadtree");
  found->advance(300);
  expected->advance(300);
  if (backend.same_bits()) CHECK(checksum_of(*found) == checksum_of(*expected));
  for (const char* name : {"repairs", "inserted", "removed", "updated", "quads", "renewed", "invalidated"}) {
    CHECK(counted(*found, name) == counted(*expected, name));
  }
  CHECK(counted(*found, "repairs") == 1);
  CHECK(counted(*found, "removed") + counted(*found, "updated") > 0);
  found->advance(1500);
  CHECK(found->arrived() == 60);
}

TEST_CASE("a quadtree refuses what it cannot do in one clear line") {
  Random random("quadtree errors");
  const auto error_of = [](const World& world) {
    return input_error([&] { planning::make_path_finder(plainest_backend(), "quadtree", {}, {})->prepare(world); });
  };
  CHECK(contains(error_of(world_of(random_map(random, 4, 4, 1000, 9))), "quadtree: found cells of costs "));
  CHECK(contains(error_of(World()), "planner 'quadtree': found a world without a grid, expected a map"));
  CHECK(contains(input_error([&] { planning::make_path_finder(plainest_backend(), "quadtree", {}, {{"depth", 20}}); }), "depth"));
  CHECK(contains(input_error([&] {
                   planning::make_path_finder(plainest_backend(), "quadtree", {}, {{"untraversable_from", 0}});
                 }),
                 "untraversable_from"));
  CHECK(contains(input_error([&] {
                   planning::make_path_finder(plainest_backend(), "quadtree", {}, {{"untraversable_from", 1.5}});
                 }),
                 "untraversable_from: found 1.5, expected"));
}

}  // namespace plethos::tests
