#include "algorithms/planning/potential/line_solver.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "algorithms/planning/potential/line_solver-inl.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"
#include "core/lane/scalar_row.hpp"

namespace plethos::planning {
namespace {

/// Returns parameters from small to great ones, as Peaceman and Rachford spread them between two bounds. The great ones come last because
/// they smooth: after them the greatest residual says how far the whole map is from its solution. The eigenvalues of H and V are between
/// 4 sin^2(pi / (2 (n + 1))) of a line of n cells, and 4. The lower bound here is that of a line half as long: the smoothest error falls
/// slower by it, but goals and walls in the open, which make H and V not commute, cost fewer sweeps.
std::vector<float> cycle_parameters(std::int32_t longest, std::int32_t count) {
  const double sine = std::sin(std::numbers::pi / (longest + 1)), least = 4 * sine * sine, greatest = 4;
  std::vector<float> parameters;
  for (std::int32_t j = 0; j < count; ++j) {
    parameters.push_back(static_cast<float>(least * std::pow(greatest / least, (2 * j + 1) / (2.0 * count))));
  }
  return parameters;
}

}  // namespace

/// Counts the free cells of a line's runs.
template <bool along_rows>
struct CountPlacesInRuns {
  LineArguments arguments;

  KOKKOS_FUNCTION void operator()(int line) const {
    const LineArrays& arrays = along_rows ? arguments.rows : arguments.columns;
    std::int32_t place = 0;
    for (std::int32_t k = 0; k < arrays.grid.length; ++k) {
      const std::int32_t n = along_rows ? arguments.board.number(k, line) : arguments.board.number(line, k);
      place = (arguments.free[arguments.board.word(n)] & arguments.board.bit(n)) != 0 ? place + 1 : 0;
      arrays.places[arrays.grid.element(line, k)] = place;
    }
  }
};

/// Copies values from the checkerboard, or back to it.
template <bool back>
struct CopyValues {
  LineArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const {
    const std::int32_t y = i / arguments.board.width, x = i - y * arguments.board.width;
    float& on_board = arguments.board_values[arguments.board.element(arguments.board.number(x, y))];
    float& on_line = arguments.values[arguments.columns.grid.element(x, y)];
    if (back) {
      on_board = on_line;
    } else {
      on_line = on_board;
    }
  }
};

template <LineWork work>
struct WorkOnCells {
  LineArguments arguments;

  static auto simd_entry(const backends::SimdTarget& target) { return lines_on_vectors<work>(target); }

  KOKKOS_FUNCTION void operator()(int item) const { scalar::LineKernel<ScalarRow>(arguments).template at<work>(item); }
};

/// A line is much work, and there are few of them: small blocks reach more threads, or more of a device's processors.
template <LineWork work>
struct WorkOnLines : WorkOnCells<work> {
  static constexpr int grain = backends::least_block;
  using launch_bounds = backends::Tuning::Lines;
};

template <class Execution>
void LineSolver<Execution>::make(const Checkerboard& board) {
  const LineGrid columns(board.height, board.width), rows(board.width, board.height);
  values_ = {"plethos::potential::values", columns.elements()};
  column_places_ = {"plethos::potential::places", columns.elements()};
  column_corrections_ = {"plethos::potential::corrections", columns.elements()};
  row_places_ = {"plethos::potential::places", rows.elements()};
  row_corrections_ = {"plethos::potential::corrections", rows.elements()};

  const std::int32_t longest = std::max(board.width, board.height);
  parameters_ = cycle_parameters(longest, cycle_sweeps);
  std::vector<float> factors;
  for (const float parameter : parameters_) {
    factors.push_back(0.f);
    for (std::int32_t place = 1; place <= longest; ++place) factors.push_back(1 / (2 + parameter - factors.back()));
  }
  factors_ = to_view<MemorySpace>("plethos::potential::factors", factors);

  arguments_ = {};
  arguments_.board = board;
  arguments_.values = values_.data();
  arguments_.columns = {columns, column_places_.data(), column_corrections_.data()};
  arguments_.rows = {rows, row_places_.data(), row_corrections_.data()};
}

template <class Execution>
void LineSolver<Execution>::begin(const Execution& execution, const Relaxation& equation) {
  const Checkerboard& board = arguments_.board;
  arguments_.board_values = equation.values;
  arguments_.free = equation.free;
  backends::for_each(execution, "plethos::potential::take_values", board.width * board.height, CopyValues<false>{arguments_});
  backends::for_each(execution, "plethos::potential::count_places", board.width, CountPlacesInRuns<false>{arguments_});
  backends::for_each(execution, "plethos::potential::count_places", board.height, CountPlacesInRuns<true>{arguments_});
}

template <class Execution>
void LineSolver<Execution>::cycle(const Execution& execution, std::int32_t sweeps) {
  const Checkerboard& board = arguments_.board;
  const LineGrid &columns = arguments_.columns.grid, &rows = arguments_.rows.grid;
  const std::size_t table = factors_.size() / parameters_.size();
  for (std::size_t j = 0; j < static_cast<std::size_t>(sweeps); ++j) {
    LineArguments now = arguments_;
    now.factors = factors_.data() + j * table;
    now.scale = 2 * parameters_[j];
    backends::for_each(execution, "plethos::potential::lack", columns.whole_lines() * columns.length, WorkOnCells<LineWork::lack>{now});
    backends::for_each(execution, "plethos::potential::solve_columns", columns.whole_lines(), WorkOnLines<LineWork::solve_columns>{{now}});
    backends::for_each(execution, "plethos::potential::turn", rows.whole_lines() * rows.whole_length(), WorkOnCells<LineWork::turn>{now});
    backends::for_each(execution, "plethos::potential::solve_rows", rows.whole_lines(), WorkOnLines<LineWork::solve_rows>{{now}});
    backends::for_each(execution, "plethos::potential::add", columns.whole_lines() * columns.whole_length(),
                       WorkOnCells<LineWork::add>{now});
  }
  backends::for_each(execution, "plethos::potential::give_values", board.width * board.height, CopyValues<true>{arguments_});
}

template <class Execution>
std::uint64_t LineSolver<Execution>::bytes() const {
  return 4 * (values_.size() + column_places_.size() + column_corrections_.size() + row_places_.size() + row_corrections_.size() +
              factors_.size());
}

PLETHOS_INSTANTIATE(LineSolver);

}  // namespace plethos::planning
