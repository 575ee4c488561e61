#include "algorithms/planning/grid/rtaa/rtaa_reference.hpp"
#include "tests/algorithms/planning/grid/ways/path_checks.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;
using planning::PathQuery;
using planning::Paths;
namespace reference = planning::reference;

ParameterValues rtaa_values(Connectivity connectivity, int lookahead) {
  ParameterValues values = values_of(connectivity);
  values["lookahead"] = lookahead;
  return values;
}

/// Returns the centers of the cells where a way begins, bends and ends.
std::vector<Vec2> bends_of(const WorldGrid& map, const std::vector<GridCell>& cells) {
  std::vector<Vec2> bends{map.center(cells[0])};
  for (std::size_t k = 1; k < cells.size(); ++k) {
    const bool goes_on = k + 1 < cells.size() && cells[k + 1].x - cells[k].x == cells[k].x - cells[k - 1].x &&
                         cells[k + 1].y - cells[k].y == cells[k].y - cells[k - 1].y;
    if (!goes_on) bends.push_back(map.center(cells[k]));
  }
  // A way within one cell is a line between the places of the query.
  if (bends.size() == 1) bends.push_back(bends[0]);
  return bends;
}

/// Checks that ways are those of the plain search, step by step, and that they are walkable and no shorter than the shortest.
void check_walks(const WorldGrid& map, Connectivity connectivity, int lookahead, const std::vector<PathQuery>& queries,
                 const Paths& paths) {
  REQUIRE(paths.count() == queries.size());
  reference::Rtaa plain(map, connectivity, lookahead);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const GridCell from = map.cell_at(queries[q].from), to = map.cell_at(queries[q].to);
    const double shortest = reference::shortest_lengths(map, connectivity, from)[map.index(to.x, to.y)];
    CAPTURE(q);
    REQUIRE(paths.is_solved(q) == std::isfinite(shortest));
    if (!paths.is_solved(q)) continue;
    const std::span<const Vec2> way = paths.way(q);
    CHECK(std::vector<Vec2>(way.begin(), way.end()) == bends_of(map, plain.walk(from, to).cells));
    const double length = length_in_cells(map, connectivity, queries[q], way);
    CHECK(std::isfinite(length));
    CHECK(length >= shortest * (1 - length_precision));
  }
}

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("rtaa walks as the plain search does, and misses only the goals that cannot be reached") {
  Random random("rtaa");
  for (const int lookahead : {1, 2, 3, 9, 60}) {
    for (const std::int32_t most_cost : {1, 7}) {
      const WorldGrid map = random_map(random, random.integer(1, 40), random.integer(1, 30), random.integer(2, 6), most_cost);
      const std::vector<PathQuery> queries = random_queries(random, map, 10);
      for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
        CAPTURE(lookahead);
        CAPTURE(most_cost);
        check_walks(map, connectivity, lookahead, queries, find_paths(backend, "rtaa", map, queries, rtaa_values(connectivity, lookahead)));
      }
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("rtaa finds shortest ways if it looks as far as there are cells, or if nothing is in the way") {
  Random random("rtaa shortest");
  for (const std::int32_t most_cost : {1, 30}) {
    const WorldGrid map = random_map(random, 25, 20, 3, most_cost);
    const std::vector<PathQuery> queries = random_queries(random, map, 15);
    for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
      check_shortest(map, connectivity, queries, find_paths(backend, "rtaa", map, queries, rtaa_values(connectivity, 500)));
    }
  }
  const WorldGrid open = random_map(random, 90, 70, 1'000'000'000);
  const std::vector<PathQuery> queries = random_queries(random, open, 15);
  for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
    for (const int lookahead : {1, 3, 500}) {
      check_shortest(open, connectivity, queries, find_paths(backend, "rtaa", open, queries, rtaa_values(connectivity, lookahead)));
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("rtaa finds the same ways whatever memory searches have, also those that need more than most") {
  static const WorldGrid map = dead_end();
  static const std::vector<PathQuery> queries{{map.center({20, 20}), map.center({40, 20})},
                                              {map.center({7, 14}), map.center({39, 28})},
                                              {map.center({35, 35}), map.center({39, 0})},
                                              {map.center({0, 0}), map.center({40, 40})},
                                              {map.center({37, 20}), map.center({39, 20})}};
  // The plain search takes its time.
  static const std::vector<std::vector<Vec2>> expected = [] {
    std::vector<std::vector<Vec2>> ways;
    for (const PathQuery& query : queries) {
      reference::Rtaa plain(map, Connectivity::eight, 3);
      ways.push_back(bends_of(map, plain.walk(map.cell_at(query.from), map.cell_at(query.to)).cells));
    }
    return ways;
  }();
  for (const double megabytes : {0., 1e-6, 0.5}) {
    ParameterValues values = rtaa_values(Connectivity::eight, 3);
    values["search_memory"] = megabytes;
    const auto finder = planning::make_path_finder(backend, "rtaa", {}, values);
    finder->prepare(world_of(map));
    // The second time the searches have the room that the first ones lacked.
    for (int time = 0; time < 2; ++time) {
      const Paths paths = finder->find(queries);
      for (std::size_t q = 0; q < queries.size(); ++q) {
        CAPTURE(q);
        CHECK(std::vector<Vec2>(paths.way(q).begin(), paths.way(q).end()) == expected[q]);
      }
    }
  }
}

TEST_CASE("rtaa learns that a way is too long") {
  WorldGrid far = serpentine(41);
  far.cost.assign(far.passable.size(), 20'000);
  const auto finder = planning::make_path_finder(plainest_backend(), "rtaa", {}, rtaa_values(Connectivity::eight, 500));
  finder->prepare(world_of(far));
  CHECK(finder->find(std::vector<PathQuery>{{far.center({0, 0}), far.center({40, 4})}}).is_solved(0));
  const std::string error = input_error([&] { finder->find(std::vector<PathQuery>{{far.center({0, 0}), far.center({40, 40})}}); });
  CAPTURE(error);
  CHECK(contains(error, "rtaa: found a way longer than 6353501 cells of cost 1, expected a shorter one"));
}

}  // namespace plethos::tests
