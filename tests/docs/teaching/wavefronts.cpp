// The solutions that docs/teaching/wavefronts.md shows, and the numbers in them.

#include <algorithm>
#include <functional>
#include <queue>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "docs/teaching/wavefronts/doubling.hpp"
#include "docs/teaching/wavefronts/probing_map.hpp"
#include "docs/teaching/wavefronts/rank_index.hpp"
#include "docs/teaching/wavefronts/repair.hpp"
#include "docs/teaching/wavefronts/sweeps.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using teaching::CostGrid;
using teaching::Front;

template <class MemorySpace>
CostGrid<MemorySpace> cost_grid(const GridMap& map) {
  std::vector<std::int32_t> costs;
  for (std::size_t cell = 0; cell < map.passable.size(); ++cell) costs.push_back(map.passable[cell] != 0 ? map.cost_at(cell) : 0);
  return {map.width, map.height, to_view<MemorySpace>("tests::costs", costs)};
}

template <class View>
std::vector<std::int32_t> numbers_of(const View& view) {
  const auto host = host_view(view);
  return {host.data(), host.data() + host.size()};
}

/// Returns the costs of the cheapest ways by Dijkstra's search.
std::vector<std::int32_t> dijkstra_field(const GridMap& map, std::int32_t goal) {
  using Entry = std::pair<std::int32_t, std::int32_t>;
  std::vector<std::int32_t> values(map.passable.size(), teaching::unreached);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  values[static_cast<std::size_t>(goal)] = 0;
  open.push({0, goal});
  while (!open.empty()) {
    const auto [value, cell] = open.top();
    open.pop();
    if (value > values[static_cast<std::size_t>(cell)]) continue;
    const GridCell at = map.cell(static_cast<std::size_t>(cell));
    for (const GridCell beside : {GridCell{at.x + 1, at.y}, {at.x, at.y + 1}, {at.x - 1, at.y}, {at.x, at.y - 1}}) {
      if (!map.is_passable(beside)) continue;
      const std::size_t other = map.index(beside.x, beside.y);
      if (value + map.cost_at(other) >= values[other]) continue;
      values[other] = value + map.cost_at(other);
      open.push({values[other], static_cast<std::int32_t>(other)});
    }
  }
  return values;
}

template <class MemorySpace>
Kokkos::View<std::int32_t*, MemorySpace> field_of_goal(const GridMap& map, std::int32_t goal) {
  std::vector<std::int32_t> values(map.passable.size(), teaching::unreached);
  values[static_cast<std::size_t>(goal)] = 0;
  return to_view<MemorySpace>("tests::values", values);
}

/// Asks both indices for every number.
template <class MemorySpace>
struct FindAll {
  teaching::ProbingMap<MemorySpace> map;
  teaching::RankIndex<MemorySpace> ranks;
  Kokkos::View<std::int32_t*, MemorySpace> by_map, by_rank;

  KOKKOS_FUNCTION void operator()(int k) const {
    // 0 stands for a free entry.
    by_map(k) = k == 0 ? -1 : map.find(static_cast<std::uint32_t>(k));
    by_rank(k) = ranks.find(static_cast<std::uint32_t>(k));
  }
};

template <class Test>
void on_plainest_backend(const Test& test) {
  backends::visit(plainest_backend(), test);
}

/// Returns the map of exercise 4: 100 x 100 cells, of which every fifth is blocked, of costs from 1 to 20. The first one is open.
GridMap hills() {
  std::mt19937_64 engine(1);
  GridMap map;
  map.width = map.height = 100;
  for (int cell = 0; cell < 100 * 100; ++cell) {
    map.passable.push_back(cell == 0 || engine() % 5 != 0 ? 1 : 0);
    map.cost.push_back(1 + static_cast<std::int32_t>(engine() % 20));
  }
  return map;
}

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("sweeps and fronts of the chapter find the fields of Dijkstra's search") {
  Random random("teaching fields");
  backends::visit(backend, [&](const auto& execution) {
    using MemorySpace = typename std::decay_t<decltype(execution)>::memory_space;
    for (const std::int32_t blocked : {3, 8, 1000}) {
      WorldGrid map = random_map(random, random.integer(1, 40), random.integer(1, 30), blocked, 9);
      map.passable[0] = 1;
      const std::vector<std::int32_t> expected = dijkstra_field(map, 0);
      const CostGrid<MemorySpace> grid = cost_grid<MemorySpace>(map);
      for (const bool two_buffers : {false, true}) {
        for (const std::int32_t batch : {1, 8}) {
          auto values = field_of_goal<MemorySpace>(map, 0);
          teaching::sweep_field(execution, grid, batch, 1 << 20, two_buffers, values);
          CHECK(numbers_of(values) == expected);
        }
      }
      for (const std::int32_t step : {1, 15, teaching::unreached}) {
        const Front<MemorySpace> front(grid);
        teaching::begin(0, front);
        teaching::advance(execution, step, front);
        CHECK(numbers_of(front.values) == expected);
      }
    }
  });
}

PLETHOS_SCALAR_MATRIX_TEST("with two buffers so many sweeps reach as many steps far, and the host may look late") {
  const WorldGrid map = serpentine(41);
  const std::vector<std::int32_t> expected = dijkstra_field(map, 0);
  backends::visit(backend, [&](const auto& execution) {
    using MemorySpace = typename std::decay_t<decltype(execution)>::memory_space;
    const CostGrid<MemorySpace> grid = cost_grid<MemorySpace>(map);
    for (const std::int32_t sweeps : {1, 2, 57, 880}) {
      auto values = field_of_goal<MemorySpace>(map, 0);
      teaching::sweep_field(execution, grid, 1, sweeps, true, values);
      const std::vector<std::int32_t> found = numbers_of(values);
      for (std::size_t cell = 0; cell < found.size(); ++cell) {
        CHECK(found[cell] == (expected[cell] <= sweeps ? expected[cell] : teaching::unreached));
      }
    }
    // 880 sweeps change something, and one finds that nothing does.
    for (const auto& [batch, sweeps] : {std::pair(1, 881), std::pair(2, 882), std::pair(7, 889), std::pair(8, 888), std::pair(100, 1000)}) {
      auto values = field_of_goal<MemorySpace>(map, 0);
      CHECK(teaching::sweep_field(execution, grid, batch, 1 << 20, true, values) == sweeps);
      CHECK(numbers_of(values) == expected);
    }
  });
}

TEST_CASE("on one thread a wave runs with the order of cells in one buffer, and not against it") {
  on_plainest_backend([](const auto& execution) {
    using MemorySpace = typename std::decay_t<decltype(execution)>::memory_space;
    const auto sweeps_from = [&](const GridMap& map, std::int32_t goal) {
      auto values = field_of_goal<MemorySpace>(map, goal);
      return teaching::sweep_field(execution, cost_grid<MemorySpace>(map), 1, 1 << 20, false, values);
    };
    const WorldGrid row = map_of({std::string(100, '.')});
    CHECK(sweeps_from(row, 0) == 2);
    CHECK(sweeps_from(row, 99) == 100);
    CHECK(sweeps_from(serpentine(41), 0) == 402);
    CHECK(sweeps_from(serpentine(41), 41 * 41 - 1) == 481);
  });
}

TEST_CASE("a front takes the cells of a serpentine once each, and one that waits for near cells lowers fewer") {
  on_plainest_backend([](const auto& execution) {
    using MemorySpace = typename std::decay_t<decltype(execution)>::memory_space;
    const auto work = [&](const GridMap& map, std::int32_t step) {
      const Front<MemorySpace> front(cost_grid<MemorySpace>(map));
      teaching::begin(0, front);
      const std::int32_t rounds = teaching::advance(execution, step, front);
      CHECK(numbers_of(front.values) == dijkstra_field(map, 0));
      return std::pair(rounds, element(front.state).lowered);
    };
    CHECK(work(serpentine(41), teaching::unreached) == std::pair(882, 881));
    // Every cell that can be reached once is as little as there can be: 7,967.
    for (const auto& [step, rounds, lowered] :
         {std::tuple(1, 2626, 7967), std::tuple(5, 851, 7967), std::tuple(20, 393, 8026), std::tuple(80, 260, 8773),
          std::tuple(320, 214, 11786), std::tuple(teaching::unreached, 208, 28818)}) {
      CHECK(work(hills(), step) == std::pair(rounds, lowered));
    }
    auto values = field_of_goal<MemorySpace>(hills(), 0);
    CHECK(teaching::sweep_field(execution, cost_grid<MemorySpace>(hills()), 1, 1 << 20, true, values) == 207);
    const std::vector<std::int32_t> found = numbers_of(values);
    CHECK(std::count(found.begin(), found.end(), teaching::unreached) == 10'000 - 7967);
  });
}

TEST_CASE("doubling lowers a row as one lane after the other does, in whole numbers") {
  Random random("doubling");
  int other = 0;
  for (int turn = 0; turn < 1000; ++turn) {
    teaching::Lanes<std::int32_t> values{}, step{};
    teaching::Lanes<float> float_values{}, float_step{};
    for (std::size_t lane = 0; lane < teaching::lanes; ++lane) {
      values[lane] = random.once_in(3) ? random.integer(0, 5000) : teaching::unreached;
      step[lane] = random.once_in(9) ? teaching::unreached : random.integer(1, 400);
      float_values[lane] = random.once_in(9) ? random.between(0, 1) : 1e30f;
      float_step[lane] = random.between(0, 1);
    }
    REQUIRE(teaching::along_row_by_doubling(values, step, teaching::unreached) == teaching::along_row(values, step));
    const auto found = teaching::along_row_by_doubling(float_values, float_step, 1e30f),
               plain = teaching::along_row(float_values, float_step);
    for (std::size_t lane = 0; lane < teaching::lanes; ++lane) REQUIRE(found[lane] == doctest::Approx(plain[lane]).epsilon(1e-5));
    other += found != plain ? 1 : 0;
  }
  // Floats are rounded, and a sum of them depends on the order.
  CHECK(other > 500);
}

TEST_CASE("sums of floats have other last digits in another order, and may not grow at all") {
  const float tenth = 0.1f, large = 16777216;
  CHECK((large + 1) + 1 != large + (1 + 1));
  CHECK(large + tenth == large);
}

PLETHOS_SCALAR_MATRIX_TEST("a repaired field is that of the changed grid, and only what led through the cell was taken back") {
  Random random("teaching repairs");
  backends::visit(backend, [&](const auto& execution) {
    using MemorySpace = typename std::decay_t<decltype(execution)>::memory_space;
    WorldGrid map = random_map(random, 40, 30, 5, 9);
    map.passable[0] = 1;
    const Front<MemorySpace> front(cost_grid<MemorySpace>(map));
    teaching::begin(0, front);
    teaching::advance(execution, 15, front);
    for (int turn = 0; turn < 60; ++turn) {
      // At times beside the goal, whose value nothing gives.
      const std::int32_t cell = turn % 6 == 0 ? 1 : random.integer(1, 40 * 30 - 1);
      const auto at = static_cast<std::size_t>(cell);
      map.passable[at] = random.once_in(2) ? 1 : 0;
      map.cost[at] = random.integer(1, 9);
      teaching::repair(execution, cell, map.passable[at] != 0 ? map.cost[at] : 0, 15, front);
      REQUIRE(numbers_of(front.values) == dijkstra_field(map, 0));
    }
  });
}

TEST_CASE("blocking a cell takes back what lies behind it in a serpentine, and little where there is another way") {
  on_plainest_backend([](const auto& execution) {
    using MemorySpace = typename std::decay_t<decltype(execution)>::memory_space;
    const auto lost = [&](const GridMap& map, std::int32_t cell) {
      const Front<MemorySpace> front(cost_grid<MemorySpace>(map));
      teaching::begin(0, front);
      teaching::advance(execution, 15, front);
      return teaching::repair(execution, cell, 0, 15, front);
    };
    // The way has 881 cells. The last cell of its first row has value 40.
    CHECK(lost(serpentine(41), 40) == 881 - 40);
    CHECK(lost(serpentine(41), 41 * 41 - 1) == 1);
    const WorldGrid open = map_of(std::vector<std::string>(41, std::string(41, '.')));
    // Cells in the same row have no other shortest way, those elsewhere have.
    CHECK(lost(open, 20) == 21);
    CHECK(lost(open, 20 * 41 + 20) == 1);
  });
}

PLETHOS_SCALAR_MATRIX_TEST("a probing map and a rank index find the same places, and the map says what did not fit") {
  std::mt19937_64 engine(1);
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t number = 1; number < 1u << 16; ++number) {
    if (engine() % 10 == 0) numbers.push_back(number);
  }
  backends::visit(backend, [&](const auto& execution) {
    using MemorySpace = typename std::decay_t<decltype(execution)>::memory_space;
    const teaching::RankIndex<MemorySpace> ranks = teaching::rank_index<MemorySpace>(numbers, 1u << 16);
    teaching::ProbingMap<MemorySpace> map;
    for (const auto& [room, looks, most, warp_steps] : {std::tuple(4096u, 10'358'238, 4096, 342'884), std::tuple(8192u, 19'718, 124, 3097),
                                                        std::tuple(16384u, 8726, 11, 773), std::tuple(32768u, 7389, 6, 489)}) {
      const teaching::InsertCost cost = teaching::insert_keys(execution, numbers, room, map);
      CHECK(cost.failed == (room == 4096 ? 2455 : 0));
      // Among threads it depends on who comes first.
      if (backend.name != "serial") continue;
      CHECK(cost.looks == looks);
      CHECK(cost.most == most);
      CHECK(cost.warp_most == warp_steps);
    }
    CHECK(numbers.size() == 6551);
    const Kokkos::View<std::int32_t*, MemorySpace> by_map("tests::by_map", 1 << 16), by_rank("tests::by_rank", 1 << 16);
    backends::for_each(execution, "tests::find_all", 1 << 16, FindAll<MemorySpace>{map, ranks, by_map, by_rank});
    execution.fence();
    std::vector<std::int32_t> expected(1 << 16, -1);
    for (std::size_t k = 0; k < numbers.size(); ++k) expected[numbers[k]] = static_cast<std::int32_t>(k);
    CHECK(numbers_of(by_map) == expected);
    CHECK(numbers_of(by_rank) == expected);
  });
}

}  // namespace plethos::tests
