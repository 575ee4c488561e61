// The solutions that docs/teaching/irregular-work.md shows, and the numbers in them.

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "algorithms/planning/grid/search/search_slot.hpp"
#include "docs/teaching/irregular-work/count_reached.hpp"
#include "docs/teaching/irregular-work/query_order.hpp"
#include "docs/teaching/irregular-work/warp_steps.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

/// Returns the searches of exercise 2: as many of 1, 2, 4, ... steps, up to 1,024, on average.
std::vector<std::int32_t> searches_of_powers() {
  std::mt19937_64 engine(1);
  std::vector<std::int32_t> searches(8192);
  for (std::int32_t& steps : searches) steps = 1 << engine() % 11;
  return searches;
}

/// Returns how many cells so many steps reach, by looking at all cells again and again.
std::int32_t plain_count(const WorldGrid& map, std::int32_t from, std::int32_t steps) {
  std::vector<char> reached(map.passable.size(), 0);
  reached[static_cast<std::size_t>(from)] = 1;
  for (std::int32_t step = 0; step < steps; ++step) {
    const std::vector<char> before = reached;
    for (std::int32_t y = 0; y < map.height; ++y) {
      for (std::int32_t x = 0; x < map.width; ++x) {
        const auto beside = [&](std::int32_t column, std::int32_t row) {
          return column >= 0 && row >= 0 && column < map.width && row < map.height && before[map.index(column, row)] != 0;
        };
        const std::size_t cell = map.index(x, y);
        if (map.passable[cell] != 0 && (beside(x - 1, y) || beside(x + 1, y) || beside(x, y - 1) || beside(x, y + 1))) reached[cell] = 1;
      }
    }
  }
  return static_cast<std::int32_t>(std::count(reached.begin(), reached.end(), 1));
}

/// Returns the mean number of blocks in which 32 queries begin that follow each other.
double blocks_of_a_warp(const std::vector<teaching::CellQuery>& queries, const std::vector<std::int32_t>& order, std::int32_t block) {
  std::size_t blocks = 0;
  for (std::size_t begin = 0; begin < order.size(); begin += 32) {
    std::set<std::pair<std::int32_t, std::int32_t>> found;
    for (std::size_t k = begin; k < begin + 32; ++k) {
      const teaching::CellQuery& query = queries[static_cast<std::size_t>(order[k])];
      found.insert({query.from_x / block, query.from_y / block});
    }
    blocks += found.size();
  }
  return 32.0 * static_cast<double>(blocks) / static_cast<double>(order.size());
}

}  // namespace

TEST_CASE("a warp of two loops waits for the longest of its searches, and one of a single loop hardly waits") {
  CHECK(teaching::steps_of_two_loops({}) == 0);
  CHECK(teaching::steps_of_one_loop({}) == 0);
  std::vector<std::int32_t> searches(64, 10);
  searches[5] = 1000;
  CHECK(teaching::steps_of_two_loops(searches) == 1010);
  CHECK(teaching::steps_of_one_loop(searches) == 1000);
  searches.resize(33);
  CHECK(teaching::steps_of_two_loops(searches) == 1010);

  searches = searches_of_powers();
  const std::int64_t work = std::accumulate(searches.begin(), searches.end(), std::int64_t{0});
  CHECK(work == 1535311);
  CHECK(teaching::steps_of_two_loops(searches) == 257024);
  CHECK(teaching::steps_of_one_loop(searches) == 48589);
  std::sort(searches.begin(), searches.end(), std::greater());
  CHECK(teaching::steps_of_two_loops(searches) == 48750);
  CHECK(teaching::steps_of_one_loop(searches) == 47979);
}

TEST_CASE("a slot for searches takes as much memory as the chapter says") {
  const std::int64_t den520d = 256 * 257;
  CHECK(planning::SlotShape{den520d}.bytes() == 1069576);
  CHECK(planning::SlotShape{den520d, den520d}.bytes() == 1332744);
  CHECK(planning::SlotShape{512 * 512}.bytes() == 4211208);
  CHECK(planning::SlotShape{512 * 512, 512 * 512}.bytes() == 5259784);
}

TEST_CASE("queries in order are all queries, and those of a warp begin near each other") {
  CHECK(teaching::place_on_curve(0, 0) == 0);
  CHECK(teaching::place_on_curve(3, 0) == 5);
  CHECK(teaching::place_on_curve(0, 2) == 8);
  CHECK(teaching::place_on_curve(65535, 65535) == 0xffffffffu);

  std::mt19937_64 engine(1);
  const auto place = [&] { return static_cast<std::int32_t>(engine() % 256); };
  std::vector<teaching::CellQuery> queries(32768);
  for (teaching::CellQuery& query : queries) {
    query.from_x = place();
    query.from_y = place();
    query.to_x = place();
    query.to_y = place();
  }
  std::vector<std::int32_t> as_given(queries.size());
  std::iota(as_given.begin(), as_given.end(), 0);
  std::vector<std::int32_t> order = teaching::order_of(queries, 8);
  CHECK(blocks_of_a_warp(queries, as_given, 8) == doctest::Approx(31.5).epsilon(0.002));
  CHECK(blocks_of_a_warp(queries, order, 8) == doctest::Approx(1.976).epsilon(0.002));
  // Of those that begin in the same block, those follow each other that end near each other.
  for (std::size_t k = 1; k < order.size(); ++k) {
    const teaching::CellQuery& before = queries[static_cast<std::size_t>(order[k - 1])];
    const teaching::CellQuery& after = queries[static_cast<std::size_t>(order[k])];
    if (before.from_x / 8 != after.from_x / 8 || before.from_y / 8 != after.from_y / 8) continue;
    const auto end = [](const teaching::CellQuery& query) {
      return teaching::place_on_curve(static_cast<std::uint32_t>(query.to_x / 8), static_cast<std::uint32_t>(query.to_y / 8));
    };
    REQUIRE(end(before) <= end(after));
    if (end(before) == end(after)) REQUIRE(order[k - 1] < order[k]);
  }
  std::sort(order.begin(), order.end());
  CHECK(order == as_given);
}

PLETHOS_SCALAR_MATRIX_TEST("searches in slots count the same cells in any memory and any list, and as a plain count does") {
  Random random("count reached");
  for (const std::int32_t blocked : {3, 1000}) {
    const WorldGrid map = random_map(random, random.integer(20, 40), random.integer(20, 40), blocked);
    std::vector<std::int32_t> from;
    for (int q = 0; q < 50; ++q) {
      const std::int32_t cell = random.integer(0, map.width * map.height - 1);
      if (map.passable[static_cast<std::size_t>(cell)] != 0) from.push_back(cell);
    }
    for (const std::int32_t steps : {0, 1, 6}) {
      std::vector<std::int32_t> expected;
      for (const std::int32_t cell : from) expected.push_back(plain_count(map, cell, steps));
      backends::visit(backend, [&](const auto& execution) {
        const auto graph = planning::make_grid_graph(execution, map, planning::Connectivity::four);
        for (const std::uint64_t bytes : {0, 50000, 10000000}) {
          for (const std::int32_t room : {1, 5, 2000}) {
            CAPTURE(bytes);
            CAPTURE(room);
            CHECK(teaching::count_reached(execution, graph, from, steps, bytes, room) == expected);
          }
        }
        CHECK(teaching::count_reached(execution, graph, {}, steps, 0, 1).empty());
      });
    }
  }
}

}  // namespace plethos::tests
