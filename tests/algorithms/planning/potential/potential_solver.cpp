#include "algorithms/planning/potential/potential_solver.hpp"

#include <cmath>
#include <functional>

#include "algorithms/planning/potential/potential_reference.hpp"
#include "backends/execution.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using planning::PotentialSolver;
using planning::Solver;

constexpr Solver solvers[] = {Solver::multigrid, Solver::adi, Solver::red_black, Solver::jacobi};
/// The residual that floats reach.
constexpr float enough = 2.5e-7f;

/// A map with values that are given at some cells.
struct Problem {
  std::int32_t width = 0, height = 0;
  std::vector<std::uint8_t> free;
  std::vector<float> values;
};

/// Returns the problem of a square of n x n cells, with a function's values where it says that a cell is not free. Coordinates go from 0 to
/// 1 between the middles of the first and the last cells.
Problem problem_of(std::int32_t n, const std::function<bool(double, double)>& is_free, const std::function<double(double, double)>& value) {
  Problem problem{n, n, {}, {}};
  for (std::int32_t row = 0; row < n; ++row) {
    for (std::int32_t column = 0; column < n; ++column) {
      const double x = 1. * column / (n - 1), y = 1. * row / (n - 1);
      problem.free.push_back(is_free(x, y) ? 1 : 0);
      problem.values.push_back(problem.free.back() != 0 ? 0.f : static_cast<float>(value(x, y)));
    }
  }
  return problem;
}

template <class Execution>
std::vector<float> solve(const Execution& execution, const Problem& problem, Solver solver) {
  PotentialSolver<Execution> potential;
  potential.make(problem.width, problem.height, solver);
  potential.set(problem.free, problem.values);
  const planning::Solved solved = potential.solve(execution, enough, 200000);
  CHECK(solved.residual <= enough);
  CHECK(potential.residual(execution) <= 2 * enough);
  return potential.values();
}

/// Returns the greatest error of free cells.
template <class Execution>
double error_of(const Execution& execution, std::int32_t n, Solver solver, const std::function<bool(double, double)>& is_free,
                const std::function<double(double, double)>& value) {
  const Problem problem = problem_of(n, is_free, value);
  const std::vector<float> values = solve(execution, problem, solver);
  double error = 0;
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    const auto column = static_cast<std::int32_t>(cell) % n, row = static_cast<std::int32_t>(cell) / n;
    error = std::fmax(error, std::fabs(values[cell] - value(1. * column / (n - 1), 1. * row / (n - 1))));
  }
  return error;
}

/// Checks that every solver has a quarter of the error, up to the part `tolerance`, where cells are half as wide as with n x n of them.
void check_second_order(const backends::Backend& backend, std::int32_t n, double tolerance,
                        const std::function<bool(double, double)>& is_free, const std::function<double(double, double)>& value) {
  backends::visit(backend, [&](const auto& execution) {
    for (const Solver solver : solvers) {
      CAPTURE(static_cast<int>(solver));
      const double coarse = error_of(execution, n, solver, is_free, value), fine = error_of(execution, 2 * n - 1, solver, is_free, value);
      CHECK(coarse < 0.01);
      CHECK(coarse / fine == doctest::Approx(4).epsilon(tolerance));
    }
  });
}

Problem random_problem(Random& random) {
  const WorldGrid map = random_map(random, random.integer(1, 90), random.integer(1, 70), random.integer(3, 9));
  Problem problem{map.width, map.height, map.passable, std::vector<float>(map.passable.size(), 0.f)};
  for (int k = 0; k < 3; ++k) {
    const auto cell = static_cast<std::size_t>(random.integer(0, map.width * map.height - 1));
    problem.free[cell] = 0;
    problem.values[cell] = 1;
  }
  return problem;
}

}  // namespace

PLETHOS_MATRIX_TEST("on a square the error falls with the square of a cell's side") {
  // Harmonic, with a wave along the northern side.
  const auto value = [](double x, double y) {
    return std::sin(3.14159265358979 * x) * std::sinh(3.14159265358979 * y) / std::sinh(3.14159265358979);
  };
  check_second_order(
      backend, 9, 0.1, [](double x, double y) { return x > 0 && x < 1 && y > 0 && y < 1; }, value);
}

PLETHOS_MATRIX_TEST("on an annulus the error falls with the square of a cell's side") {
  const auto from_middle = [](double x, double y) { return std::hypot(x - 0.5, y - 0.5); };
  const auto value = [&](double x, double y) { return std::log(std::fmax(from_middle(x, y), 0.05) / 0.45) / std::log(0.1 / 0.45); };
  const auto inside = [&](double x, double y) { return from_middle(x, y) > 0.1 && from_middle(x, y) < 0.45; };
  check_second_order(backend, 41, 0.3, inside, value);
}

PLETHOS_MATRIX_TEST("on random maps the values are those of a plain solver, between the least and the greatest given one") {
  Random random("potential solver");
  backends::visit(backend, [&](const auto& execution) {
    for (int round = 0; round < 6; ++round) {
      const Problem problem = random_problem(random);
      const std::vector<double> expected = planning::reference::potential(
          problem.width, problem.height, problem.free, std::vector<double>(problem.values.begin(), problem.values.end()));
      for (const Solver solver : solvers) {
        CAPTURE(static_cast<int>(solver));
        const std::vector<float> found = solve(execution, problem, solver);
        for (std::size_t cell = 0; cell < found.size(); ++cell) {
          REQUIRE(found[cell] == doctest::Approx(expected[cell]).epsilon(1e-4));
          REQUIRE(found[cell] >= -enough);
          REQUIRE(found[cell] <= 1 + enough);
          if (problem.free[cell] == 0) REQUIRE(found[cell] == problem.values[cell]);
        }
      }
    }
  });
}

PLETHOS_MATRIX_TEST("potentials have the bits of the serial scalar reference, after the same number of sweeps") {
  if (!backend.same_bits()) return;
  Random random("potential bits");
  for (int round = 0; round < 4; ++round) {
    const Problem problem = random_problem(random);
    for (const Solver solver : solvers) {
      CAPTURE(static_cast<int>(solver));
      const auto run = [&](const backends::Backend& on) {
        return backends::visit(on, [&](const auto& execution) {
          PotentialSolver<std::decay_t<decltype(execution)>> potential;
          potential.make(problem.width, problem.height, solver);
          potential.set(problem.free, problem.values);
          const planning::Solved solved = potential.solve(execution, 1e-4f, 200000);
          std::vector<float> result = potential.values();
          result.push_back(static_cast<float>(solved.sweeps));
          result.push_back(solved.residual);
          return result;
        });
      };
      CHECK(run(backend) == run(plainest_backend()));
    }
  }
}

PLETHOS_MATRIX_TEST("a solver begins with the values that it is given") {
  Random random("potential begins");
  backends::visit(backend, [&](const auto& execution) {
    Problem problem = problem_of(
        64, [](double x, double y) { return x > 0 && x < 1 && y > 0 && y < 1; }, [](double x, double) { return x; });
    const std::vector<float> once = solve(execution, problem, Solver::multigrid);
    for (std::size_t cell = 0; cell < once.size(); ++cell) problem.values[cell] = once[cell];
    PotentialSolver<std::decay_t<decltype(execution)>> potential;
    potential.make(64, 64, Solver::multigrid);
    potential.set(problem.free, problem.values);
    CHECK(potential.solve(execution, 2 * enough, 100).sweeps == 1);
  });
}

TEST_CASE("multigrid takes few cycles on rooms, mazes and open ground") {
  backends::visit(widest_backend(), [&](const auto& execution) {
    for (const WorldGrid& map : {serpentine(101), map_of(std::vector<std::string>(200, std::string(200, '.'))), dead_end()}) {
      Problem problem{map.width, map.height, map.passable, std::vector<float>(map.passable.size(), 0.f)};
      problem.free[0] = 0;
      problem.values[0] = 1;
      PotentialSolver<std::decay_t<decltype(execution)>> potential;
      potential.make(map.width, map.height, Solver::multigrid);
      potential.set(problem.free, problem.values);
      CHECK(potential.solve(execution, enough, 100).sweeps <= 12);
    }
  });
}

}  // namespace plethos::tests
