#pragma once

#include <span>

#include "docs/teaching/stencils/room.hpp"

namespace plethos::teaching {

/// Solves -u[k - 1] + diagonal * u[k] - u[k + 1] = right[k] for a line of unknowns, whose outer neighbors are 0. diagonal >= 2. `right`
/// becomes u, and `factor` is memory of at least as many elements. By Thomas: down the line each unknown is expressed by the next one, and
/// up again it is known. Cost: one pass down and one up, each of whose steps waits for the one before.
inline void solve_line(double diagonal, std::span<double> right, std::span<double> factor) {
  double last_factor = 0, last_right = 0;
  for (std::size_t k = 0; k < right.size(); ++k) {
    factor[k] = 1 / (diagonal - last_factor);
    right[k] = (right[k] + last_right) * factor[k];
    last_factor = factor[k];
    last_right = right[k];
  }
  for (std::size_t k = right.size(); k-- > 1;) right[k - 1] += factor[k - 1] * right[k];
}

/// Solves (r + H) u = (r - V) before in all lines of free cells, where H takes from twice a cell its neighbors in the line, and V those
/// across. No line needs another one's result. `along`: from a cell to the next one of its line, 1 or the width; `across`: the other one.
inline void solve_lines(double r, std::int32_t along, std::int32_t across, Room& room) {
  const Room before = room;
  std::vector<double> right, factor(room.values.size());
  for (std::int32_t begin = 0; begin < room.width * room.height; ++begin) {
    if (!room.is_free(begin) || room.is_free(begin - along)) continue;
    right.clear();
    std::int32_t n = begin;
    for (; room.is_free(n); n += along) right.push_back((r - 2) * before.at(n) + before.at(n - across) + before.at(n + across));
    right.front() += before.at(begin - along);
    right.back() += before.at(n);
    solve_line(2 + r, right, factor);
    for (std::size_t k = right.size(); k-- > 0;) room.at(n -= along) = right[k];
  }
}

/// Rows and then columns, with the same r: a step of Peaceman and Rachford's method.
inline void solve_rows_and_columns(double r, Room& room) {
  solve_lines(r, 1, room.width, room);
  solve_lines(r, room.width, 1, room);
}

/// Returns `count` numbers that follow each other by a constant factor, from what the slowest wave over `cells` cells of a line asks for to
/// what the fastest does.
inline std::vector<double> shifts(std::int32_t cells, int count) {
  const double slow = 2 - 2 * std::cos(3.141592653589793 / (cells + 1)), fast = 4 - slow;
  std::vector<double> r;
  for (int k = 0; k < count; ++k) r.push_back(slow * std::pow(fast / slow, (k + 0.5) / count));
  return r;
}

}  // namespace plethos::teaching
