#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/world.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {

/// Returns a map in which every cell is blocked once in `blocked` times, with costs of up to `most_cost`.
inline WorldGrid random_map(Random& random, std::int32_t width, std::int32_t height, std::int32_t blocked, std::int32_t most_cost = 1) {
  WorldGrid map;
  map.width = width;
  map.height = height;
  map.origin = {-3, 2};
  map.cell_size = 0.5f;
  for (std::int32_t cell = 0; cell < width * height; ++cell) {
    map.passable.push_back(random.once_in(blocked) ? 0 : 1);
    if (most_cost > 1) map.cost.push_back(random.integer(1, most_cost));
  }
  return map;
}

/// Returns a map of these rows, in which '.' is passable.
inline WorldGrid map_of(const std::vector<std::string>& rows) {
  WorldGrid map;
  map.height = static_cast<std::int32_t>(rows.size());
  map.width = static_cast<std::int32_t>(rows[0].size());
  for (const std::string& row : rows) {
    for (const char letter : row) map.passable.push_back(letter == '.' ? 1 : 0);
  }
  return map;
}

/// Returns a map with one way, to and fro between walls, along every other one of `rows` rows, from the first cell to the last.
inline WorldGrid serpentine(std::int32_t rows) {
  std::vector<std::string> lines;
  for (std::int32_t row = 0; row < rows; ++row) {
    lines.push_back(std::string(static_cast<std::size_t>(rows), row % 2 == 0 ? '.' : '@'));
    if (row % 4 == 1) lines.back().back() = '.';
    if (row % 4 == 3) lines.back().front() = '.';
  }
  return map_of(lines);
}

/// Returns a map of a room that is open to the west. Who looks few cells ahead fills the room before leaving it for a place behind its
/// other wall.
inline WorldGrid dead_end() {
  constexpr std::int32_t side = 41;
  std::vector<std::string> rows(side, std::string(side, '.'));
  for (std::size_t k = 2; k <= side - 3; ++k) rows[2][k] = rows[side - 3][k] = rows[k][side - 3] = '@';
  return map_of(rows);
}

/// Returns a world that has this grid and no walls.
inline World world_of(const WorldGrid& map) { return {.grid = std::make_shared<const WorldGrid>(map)}; }

}  // namespace plethos::tests
