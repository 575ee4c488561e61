#include "algorithms/planning/fields/field_paths.hpp"

#include <algorithm>

#include "scenarios/maps/map_kinds.hpp"
#include "tests/algorithms/planning/fields/exact_lines.hpp"
#include "tests/algorithms/planning/grid/map/generated_map.hpp"
#include "tests/algorithms/planning/grid/ways/path_checks.hpp"

namespace plethos::tests {
namespace {

using planning::PathQuery;
using planning::Paths;

/// The planner quadtree takes no costs.
WorldGrid map_without_costs(Random& random, const std::string& kind) {
  const std::int32_t width = random.integer(30, 70), height = random.integer(30, 70);
  WorldGrid map{generated_map(random, kind, width, height), {-3, 2}, 0.5f};
  map.cost.clear();
  return map;
}

std::vector<PathQuery> queries_between_passable(Random& random, const WorldGrid& map) {
  std::vector<PathQuery> queries = random_queries(random, map, 100);
  const auto is_blocked = [&](Vec2 place) { return !map.is_passable(map.cell_at(place)); };
  std::erase_if(queries, [&](const PathQuery& query) { return is_blocked(query.from) || is_blocked(query.to); });
  queries.resize(std::min<std::size_t>(queries.size(), 20));
  return queries;
}

}  // namespace

TEST_CASE("ways of all planners over fields touch no blocked cell, on generated maps of every kind") {
  Random random("ways over fields");
  for (const scenarios::MapKind& kind : scenarios::map_kinds()) {
    CAPTURE(kind.name);
    const WorldGrid map = map_without_costs(random, kind.name);
    const std::vector<PathQuery> queries = queries_between_passable(random, map);
    for (const ParameterValues& values :
         {ParameterValues{{"wave", 0}, {"connectivity", 1}}, ParameterValues{{"wave", 1}, {"connectivity", 0}},
          ParameterValues{{"smooth", 1}, {"connectivity", 1}}, ParameterValues{{"smooth", 0}},
          ParameterValues{{"smooth", 1}, {"connectivity", 0}}}) {
      const std::string planner = values.count("wave") > 0 ? "wavefront" : "quadtree";
      CAPTURE(planner);
      for (const backends::BackendOptions& options : scalar_configurations()) {
        CAPTURE(name_of(options));
        const Paths paths = find_paths(backends::make_backend(options), planner, map, queries, values);
        int solved = 0;
        for (std::size_t q = 0; q < queries.size(); ++q) {
          if (!paths.is_solved(q)) continue;
          ++solved;
          REQUIRE_FALSE(meets_blocked(map, paths.way(q)));
        }
        CHECK(solved >= 3);
      }
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("ways that bend more often than most do are listed whole, beside others") {
  constexpr std::int32_t side = 120;
  std::vector<std::string> rows(side, std::string(side, '@'));
  for (std::size_t k = 0; k < side; ++k) {
    rows[k][k] = '.';
    if (k + 1 < side) rows[k][k + 1] = '.';
  }
  const WorldGrid map = map_of(rows);
  const auto step = [&](std::int32_t k) { return map.center({(k + 1) / 2, k / 2}); };
  constexpr std::int32_t last = 2 * side - 2;
  std::vector<PathQuery> queries;
  for (std::int32_t k = 0; k < last; k += 3) queries.push_back({step(k), step(last)});
  for (std::int32_t k = 0; k < last; k += 5) queries.push_back({step(k), step(k / 2)});
  const Paths paths = find_paths(backend, "wavefront", map, queries, {{"connectivity", 0}});
  REQUIRE(paths.way(0).size() == last + 1);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    CAPTURE(q);
    const std::span<const Vec2> way = paths.way(q);
    REQUIRE(way.size() >= 2);
    CHECK(way.front() == queries[q].from);
    CHECK(way.back() == queries[q].to);
    if (way.size() == 2) continue;
    for (std::size_t k = 1; k < way.size(); ++k) CHECK(length(way[k] - way[k - 1]) == 1);
  }
}

TEST_CASE("a query from or to a quad that nobody passes has no way, and is counted so") {
  // The south-eastern quad of four has a hole, where the goal lies.
  const WorldGrid map = map_of({"........", "........", "........", "........", "....@@@@", "....@..@", "....@..@", "....@@@@"});
  const std::vector<PathQuery> queries{
      {map.center({0, 0}), map.center({7, 0})}, {map.center({0, 0}), map.center({5, 5})}, {map.center({6, 6}), map.center({0, 0})}};
  for (const double depth : {1., 2., 3., 15.}) {
    CAPTURE(depth);
    // From depth 3 on the hole is open, but no way leads there.
    const Paths paths = find_paths(plainest_backend(), "quadtree", map, queries, {{"depth", depth}, {"untraversable_from", 0.5}});
    CHECK(paths.is_solved(0));
    CHECK_FALSE(paths.is_solved(1));
    CHECK(paths.is_solved(2) == (depth == 1));
  }
}

}  // namespace plethos::tests
