#pragma once

#include <random>
#include <utility>

#include "docs/teaching/stencils/room.hpp"

namespace plethos::teaching {

using CellOrder = std::vector<std::int32_t>;

/// Returns the free cells row by row.
inline CellOrder by_rows(const Room& room) {
  CellOrder order;
  for (std::int32_t n = 0; n < room.width * room.height; ++n) {
    if (room.is_free(n)) order.push_back(n);
  }
  return order;
}
/// Returns the red ones, whose column and row add up to an even number, before the black ones.
inline CellOrder by_colors(const Room& room) {
  CellOrder order = by_rows(room);
  std::stable_partition(order.begin(), order.end(), [&](std::int32_t n) { return (n % room.width + n / room.width) % 2 == 0; });
  return order;
}
/// Returns them as chance deals them, as threads do that nobody orders.
inline CellOrder by_chance(const Room& room, std::uint64_t seed) {
  CellOrder order = by_rows(room);
  std::mt19937_64 engine(seed);
  for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[engine() % k]);
  return order;
}

/// Gives each free cell the mean of its neighbors as they were before the sweep: two copies.
inline void sweep_two_copies(const Stencil& stencil, Room& room, std::vector<double>& next) {
  next = room.values;
  for (std::int32_t n = 0; n < room.width * room.height; ++n) {
    if (room.is_free(n)) next[static_cast<std::size_t>(n)] = stencil.solved(room, n);
  }
  std::swap(room.values, next);
}
/// Moves the cells one after the other by `over` times what they lack: one copy.
inline void sweep_one_copy(const Stencil& stencil, const CellOrder& order, double over, Room& room) {
  for (const std::int32_t n : order) room.at(n) += over * (stencil.solved(room, n) - room.at(n));
}

/// Calls sweep() until the residual is at most `enough`. Returns how many sweeps that took, or `most`.
template <class Sweep>
int sweeps_until(const Room& room, const Stencil& stencil, double enough, int most, const Sweep& sweep) {
  int sweeps = 0;
  for (; sweeps < most && residual(room, stencil) > enough; ++sweeps) sweep();
  return sweeps;
}

/// Returns the best factor for an open room of n x n cells, by Young's formula.
inline double best_over(std::int32_t n, double drift_x, double drift_y) {
  const auto part = [](double drift) { return std::sqrt(1 - 0.25 * drift * drift); };
  const double radius = 0.5 * std::cos(3.141592653589793 / (n + 1)) * (part(drift_x) + part(drift_y));
  return 2 / (1 + std::sqrt(1 - radius * radius));
}

}  // namespace plethos::teaching
