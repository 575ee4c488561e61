#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "algorithms/planning/grid/regions/regions_reference.hpp"
#include "tests/algorithms/planning/grid/ways/path_checks.hpp"

namespace plethos::tests {

inline const std::array<int, 4> block_sides{4, 8, 16, 32};

/// Returns the parameters of a planner over regions. `block` is a place in `block_sides`.
inline ParameterValues region_values(planning::Connectivity connectivity, std::size_t block, bool pulls) {
  ParameterValues values = values_of(connectivity);
  values["block"] = static_cast<double>(block);
  values["pull"] = pulls ? 1 : 0;
  return values;
}

/// Returns all cells of a way, step by step.
inline std::vector<GridCell> cells_of_way(const WorldGrid& map, std::span<const Vec2> way) {
  std::vector<GridCell> cells{map.cell_at(way.front())};
  const auto sign = [](std::int32_t difference) { return difference > 0 ? 1 : difference < 0 ? -1 : 0; };
  for (const Vec2 place : way) {
    for (const GridCell to = map.cell_at(place); cells.back() != to;) {
      const GridCell at = cells.back();
      cells.push_back({at.x + sign(to.x - at.x), at.y + sign(to.y - at.y)});
    }
  }
  return cells;
}

/// Returns the least length of ways between cells so far apart, in cells of cost 1.
inline double least_cells(planning::Connectivity connectivity, GridCell a, GridCell b) {
  const double across = std::abs(a.x - b.x), down = std::abs(a.y - b.y);
  if (connectivity == planning::Connectivity::four) return across + down;
  return std::max(across, down) + (std::numbers::sqrt2 - 1) * std::min(across, down);
}

/// Checks that a planner over regions finds a walkable way exactly where there is one, by all its ways of working, and returns the ways
/// that it finds as it is asked.
inline planning::Paths check_ways(const backends::Backend& backend, const std::string& planner, const WorldGrid& map,
                                  const std::vector<planning::PathQuery>& queries, const ParameterValues& values) {
  const auto connectivity = values.at("connectivity") == 0 ? planning::Connectivity::four : planning::Connectivity::eight;
  const planning::Paths paths = find_paths(backend, planner, map, queries, values);
  REQUIRE(paths.count() == queries.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const GridCell to = map.cell_at(queries[q].to);
    const double shortest = planning::reference::shortest_lengths(map, connectivity, map.cell_at(queries[q].from))[map.index(to.x, to.y)];
    CAPTURE(q);
    REQUIRE(paths.is_solved(q) == std::isfinite(shortest));
    if (!paths.is_solved(q)) continue;
    const double length = length_in_cells(map, connectivity, queries[q], paths.way(q));
    CHECK(std::isfinite(length));
    CHECK(length >= shortest * (1 - length_precision) - 1e-9);
  }
  return paths;
}

/// Checks that ways that are pulled tight are walkable and none is longer than before, and that they are shortest on open ground.
inline void check_pulled(const backends::Backend& backend, const std::string& planner, const WorldGrid& map,
                         const std::vector<planning::PathQuery>& queries, ParameterValues values) {
  const auto connectivity = values.at("connectivity") == 0 ? planning::Connectivity::four : planning::Connectivity::eight;
  const bool open = std::count(map.passable.begin(), map.passable.end(), 0) == 0 && map.cost.empty();
  values["pull"] = 0;
  const planning::Paths loose = find_paths(backend, planner, map, queries, values);
  values["pull"] = 1;
  const planning::Paths tight = check_ways(backend, planner, map, queries, values);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    if (!loose.is_solved(q)) continue;
    const double before = length_in_cells(map, connectivity, queries[q], loose.way(q));
    const double after = length_in_cells(map, connectivity, queries[q], tight.way(q));
    CAPTURE(q);
    CHECK(after <= before * (1 + length_precision));
    if (!open) continue;
    CHECK(after == doctest::Approx(least_cells(connectivity, map.cell_at(queries[q].from), map.cell_at(queries[q].to))));
  }
}

/// Does so on maps with and without costs, from dense to open ones.
inline void check_pulled(const backends::Backend& backend, const std::string& planner) {
  Random random(planner + " pulled");
  for (const std::int32_t blocked : {3, 12, 1'000'000}) {
    for (const std::int32_t most_cost : {1, 5}) {
      const WorldGrid map = random_map(random, 60, 50, blocked, most_cost);
      const std::vector<planning::PathQuery> queries = random_queries(random, map, 15);
      check_pulled(backend, planner, map, queries, region_values(planning::Connectivity::four, 1, true));
      check_pulled(backend, planner, map, queries, region_values(planning::Connectivity::eight, 1, true));
    }
  }
}

/// Checks that a planner finds the same ways on a backend as on the plainest one, whatever memory searches have, and a way that bends more
/// often than most.
inline void check_same_ways(const backends::Backend& backend, const std::string& planner) {
  Random random("same ways over regions");
  for (const WorldGrid& map : {random_map(random, 70, 60, 4, 5), serpentine(141)}) {
    std::vector<planning::PathQuery> queries = random_queries(random, map, 60);
    queries.push_back({map.center({0, 0}), map.center({map.width - 1, map.height - 1})});
    const planning::Paths expected = find_paths(plainest_backend(), planner, map, queries);
    for (const double megabytes : {0., 1e-6, 0.5}) {
      const planning::Paths found = find_paths(backend, planner, map, queries, {{"search_memory", megabytes}});
      CHECK(found.first == expected.first);
      CHECK(found.points == expected.points);
    }
  }
}

}  // namespace plethos::tests
