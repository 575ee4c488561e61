// The solutions that docs/teaching/stencils.md shows, and the numbers in them.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/planning/potential/checkerboard.hpp"
#include "docs/teaching/stencils/board.hpp"
#include "docs/teaching/stencils/grids.hpp"
#include "docs/teaching/stencils/lines.hpp"
#include "docs/teaching/stencils/relaxations.hpp"
#include "docs/teaching/stencils/small_numbers.hpp"

namespace plethos::tests {
namespace {

using teaching::CellOrder;
using teaching::Room;
using teaching::SmallNumber;
using teaching::Stencil;

constexpr double enough = 1e-6;
constexpr int most = 10'000;

/// Returns the sweeps with two copies that a room of n x n cells takes.
int sweeps_of_jacobi(std::int32_t n) {
  Room room = teaching::open_room(n);
  std::vector<double> next;
  return teaching::sweeps_until(room, {}, enough, most, [&] { teaching::sweep_two_copies({}, room, next); });
}
/// Returns those with one copy in an order.
int sweeps_of_order(Room room, const CellOrder& order, double over = 1, const Stencil& stencil = {}) {
  return teaching::sweeps_until(room, stencil, enough, most, [&] { teaching::sweep_one_copy(stencil, order, over, room); });
}
/// Returns those with one copy, in another order in each sweep.
int sweeps_of_chance(std::int32_t n, std::uint64_t seed) {
  Room room = teaching::open_room(n);
  return teaching::sweeps_until(room, {}, enough, most, [&] { teaching::sweep_one_copy({}, teaching::by_chance(room, ++seed), 1, room); });
}
/// Returns the steps along rows and columns, with so many shifts in turn.
int steps_of_lines(std::int32_t n, int count) {
  Room room = teaching::open_room(n);
  const std::vector<double> shifts = teaching::shifts(n, count);
  std::size_t step = 0;
  return teaching::sweeps_until(room, {}, enough, most, [&] { teaching::solve_rows_and_columns(shifts[step++ % shifts.size()], room); });
}
double residual(const teaching::Grid& grid) {
  double greatest = 0;
  for (std::size_t n = 0; n < grid.free.size(); ++n) {
    if (grid.free[n] != 0) greatest = std::max(greatest, 0.25 * std::abs(grid.lacking(n)));
  }
  return greatest;
}
int cycles_of(const Room& room, double edge, double wall) {
  std::vector<teaching::Grid> grids = teaching::grids_of(room, edge, wall);
  int cycles = 0;
  for (; cycles < 200 && residual(grids[0]) > enough; ++cycles) teaching::cycle(grids);
  return cycles;
}

/// Returns a corridor of n x 1 free cells with a goal at its eastern end.
Room corridor(std::int32_t n) {
  Room room(n + 2, 3);
  for (std::int32_t x = 1; x <= n; ++x) room.free[static_cast<std::size_t>(room.cell(x, 1))] = 1;
  room.at(room.cell(n + 1, 1)) = 1;
  return room;
}

/// Returns an open room with pillars of two times two cells, six cells apart.
Room pillars(std::int32_t n) {
  Room room = teaching::open_room(n);
  for (std::int32_t y = 1; y <= n; ++y) {
    for (std::int32_t x = 1; x <= n; ++x) {
      if (x % 8 >= 6 && y % 8 >= 6) room.free[static_cast<std::size_t>(room.cell(x, y))] = 0;
    }
  }
  return room;
}

/// Returns a room's values after relaxation, row by row, to a residual of 1e-10.
std::vector<double> plain_values(Room room) {
  const CellOrder order = teaching::by_rows(room);
  teaching::sweeps_until(room, {}, 1e-10, 100'000, [&] { teaching::sweep_one_copy({}, order, 1, room); });
  return room.values;
}
double greatest_difference(const Room& room, const std::vector<double>& a, const std::vector<double>& b) {
  double greatest = 0;
  for (std::size_t n = 0; n < a.size(); ++n) {
    if (room.free[n] != 0) greatest = std::max(greatest, std::abs(a[n] - b[n]));
  }
  return greatest;
}

template <class Number>
int sweeps_to_rest(const Room& room, std::vector<Number>& values) {
  int sweeps = 0;
  while (teaching::sweep_values(room, values) > 0) REQUIRE(++sweeps < most);
  return sweeps;
}

}  // namespace

TEST_CASE("sweeps of a room: two copies, rows, colors, chance and the best factor") {
  for (const auto& [n, two_copies, rows, colors, over_relaxed] :
       {std::tuple(9, 186, 94, 98, 22), std::tuple(19, 593, 291, 314, 40), std::tuple(39, 1709, 819, 921, 74),
        std::tuple(79, 4149, 1909, 2338, 135)}) {
    const Room room = teaching::open_room(n);
    CHECK(sweeps_of_jacobi(n) == two_copies);
    CHECK(sweeps_of_order(room, teaching::by_rows(room)) == rows);
    CHECK(sweeps_of_order(room, teaching::by_colors(room)) == colors);
    CHECK(sweeps_of_order(room, teaching::by_colors(room), teaching::best_over(n, 0, 0)) == over_relaxed);
  }
  CHECK(sweeps_of_chance(19, 0) == 376);
  CHECK(sweeps_of_chance(19, 1000) == 383);
}

TEST_CASE("cells in an order of chance have other values after 20 sweeps, and at the end as good as the same") {
  const Room room = teaching::open_room(19);
  const auto swept = [&](std::uint64_t seed, int sweeps) {
    Room copy = room;
    for (int sweep = 0; sweep < sweeps; ++sweep) teaching::sweep_one_copy({}, teaching::by_chance(room, ++seed), 1, copy);
    return copy.values;
  };
  CHECK(greatest_difference(room, swept(0, 20), swept(500, 20)) == doctest::Approx(0.0037).epsilon(0.02));
  CHECK(greatest_difference(room, swept(0, 1500), swept(500, 1500)) < 1e-14);
}

TEST_CASE("a residual is not an error") {
  Room room = teaching::open_room(19);
  const std::vector<double> end = plain_values(room);
  std::vector<double> next;
  teaching::sweeps_until(room, {}, enough, most, [&] { teaching::sweep_two_copies({}, room, next); });
  CHECK(teaching::residual(room) <= enough);
  CHECK(greatest_difference(room, room.values, end) > 50 * enough);
}

TEST_CASE("the formula's factor of over-relaxation is the best one, with drift and without") {
  for (const auto& [epsilon, best, sweeps, with_one] :
       {std::tuple(0., 1.73, 40, 314), std::tuple(1., 1.44, 27, 100), std::tuple(1.9, 1.14, 24, 41)}) {
    const Stencil stencil(epsilon, 0);
    const Room room = teaching::open_room(19);
    const CellOrder colors = teaching::by_colors(room);
    CHECK(teaching::best_over(19, epsilon, 0) == doctest::Approx(best).epsilon(0.005));
    CHECK(sweeps_of_order(room, colors, teaching::best_over(19, epsilon, 0), stencil) == sweeps);
    CHECK(sweeps_of_order(room, colors, 1, stencil) == with_one);
    for (int hundredths = 100; hundredths < 200; ++hundredths) {
      CHECK(sweeps_of_order(room, colors, 0.01 * hundredths, stencil) >= sweeps);
    }
  }
  const Room room = teaching::open_room(19);
  CHECK(sweeps_of_order(room, teaching::by_colors(room), 1.73, Stencil(1, 0)) == 70);
  CHECK(sweeps_of_order(room, teaching::by_colors(room), 1.73, Stencil(1.9, 0)) == 139);
  CHECK(sweeps_of_order(room, teaching::by_colors(room), 1.9) == 109);
  CHECK(sweeps_of_order(room, teaching::by_colors(room), 1.7) == 51);
  CHECK(sweeps_of_order(room, teaching::by_colors(room), 1.8) == 53);
}

TEST_CASE("with an odd stride all cells of a color have their neighbors at the same distances") {
  using Distances = std::set<std::array<std::int32_t, 4>>;
  CHECK(teaching::neighbor_distances(21, 21, 23, 0) == Distances{{0, -1, -12, 11}});
  CHECK(teaching::neighbor_distances(21, 21, 23, 1) == Distances{{1, 0, -11, 12}});
  for (std::int32_t stride = 21; stride < 40; ++stride) {
    for (const int color : {0, 1}) CHECK(teaching::neighbor_distances(21, 21, stride, color).size() == (stride % 2 == 1 ? 1 : 2));
  }
}

TEST_CASE("the library's board is one of these, and a local map takes as much room on it as the chapter says") {
  const planning::Checkerboard board(21, 21);
  CHECK(board.stride == 23);
  for (std::int32_t y = 1; y < 20; ++y) {
    for (std::int32_t x = 1; x < 20; ++x) {
      const std::int32_t n = board.number(x, y), other = (1 - 2 * (n & 1)) * board.size;
      CHECK((n & 1) == (x + y + 1) % 2);
      CHECK(board.element(n - 23) - board.element(n) == other - 12 + (n & 1));
      CHECK(board.element(n + 1) - board.element(n) == other + (n & 1));
    }
  }
  // Sixteen rows of 32 lanes a sweep.
  CHECK(2 * (board.end - board.first) == 16 * 32);
  // With the bits of free cells and of those that agents may cover, and room for alignment.
  CHECK(64 + 4 * board.elements() + 2 * board.elements() / 8 == 3872);
}

TEST_CASE("a line solved by Thomas solves its equations") {
  std::mt19937_64 engine(1);
  for (const std::size_t cells : {1u, 2u, 7u, 100u}) {
    for (const double diagonal : {2., 2.3, 6.}) {
      std::vector<double> right(cells), factor(cells);
      for (double& number : right) number = static_cast<double>(engine() % 1000) / 1000;
      std::vector<double> u = right;
      teaching::solve_line(diagonal, u, factor);
      for (std::size_t k = 0; k < cells; ++k) {
        const double before = k > 0 ? u[k - 1] : 0, after = k + 1 < cells ? u[k + 1] : 0;
        CHECK(diagonal * u[k] - before - after == doctest::Approx(right[k]).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("rows and columns in turn end at the values of relaxation, after fewer steps with several shifts") {
  for (const auto& [n, one, four, eight] :
       {std::tuple(15, 26, 12, 13), std::tuple(31, 49, 16, 16), std::tuple(63, 94, 20, 16), std::tuple(127, 184, 24, 23)}) {
    CHECK(steps_of_lines(n, 1) == one);
    CHECK(steps_of_lines(n, 4) == four);
    CHECK(steps_of_lines(n, 8) == eight);
  }
  for (const Room& begin : {teaching::open_room(15), pillars(15), corridor(9)}) {
    Room room = begin;
    for (int step = 0; step < 200; ++step) teaching::solve_rows_and_columns(1, room);
    CHECK(greatest_difference(room, room.values, plain_values(begin)) < 1e-6);
  }
}

TEST_CASE("cycles over grids end at the values of relaxation, and their number does not grow with the room") {
  for (const auto& [n, open, open_as_summed, open_all_walls, open_half_walls, with_pillars, pillars_half_walls] :
       {std::tuple(15, 5, 15, 7, 11, 5, 11), std::tuple(31, 4, 22, 7, 18, 6, 200), std::tuple(63, 5, 31, 7, 37, 7, 200),
        std::tuple(127, 5, 36, 6, 200, 7, 200)}) {
    CHECK(cycles_of(teaching::open_room(n), 0.5, 0.75) == open);
    CHECK(cycles_of(teaching::open_room(n), 1, 1) == open_as_summed);
    CHECK(cycles_of(teaching::open_room(n), 0.5, 1) == open_all_walls);
    CHECK(cycles_of(teaching::open_room(n), 0.5, 0.5) == open_half_walls);
    CHECK(cycles_of(pillars(n), 0.5, 0.75) == with_pillars);
    CHECK(cycles_of(pillars(n), 0.5, 0.5) == pillars_half_walls);
  }
  const Room open = teaching::open_room(127);
  CHECK(sweeps_of_order(open, teaching::by_colors(open)) == 3662);
  CHECK(sweeps_of_order(open, teaching::by_colors(open), teaching::best_over(127, 0, 0)) == 206);
  for (const Room& room : {teaching::open_room(31), pillars(31), corridor(9)}) {
    std::vector<teaching::Grid> grids = teaching::grids_of(room, 0.5, 0.75);
    for (int k = 0; k < 30; ++k) teaching::cycle(grids);
    CHECK(greatest_difference(room, grids[0].values, plain_values(room)) < 1e-6);
  }
}

TEST_CASE("floats end 78 cells from a goal, and small numbers do not") {
  for (const auto& [cells, zeros, sweeps] : {std::tuple(78, 0, 104), std::tuple(79, 1, 105), std::tuple(200, 122, 245)}) {
    const Room room = corridor(cells);
    auto floats = teaching::begin_values<float>(room, 0, 1);
    CHECK(sweeps_to_rest(room, floats) == 91);
    CHECK(teaching::lost_cells(room, floats).without_value == zeros);
    auto small = teaching::begin_values<SmallNumber>(room, {}, {1, 0});
    CHECK(sweeps_to_rest(room, small) == sweeps);
    const teaching::Lost lost = teaching::lost_cells(room, small);
    CHECK(lost.without_value + lost.without_way == 0);
    // 0.268 to the power of 200 is 2^-380.
    if (cells == 200) CHECK(small[static_cast<std::size_t>(room.cell(1, 1))].exponent == -6);
  }
}

TEST_CASE("values that only rise lead to the goal whenever one stops") {
  const Room room = teaching::open_room(40);
  auto rising = teaching::begin_values<SmallNumber>(room, {}, {1, 0}), falling = teaching::begin_values<SmallNumber>(room, {1, 0}, {1, 0});
  const std::vector<std::pair<int, int>> stops{{1, 576}, {5, 218}, {10, 24}, {20, 1}, {100, 1}};
  int sweeps = 0;
  for (const auto& [stop, without_way] : stops) {
    for (; sweeps < stop; ++sweeps) {
      teaching::sweep_values(room, rising);
      teaching::sweep_values(room, falling);
    }
    CHECK(teaching::lost_cells(room, rising).without_way == 0);
    CHECK(teaching::lost_cells(room, falling).without_way == without_way);
  }
  CHECK(teaching::lost_cells(room, rising).without_value == 0);
}

}  // namespace plethos::tests
