#pragma once

#include <array>
#include <cstdint>
#include <set>

namespace plethos::teaching {

/// Returns the distances from the places of a color's cells to those of their neighbors in the east, west, north and south, if the cell at
/// column x and row y has the number n = y * stride + x and the place n / 2 among the cells of its color: one set or several.
inline std::set<std::array<std::int32_t, 4>> neighbor_distances(std::int32_t columns, std::int32_t rows, std::int32_t stride,
                                                                std::int32_t color) {
  std::set<std::array<std::int32_t, 4>> found;
  for (std::int32_t y = 1; y + 1 < rows; ++y) {
    for (std::int32_t x = 1; x + 1 < columns; ++x) {
      if ((x + y) % 2 != color) continue;
      const std::int32_t n = y * stride + x;
      const auto distance = [n](std::int32_t neighbor) { return neighbor / 2 - n / 2; };
      found.insert({distance(n + 1), distance(n - 1), distance(n - stride), distance(n + stride)});
    }
  }
  return found;
}

}  // namespace plethos::teaching
