#include "algorithms/planning/grid/map/near_cell.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "tests/harness/random.hpp"

namespace plethos::tests {

TEST_CASE("a place belongs to its own cell, or to the nearest passable one that it sees") {
  constexpr std::int32_t side = 11, most = 4;
  Random random("near_cell");
  int own = 0, seen = 0, beside = 0, none = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    CAPTURE(trial);
    std::vector<std::uint8_t> passable(side * side), visible(side * side);
    const std::int32_t rare = random.integer(1, 12);
    for (std::uint8_t& cell : passable) cell = random.once_in(rare) ? 1 : 0;
    for (std::uint8_t& cell : visible) cell = random.once_in(3) ? 1 : 0;
    const float x = random.between(0, side), y = random.between(0, side);
    const planning::ColumnRow home{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
    const auto is_passable = [&](std::int32_t column, std::int32_t row) {
      return column >= 0 && row >= 0 && column < side && row < side && passable[static_cast<std::size_t>(row * side + column)] != 0;
    };
    const auto sees = [&](std::int32_t column, std::int32_t row) { return visible[static_cast<std::size_t>(row * side + column)] != 0; };
    const auto squared = [&](std::int32_t column, std::int32_t row) {
      const float across = x - (static_cast<float>(column) + 0.5f), up = y - (static_cast<float>(row) + 0.5f);
      return across * across + up * up;
    };
    planning::ColumnRow found;
    const bool any = planning::near_cell(x, y, home, most, is_passable, sees, found);
    if (is_passable(home.column, home.row)) {
      ++own;
      CHECK((any && found.column == home.column && found.row == home.row));
      continue;
    }
    // The nearest that is seen up to `most` cells away, and the nearest of the cells around.
    float nearest = 1e9f, around = 1e9f;
    for (std::int32_t row = home.row - most; row <= home.row + most; ++row) {
      for (std::int32_t column = home.column - most; column <= home.column + most; ++column) {
        if (!is_passable(column, row)) continue;
        if (sees(column, row)) nearest = std::min(nearest, squared(column, row));
        if (std::max(std::abs(column - home.column), std::abs(row - home.row)) == 1) around = std::min(around, squared(column, row));
      }
    }
    const float expected = nearest < 1e9f ? nearest : around;
    CHECK(any == (expected < 1e9f));
    if (any) {
      CHECK(is_passable(found.column, found.row));
      CHECK(squared(found.column, found.row) == doctest::Approx(expected).epsilon(1e-5));
    }
    ++(nearest < 1e9f ? seen : any ? beside : none);
  }
  CHECK(std::min({own, seen, beside, none}) > 50);
}

TEST_CASE("a look around reaches past what a wall blocks") {
  CHECK(planning::near_cells(0, 1) == 3);
  CHECK(planning::near_cells(0.25f, 1) == 3);
  CHECK(planning::near_cells(0.25f, 0.1f) == 5);
  CHECK(planning::near_cells(1e9f, 0.1f) == 9);
}

}  // namespace plethos::tests
