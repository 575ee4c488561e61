#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace plethos::teaching {

/// Cells with values, row by row from the top. The cells at the border are never free, so a free cell has four neighbors.
struct Room {
  std::int32_t width = 0, height = 0;
  std::vector<char> free;  ///< whether a cell's value is to be found; the others keep theirs: 1 at goals, 0 at walls
  std::vector<double> values;

  Room(std::int32_t columns, std::int32_t rows)
      : width(columns), height(rows), free(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), 0), values(free.size(), 0) {}

  std::int32_t cell(std::int32_t x, std::int32_t y) const { return y * width + x; }
  bool is_free(std::int32_t n) const { return free[static_cast<std::size_t>(n)] != 0; }
  double& at(std::int32_t n) { return values[static_cast<std::size_t>(n)]; }
  double at(std::int32_t n) const { return values[static_cast<std::size_t>(n)]; }
};

/// Returns n x n free cells between walls. The three cells in the middle of the eastern wall are goals.
inline Room open_room(std::int32_t n) {
  Room room(n + 2, n + 2);
  for (std::int32_t y = 1; y <= n; ++y) {
    for (std::int32_t x = 1; x <= n; ++x) room.free[static_cast<std::size_t>(room.cell(x, y))] = 1;
  }
  for (std::int32_t k = -1; k <= 1; ++k) room.at(room.cell(n + 1, (n + 1) / 2 + k)) = 1;
  return room;
}

/// What the four neighbors weigh in a cell's value.
struct Stencil {
  double east = 0.25, west = 0.25, north = 0.25, south = 0.25;

  Stencil() = default;
  /// With drift: equation 2 of Fischer, Silveira and Nedel 2009, for epsilon times the behavior vector (x, y).
  Stencil(double x, double y) : east(0.25 + x / 8), west(0.25 - x / 8), north(0.25 + y / 8), south(0.25 - y / 8) {}

  /// Returns the value that solves the equation of a free cell.
  double solved(const Room& room, std::int32_t n) const {
    return (east * room.at(n + 1) + west * room.at(n - 1)) + (north * room.at(n - room.width) + south * room.at(n + room.width));
  }
};

/// Returns the greatest of the residuals of all free cells: |the value that solves the cell's equation - its value|.
inline double residual(const Room& room, const Stencil& stencil = {}) {
  double greatest = 0;
  for (std::int32_t n = 0; n < room.width * room.height; ++n) {
    if (room.is_free(n)) greatest = std::max(greatest, std::abs(stencil.solved(room, n) - room.at(n)));
  }
  return greatest;
}

}  // namespace plethos::teaching
