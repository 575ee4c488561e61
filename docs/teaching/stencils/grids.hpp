#pragma once

#include "docs/teaching/stencils/room.hpp"

namespace plethos::teaching {

/// At each free cell the sum over its edges of weight * (value - neighbor's value) is `source`. Cells that are not free have the value 0
/// here: what the given ones of the finest grid give is part of its source.
struct Grid {
  std::int32_t width = 0, height = 0;  ///< cells, with a border of cells that are not free
  std::vector<char> free;
  std::vector<double> values, source;
  std::vector<double> east, south;  ///< the weight of the edge to that neighbor, 0 if one of both is not free
  std::vector<double> walls;        ///< the sum of weights of edges to cells that are not free

  Grid(std::int32_t columns, std::int32_t rows) : width(columns), height(rows) {
    const auto cells = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
    free.assign(cells, 0);
    for (std::vector<double>* numbers : {&values, &source, &east, &south, &walls}) numbers->assign(cells, 0);
  }
  std::size_t cell(std::int32_t x, std::int32_t y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  }
  /// Returns the sum of all weights of a free cell's edges.
  double weights(std::size_t n) const { return east[n - 1] + east[n] + (south[n - static_cast<std::size_t>(width)] + south[n]) + walls[n]; }
  /// Returns what a free cell lacks to solve its equation, times the sum of its weights.
  double lacking(std::size_t n) const {
    const auto row = static_cast<std::size_t>(width);
    const double beside = east[n - 1] * values[n - 1] + east[n] * values[n + 1];
    const double ends = south[n - row] * values[n - row] + south[n] * values[n + row];
    return source[n] + (beside + ends) - weights(n) * values[n];
  }
};

/// Returns the equations of a room's free cells, and the values of these.
inline Grid grid_of(const Room& room) {
  Grid grid(room.width, room.height);
  const auto row = static_cast<std::size_t>(room.width);
  for (std::size_t n = 0; n < room.free.size(); ++n) {
    if (room.free[n] == 0) continue;
    grid.free[n] = 1;
    grid.values[n] = room.values[n];
    grid.east[n] = room.free[n + 1] != 0 ? 1 : 0;
    grid.south[n] = room.free[n + row] != 0 ? 1 : 0;
    for (const std::size_t beside : {n - 1, n + 1, n - row, n + row}) {
      if (room.free[beside] != 0) continue;
      grid.walls[n] += 1;
      grid.source[n] += room.values[beside];
    }
  }
  return grid;
}

/// Calls visit(coarse cell, fine cell, x, y) for each free cell; x and y say which one of a coarse cell's two times two it is.
template <class Visit>
void for_each_child(const Grid& fine, const Grid& coarse, const Visit& visit) {
  for (std::int32_t y = 1; y + 1 < fine.height; ++y) {
    for (std::int32_t x = 1; x + 1 < fine.width; ++x) {
      const std::size_t n = fine.cell(x, y);
      if (fine.free[n] != 0) visit(coarse.cell((x + 1) / 2, (y + 1) / 2), n, (x - 1) % 2, (y - 1) % 2);
    }
  }
}

/// Returns the grid whose cells are twice as wide. `edge`: what part of the sum of two edges between two coarse cells their edge weighs;
/// `wall`: what part is kept of the sum of edges to cells that are not free. The library takes 1/2 and 3/4.
inline Grid coarser(const Grid& fine, double edge, double wall) {
  Grid coarse((fine.width + 1) / 2 + 1, (fine.height + 1) / 2 + 1);
  for_each_child(fine, coarse, [&](std::size_t to, std::size_t n, std::int32_t x, std::int32_t y) {
    coarse.free[to] = 1;
    coarse.walls[to] += wall * fine.walls[n];
    // Edges within a coarse cell drop out: both of their ends get the same correction.
    if (x == 1) coarse.east[to] += edge * fine.east[n];
    if (y == 1) coarse.south[to] += edge * fine.south[n];
  });
  return coarse;
}

inline void relax(Grid& grid, int first_color) {
  for (const int color : {first_color, 1 - first_color}) {
    for (std::int32_t y = 1; y + 1 < grid.height; ++y) {
      for (std::int32_t x = 1 + (y + 1 + color) % 2; x + 1 < grid.width; x += 2) {
        const std::size_t n = grid.cell(x, y);
        if (grid.free[n] != 0) grid.values[n] += grid.lacking(n) / grid.weights(n);
      }
    }
  }
}

/// Makes the grids from the finest to one that relaxation alone solves.
inline std::vector<Grid> grids_of(const Room& room, double edge, double wall) {
  std::vector<Grid> grids{grid_of(room)};
  while ((grids.back().width - 2) * (grids.back().height - 2) > 16) grids.push_back(coarser(grids.back(), edge, wall));
  return grids;
}

/// A cycle V(2,2) from the k-th grid down and up again.
inline void cycle(std::vector<Grid>& grids, std::size_t k = 0) {
  Grid& fine = grids[k];
  if (k + 1 == grids.size()) {
    for (int sweep = 0; sweep < 10; ++sweep) relax(fine, sweep % 2);
    return;
  }
  for (int sweep = 0; sweep < 2; ++sweep) relax(fine, 0);
  Grid& coarse = grids[k + 1];
  for (std::vector<double>* numbers : {&coarse.values, &coarse.source}) numbers->assign(numbers->size(), 0);
  for_each_child(fine, coarse, [&](std::size_t to, std::size_t n, std::int32_t, std::int32_t) { coarse.source[to] += fine.lacking(n); });
  cycle(grids, k + 1);
  const auto row = static_cast<std::size_t>(coarse.width);
  for_each_child(fine, coarse, [&](std::size_t from, std::size_t n, std::int32_t x, std::int32_t y) {
    const double beside = coarse.values[x == 0 ? from - 1 : from + 1], next = coarse.values[y == 0 ? from - row : from + row];
    fine.values[n] += 0.5 * coarse.values[from] + 0.25 * (beside + next);
  });
  for (int sweep = 0; sweep < 2; ++sweep) relax(fine, 1);
}

}  // namespace plethos::teaching
