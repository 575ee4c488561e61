#include "algorithms/simulation/cell_costs.hpp"

#include <doctest/doctest.h>

#include "tests/algorithms/planning/grid/map/test_maps.hpp"

namespace plethos::tests {

TEST_CASE("changes of costs are the cells that cost something else, with the range of all costs, and others keep the grid of before") {
  Random random("cell costs");
  for (int repetition = 0; repetition < 20; ++repetition) {
    const auto given =
        std::make_shared<const WorldGrid>(random_map(random, random.integer(1, 8), random.integer(2, 8), 4, random.integer(1, 4)));
    WorldGrid expected = *given;
    expected.cost.resize(expected.passable.size(), 1);
    std::vector<std::int64_t> passable;
    for (std::size_t cell = 0; cell < expected.passable.size(); ++cell) {
      if (expected.passable[cell] != 0) passable.push_back(static_cast<std::int64_t>(cell));
    }
    if (passable.empty()) continue;
    const std::vector<std::int32_t> first = given->cost;
    std::shared_ptr<const WorldGrid> grid = given;
    simulation::CellCosts costs;
    const WorldGrid* own = nullptr;
    for (int step = 0; step < 30; ++step) {
      // Now and then all cells get a cost that none has had.
      const bool all = random.once_in(8);
      std::vector<std::pair<std::int64_t, std::int32_t>> named;
      for (std::int32_t k = random.integer(0, 5); k > 0 && !all; --k) {
        named.emplace_back(passable[static_cast<std::size_t>(random.integer(0, static_cast<std::int32_t>(passable.size()) - 1))],
                           random.integer(1, 9));
      }
      for (const std::int64_t cell : passable) {
        if (all) named.emplace_back(cell, 10 + step);
      }
      const WorldGrid before = expected;
      const CostChange refused = costs.find(named, *grid);
      const CostChange change = costs.find(named, *grid);
      CHECK(refused.cells.size() == change.cells.size());
      for (const auto& [cell, cost] : named) expected.cost[static_cast<std::size_t>(cell)] = cost;
      std::size_t k = 0;
      for (std::size_t cell = 0; cell < expected.cost.size(); ++cell) {
        if (expected.cost[cell] == before.cost[cell]) continue;
        REQUIRE(k < change.cells.size());
        CHECK(change.cells[k].cell == static_cast<std::int32_t>(cell));
        CHECK(change.cells[k].before == before.cost[cell]);
        CHECK(change.cells[k++].now == expected.cost[cell]);
      }
      REQUIRE(change.cells.size() == k);
      if (k > 0) {
        CHECK(change.range.least == cost_range(expected).least);
        CHECK(change.range.most == cost_range(expected).most);
      }
      costs.change(change.cells, grid);
      if (own == nullptr && k > 0) own = grid.get();
      CHECK(grid.get() == (own == nullptr ? given.get() : own));
      for (const std::int64_t cell : passable) {
        CHECK(grid->cost_at(static_cast<std::size_t>(cell)) == expected.cost[static_cast<std::size_t>(cell)]);
      }
    }
    CHECK(own != given.get());
    CHECK(given->cost == first);
  }
}

}  // namespace plethos::tests
