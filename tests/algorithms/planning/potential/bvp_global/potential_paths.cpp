#include "algorithms/planning/potential/bvp_global/potential_paths.hpp"

#include <cmath>

#include "core/grid_map.hpp"
#include "scenarios/maps/map_kinds.hpp"
#include "tests/algorithms/planning/fields/exact_lines.hpp"
#include "tests/algorithms/planning/grid/map/generated_map.hpp"
#include "tests/algorithms/planning/grid/ways/path_checks.hpp"

namespace plethos::tests {
namespace {

using planning::GoalField;
using planning::PathQuery;
using planning::Paths;

GoalField field_of(const WorldGrid& map, Vec2 goal) {
  const auto finder = planning::make_path_finder(plainest_backend(), "bvp-global", {}, {});
  finder->prepare(world_of(map));
  return finder->field(goal);
}

}  // namespace

TEST_CASE("ways down potentials lead to their goals wherever there is a way, and meet no blocked cell") {
  Random random("ways down potentials");
  for (const scenarios::MapKind& kind : scenarios::map_kinds()) {
    CAPTURE(kind.name);
    const WorldGrid map{generated_map(random, kind.name, random.integer(30, 60), random.integer(30, 60)), {-3, 2}, 0.5f};
    const std::vector<std::int32_t> region = connected_regions(map).label;
    const std::vector<PathQuery> queries = random_queries(random, map, 40);
    for (const double solver : {0., 1.}) {
      const Paths paths = find_paths(plainest_backend(), "bvp-global", map, queries, {{"solver", solver}});
      for (std::size_t q = 0; q < queries.size(); ++q) {
        const GridCell from = map.cell_at(queries[q].from), to = map.cell_at(queries[q].to);
        const auto region_at = [&](GridCell cell) {
          return map.is_passable(cell) ? region[static_cast<std::size_t>(map.index(cell.x, cell.y))] : -1;
        };
        const bool is_connected = region_at(from) >= 0 && region_at(from) == region_at(to);
        CHECK(paths.is_solved(q) == is_connected);
        if (!is_connected) continue;
        REQUIRE_FALSE(meets_blocked(map, paths.way(q)));
        CHECK(paths.way(q).front() == queries[q].from);
        CHECK(paths.way(q).back() == queries[q].to);
      }
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("ways down potentials have the same bits on every backend, also after an obstacle has moved") {
  Random random("bits of ways down potentials");
  const WorldGrid map{generated_map(random, "rooms", 50, 40), {0, 0}, 1};
  World world = world_of(map);
  const std::vector<PathQuery> queries = random_queries(random, map, 20);
  const auto answers = [&](const backends::Backend& on) {
    const auto finder = planning::make_path_finder(on, "bvp-global", {}, {});
    finder->prepare(world);
    std::vector<std::uint64_t> sums{planning::checksum(finder->find(queries))};
    World later = world;
    later.polygons.push_back({{{20.1f, 10.1f}, {22.9f, 10.1f}, {22.9f, 12.9f}, {20.1f, 12.9f}}});
    finder->follow(later, world.polygons.size(), 0);
    sums.push_back(planning::checksum(finder->find(queries)));
    return sums;
  };
  const std::vector<std::uint64_t> expected = answers(plainest_backend());
  CHECK(answers(backend) == expected);
  CHECK(expected[0] != expected[1]);
}

TEST_CASE("a way does not depend on what else is asked") {
  Random random("ways one by one");
  const WorldGrid map{generated_map(random, "rooms", 80, 80), {0, 0}, 1};
  const std::vector<PathQuery> queries = random_queries(random, map, 90);
  const Paths together = find_paths(plainest_backend(), "bvp-global", map, queries);
  for (std::size_t q = 0; q < queries.size(); q += 8) {
    const Paths alone = find_paths(plainest_backend(), "bvp-global", map, {queries[q]});
    REQUIRE(alone.way(0).size() == together.way(q).size());
    CHECK(std::equal(alone.way(0).begin(), alone.way(0).end(), together.way(q).begin()));
  }
}

TEST_CASE("a finder that gets a map of another size answers for that") {
  const auto finder = planning::make_path_finder(plainest_backend(), "bvp-global", {}, {});
  for (const std::size_t width : {12u, 30u}) {
    const WorldGrid map = map_of(std::vector<std::string>(8, std::string(width, '.')));
    finder->prepare(world_of(map));
    const PathQuery query{map.center({0, 0}), map.center({static_cast<std::int32_t>(width) - 1, 7})};
    const Paths paths = finder->find(std::span(&query, 1));
    REQUIRE(paths.is_solved(0));
    CHECK(paths.way(0).back() == query.to);
  }
}

TEST_CASE("in a corridor as wide as a cell a field grows by log2(2 + sqrt(3)) cells from cell to cell, however far") {
  const std::int32_t length = 400;
  WorldGrid map = map_of({std::string(static_cast<std::size_t>(length), '.')});
  map.cell_size = 2;
  const GoalField field = field_of(map, map.center({0, 0}));
  REQUIRE(field.cost.size() == static_cast<std::size_t>(length));
  CHECK(field.cost[0] == 0);
  // Twenty cells at a time: the values are straight between powers of two.
  for (std::size_t cell = 40; cell < 360; cell += 20) {
    CHECK((field.cost[cell + 20] - field.cost[cell]) / (20 * map.cell_size) == doctest::Approx(std::log2(2 + std::sqrt(3.))).epsilon(0.01));
  }
}

TEST_CASE("a field is infinite where no way leads, and there is none of a blocked place") {
  const WorldGrid map = map_of({"...@.", "...@.", "...@."});
  const GoalField field = field_of(map, map.center({1, 1}));
  REQUIRE(field.cost.size() == 15);
  CHECK(field.cost[6] == 0);
  CHECK(std::isinf(field.cost[3]));
  CHECK(std::isinf(field.cost[4]));
  CHECK(field.cost[0] > field.cost[1]);
  CHECK(field_of(map, map.center({3, 1})).is_empty());
}

}  // namespace plethos::tests
