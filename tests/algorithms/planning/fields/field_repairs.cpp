#include <doctest/doctest.h>

#include "algorithms/planning/path_finder.hpp"
#include "tests/algorithms/planning/grid/ways/path_checks.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using planning::PathQuery;

/// Blocks the cells from (x, y) on, `wide` and `high` of them, in a map.
struct Block {
  std::int32_t x, y, wide, high;

  WorldGrid on(const WorldGrid& map) const {
    WorldGrid blocked = map;
    for (std::int32_t row = y; row < std::min(y + high, map.height); ++row) {
      for (std::int32_t column = x; column < std::min(x + wide, map.width); ++column) blocked.passable[map.index(column, row)] = 0;
    }
    return blocked;
  }
  /// Returns an obstacle of the same cells, to within a tenth of a cell.
  Polygon obstacle(const WorldGrid& map) const {
    const float margin = 0.4f * map.cell_size;
    const Vec2 first = map.center({x, y}), last = map.center({x + wide - 1, y + high - 1});
    const float left = first.x - margin, right = last.x + margin, top = first.y + margin, bottom = last.y - margin;
    return {{{left, bottom}, {right, bottom}, {right, top}, {left, top}}, true};
  }
};

Block random_block(Random& random, const WorldGrid& map) {
  return {random.integer(0, map.width - 1), random.integer(0, map.height - 1), random.integer(1, 9), random.integer(1, 9)};
}

/// Returns queries that share three goals.
std::vector<PathQuery> queries_to_three(Random& random, const WorldGrid& map) {
  std::vector<PathQuery> queries = random_queries(random, map, 18);
  for (std::size_t q = 3; q < queries.size(); ++q) queries[q].to = queries[q % 3].to;
  return queries;
}

/// Checks that ways are as long as those of a search that knows no fields.
void check_lengths(const WorldGrid& map, const std::vector<PathQuery>& queries, const ParameterValues& values,
                   const planning::Paths& ways) {
  ParameterValues shared = values;
  shared.erase("wave");
  const planning::Paths expected = find_paths(plainest_backend(), "dijkstra", map, queries, shared);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    REQUIRE(ways.is_solved(q) == expected.is_solved(q));
    if (ways.is_solved(q)) CHECK(ways.length(q) == doctest::Approx(expected.length(q)).epsilon(length_precision));
  }
}

std::uint64_t counted(const planning::PathFinder& finder, const std::string& name) {
  for (const planning::Counter& counter : finder.counters()) {
    if (counter.name == name) return counter.value;
  }
  return 0;
}

struct Case {
  std::string planner;
  ParameterValues values;
};

const std::vector<Case> repairing{
    {"wavefront", {}}, {"wavefront", {{"wave", 1}, {"connectivity", 0}}},  {"wavefront", {{"metric", 1}, {"order", 1}}},
    {"quadtree", {}},  {"quadtree", {{"connectivity", 0}, {"smooth", 0}}}, {"quadtree", {{"depth", 4}}}};

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("fields that are repaired as an obstacle moves give the ways of a finder made anew") {
  Random random("field paths follow");
  for (const Case& tried : repairing) {
    CAPTURE(tried.planner);
    const WorldGrid map = random_map(random, random.integer(33, 50), random.integer(20, 40), 12);
    const std::vector<PathQuery> queries = queries_to_three(random, map);
    const auto finder = planning::make_path_finder(backend, tried.planner, {}, tried.values);
    finder->prepare(world_of(map));
    finder->find(queries);
    std::uint64_t found = 0;
    for (int move = 0; move < 10; ++move) {
      CAPTURE(move);
      // Now and then it lies on a goal, or nowhere, or moves twice before anybody asks.
      Block block = random_block(random, map);
      if (random.once_in(5)) {
        const GridCell goal = map.cell_at(queries[static_cast<std::size_t>(random.integer(0, 2))].to);
        block.x = std::max(0, goal.x - 2);
        block.y = std::max(0, goal.y - 2);
      }
      World world = world_of(map);
      world.polygons.push_back(block.obstacle(map));
      if (random.once_in(7)) {
        world.polygons.clear();
        block.wide = 0;
      }
      CHECK(finder->follow(world, 0, 0));
      if (random.once_in(5)) continue;
      const planning::Paths ways = finder->find(queries);
      REQUIRE(planning::checksum(ways) ==
              planning::checksum(find_paths(plainest_backend(), tried.planner, block.on(map), queries, tried.values)));
      if (tried.planner == "wavefront" && tried.values.count("metric") == 0) check_lengths(block.on(map), queries, tried.values, ways);
      found += ways.points.size();
    }
    CHECK(found > 0);
    CHECK(counted(*finder, "repairs") > 0);
    CHECK(counted(*finder, "invalidated") > 0);
    CHECK(counted(*finder, "cells") > 0);
  }
}

PLETHOS_SCALAR_MATRIX_TEST("what cannot be repaired is built anew, and says so") {
  Random random("field paths anew");
  const WorldGrid map = random_map(random, 50, 40, 12);
  const std::vector<PathQuery> queries = queries_to_three(random, map);
  const Block block{20, 10, 8, 9};
  World world = world_of(map);
  world.polygons.push_back(block.obstacle(map));
  // Without fields nothing is there to be repaired, nor with fields that do not all fit at the same time, nor by a search.
  const std::vector<Case> cases{{"wavefront", {}}, {"quadtree", {}}, {"wavefront", {{"search_memory", 1e-6}}}, {"astar", {}}, {"pha", {}}};
  for (const Case& tried : cases) {
    CAPTURE(tried.planner);
    const auto finder = planning::make_path_finder(backend, tried.planner, {}, tried.values);
    finder->prepare(world_of(map));
    if (!tried.values.empty()) finder->find(queries);
    CHECK_FALSE(finder->follow(world, 0, 0));
    const std::uint64_t expected = planning::checksum(find_paths(plainest_backend(), tried.planner, block.on(map), queries, tried.values));
    CHECK(planning::checksum(finder->find(queries)) == expected);
    // Other goals need other fields.
    std::vector<PathQuery> back = queries;
    for (PathQuery& query : back) std::swap(query.from, query.to);
    CHECK(planning::checksum(finder->find(back)) ==
          planning::checksum(find_paths(plainest_backend(), tried.planner, block.on(map), back, tried.values)));
    World empty = world_of(map);
    finder->follow(empty, 0, 0);
    CHECK(planning::checksum(finder->find(queries)) ==
          planning::checksum(find_paths(plainest_backend(), tried.planner, map, queries, tried.values)));
  }
}

PLETHOS_SCALAR_MATRIX_TEST("an obstacle also blocks the cells that are nearer to it than a disc is wide") {
  WorldGrid map = map_of(std::vector<std::string>(20, std::string(30, '.')));
  World world = world_of(map);
  world.polygons.push_back(Block{10, 3, 4, 14}.obstacle(map));
  const std::vector<PathQuery> queries{{map.center({1, 10}), map.center({28, 10})}};
  const Block wider{9, 2, 6, 16};
  for (const std::string planner : {"wavefront", "quadtree", "astar"}) {
    const auto finder = planning::make_path_finder(backend, planner, {}, {});
    finder->prepare(world_of(map));
    finder->find(queries);
    finder->follow(world, 0, 0.9f);
    const WorldGrid blocked = wider.on(map);
    CHECK(planning::checksum(finder->find(queries)) == planning::checksum(find_paths(plainest_backend(), planner, blocked, queries)));
  }
}

PLETHOS_SCALAR_MATRIX_TEST("a world is divided into its cells, or into the leaves of its tree") {
  const WorldGrid map = map_of(std::vector<std::string>(32, std::string(32, '.')));
  const auto states = [&](const std::string& planner, const WorldGrid& world) {
    const auto finder = planning::make_path_finder(backend, planner, {}, {});
    finder->prepare(world_of(world));
    return finder->states();
  };
  const WorldGrid corner = Block{0, 0, 1, 1}.on(map);
  for (const std::string planner : {"wavefront", "astar", "jps"}) CHECK(states(planner, corner) == 32 * 32);
  CHECK(states("quadtree", map) == 1);
  // Three leaves on each of five levels, and the blocked cell.
  CHECK(states("quadtree", corner) == 3 * 5 + 1);
}

}  // namespace plethos::tests
