#include "algorithms/planning/potential/line_solver.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "algorithms/planning/potential/potential_reference.hpp"
#include "algorithms/planning/potential/potential_solver.hpp"
#include "backends/execution.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

using planning::PotentialSolver;
using planning::Solved;
using planning::Solver;

constexpr float least_residual = 2.5e-7f;

/// A map, and the values of its cells: those that are not free keep them.
struct FixedCells {
  std::int32_t width, height;
  std::vector<std::uint8_t> free;
  std::vector<float> values;

  FixedCells(std::int32_t columns, std::int32_t rows)
      : width(columns), height(rows), free(static_cast<std::size_t>(columns * rows), 1), values(free.size(), 0.f) {}

  std::size_t cell(std::int32_t x, std::int32_t y) const { return static_cast<std::size_t>(y * width + x); }
  void fix(std::int32_t x, std::int32_t y, float value) {
    free[cell(x, y)] = 0;
    values[cell(x, y)] = value;
  }
};

/// One in `blocked` cells has the value 0, and five others values up to 1.
FixedCells random_fixed_cells(Random& random, std::int32_t width, std::int32_t height, std::int32_t blocked) {
  FixedCells problem(width, height);
  for (std::int32_t y = 0; y < height; ++y) {
    for (std::int32_t x = 0; x < width; ++x) {
      if (random.once_in(blocked)) problem.fix(x, y, 0.f);
    }
  }
  for (std::int32_t goal = 0; goal < 5; ++goal) {
    problem.fix(random.integer(0, width - 1), random.integer(0, height - 1), random.between(0.25f, 1.f));
  }
  return problem;
}

/// x^2 - y^2 around a square solves the discrete equation too.
FixedCells saddle(std::int32_t side) {
  FixedCells problem(side, side);
  const auto scale = static_cast<float>(side * side);
  for (std::int32_t y = 0; y < side; ++y) {
    for (std::int32_t x = 0; x < side; ++x) {
      if (std::min({x, y, side - 1 - x, side - 1 - y}) == 0) problem.fix(x, y, static_cast<float>(x * x - y * y) / scale);
    }
  }
  return problem;
}

struct Solution {
  Solved solved;
  std::vector<float> values;
};

Solution solution_of(const backends::Backend& backend, const FixedCells& problem, Solver method, std::int32_t most,
                     float residual = least_residual) {
  return backends::visit(backend, [&](const auto& execution) {
    PotentialSolver<std::decay_t<decltype(execution)>> solver;
    solver.make(problem.width, problem.height, method);
    solver.set(problem.free, problem.values);
    const Solved solved = solver.solve(execution, residual, most);
    return Solution{solved, solver.values()};
  });
}

/// Solves on the plainest backend.
Solution plainly(const FixedCells& problem, Solver method, std::int32_t most, float residual = least_residual) {
  return solution_of(backends::make_backend(all_configurations().front()), problem, method, most, residual);
}

template <class Values>
double greatest_difference(const std::vector<float>& found, const Values& expected) {
  double greatest = 0;
  for (std::size_t i = 0; i < found.size(); ++i) greatest = std::max(greatest, std::abs(found[i] - static_cast<double>(expected[i])));
  return greatest;
}

}  // namespace

PLETHOS_MATRIX_TEST("adi solves Laplace's equation on maps of every shape, with obstacles and several goals") {
  Random random("line solver");
  for (const std::int32_t blocked : {3, 8, 40, 1000}) {
    for (const auto& [most_width, most_height] : {std::pair{32, 32}, std::pair{32, 1}, std::pair{1, 32}}) {
      const FixedCells problem = random_fixed_cells(random, random.integer(1, most_width), random.integer(1, most_height), blocked);
      CAPTURE(blocked);
      CAPTURE(problem.width);
      CAPTURE(problem.height);
      const Solution found = solution_of(backend, problem, Solver::adi, 1000);
      CHECK(found.solved.residual <= least_residual);
      CHECK(found.solved.sweeps <= 80);
      const std::vector<double> given(problem.values.begin(), problem.values.end());
      // On a square of n x n cells a residual makes an error of at most 0.3 n^2 times itself.
      CHECK(greatest_difference(found.values, planning::reference::potential(problem.width, problem.height, problem.free, given)) < 1e-4);
    }
  }
}

PLETHOS_MATRIX_TEST("adi has the same bits on every backend, whatever it began with and however few sweeps it does") {
  Random random("line solver's bits");
  for (const std::int32_t most : {1, 13, 40}) {
    FixedCells problem = random_fixed_cells(random, random.integer(1, 130), random.integer(1, 130), 7);
    for (std::size_t i = 0; i < problem.free.size(); ++i) {
      if (problem.free[i] != 0) problem.values[i] = random.between(0.f, 1.f);
    }
    CAPTURE(problem.width);
    CAPTURE(problem.height);
    const Solution found = solution_of(backend, problem, Solver::adi, most, 0.f), expected = plainly(problem, Solver::adi, most, 0.f);
    CHECK(found.solved.sweeps == most);
    CHECK(found.solved.residual == expected.solved.residual);
    CHECK(found.values == expected.values);
    for (std::size_t i = 0; i < problem.free.size(); ++i) {
      if (problem.free[i] == 0) REQUIRE(found.values[i] == problem.values[i]);
    }
  }
}

PLETHOS_MATRIX_TEST("adi finds x^2 - y^2 from its values around a square") {
  const FixedCells problem = saddle(64);
  const Solution found = solution_of(backend, problem, Solver::adi, 1000);
  CHECK(found.solved.residual <= least_residual);
  std::vector<double> expected;
  for (std::int32_t y = 0; y < 64; ++y) {
    for (std::int32_t x = 0; x < 64; ++x) expected.push_back((x * x - y * y) / 4096.);
  }
  CHECK(greatest_difference(found.values, expected) < 5e-6);
}

TEST_CASE("adi takes far fewer sweeps than red-black relaxation") {
  FixedCells open(96, 96);
  open.fix(30, 24, 1.f);
  const FixedCells square = saddle(64);
  for (const FixedCells* problem : {&square, &std::as_const(open)}) {
    const std::int32_t sweeps = plainly(*problem, Solver::adi, 10000).solved.sweeps;
    CHECK(sweeps <= 60);
    CHECK(40 * sweeps < plainly(*problem, Solver::red_black, 10000).solved.sweeps);
  }
}

}  // namespace plethos::tests
