#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "algorithms/planning/grid/search/grid_reference.hpp"
#include "algorithms/planning/path_finder.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {

/// Lengths are whole numbers of units whose diagonal is the square root of 2 to so much.
inline constexpr double length_precision = 1e-5;

inline ParameterValues values_of(planning::Connectivity connectivity) {
  return {{"connectivity", connectivity == planning::Connectivity::four ? 0 : 1}};
}

inline planning::Paths find_paths(const backends::Backend& backend, const std::string& planner, const WorldGrid& map,
                                  const std::vector<planning::PathQuery>& queries, const ParameterValues& values = {}) {
  const auto finder = planning::make_path_finder(backend, planner, {}, values);
  finder->prepare(world_of(map));
  const planning::Paths paths = finder->find(queries);
  CHECK(finder->bytes() > map.passable.size());
  return paths;
}

inline std::vector<planning::PathQuery> random_queries(Random& random, const WorldGrid& map, int count) {
  std::vector<planning::PathQuery> queries;
  const auto cell = [&] { return GridCell{random.integer(0, map.width - 1), random.integer(0, map.height - 1)}; };
  for (int q = 0; q < count; ++q) queries.push_back({map.center(cell()), map.center(cell())});
  return queries;
}

/// Returns the length of the way of a query in cells of cost 1, infinite if it is not walkable from the query's start to its end.
inline double length_in_cells(const WorldGrid& map, planning::Connectivity connectivity, const planning::PathQuery& query,
                              std::span<const Vec2> way) {
  std::vector<GridCell> cells;
  for (const Vec2 place : way) {
    cells.push_back(map.cell_at(place));
    if (map.center(cells.back()) != place) return std::numeric_limits<double>::infinity();
  }
  if (way.front() != query.from || way.back() != query.to) return std::numeric_limits<double>::infinity();
  return planning::reference::length_of_way(map, connectivity, cells);
}

/// Checks that queries have shortest ways, and those without a way none.
inline void check_shortest(const WorldGrid& map, planning::Connectivity connectivity, const std::vector<planning::PathQuery>& queries,
                           const planning::Paths& paths) {
  REQUIRE(paths.count() == queries.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const GridCell from = map.cell_at(queries[q].from);
    const GridCell to = map.cell_at(queries[q].to);
    const double shortest = planning::reference::shortest_lengths(map, connectivity, from)[map.index(to.x, to.y)];
    CAPTURE(q);
    REQUIRE(paths.is_solved(q) == std::isfinite(shortest));
    if (!paths.is_solved(q)) continue;
    CHECK(length_in_cells(map, connectivity, queries[q], paths.way(q)) == doctest::Approx(shortest).epsilon(length_precision));
  }
}

}  // namespace plethos::tests
