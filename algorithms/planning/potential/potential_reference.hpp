#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace plethos::planning::reference {

/// Solves equation 2 of Fischer, Silveira and Nedel 2009 by Gauss and Seidel, in double precision, until no value changes by more than
/// `tolerance`, or for `most_sweeps` over the map. Maps go row by row from the north; cells outside have the value 0. `bias`: epsilon times
/// the behavior vector, towards the east and the north. The equation is the same for p and for 1 - p.
inline std::vector<double> potential(std::int32_t width, std::int32_t height, const std::vector<std::uint8_t>& free,
                                     std::vector<double> values, double bias_x = 0, double bias_y = 0, double tolerance = 1e-13,
                                     int most_sweeps = 1000000) {
  const auto at = [&](std::int32_t x, std::int32_t y) {
    if (x < 0 || x >= width || y < 0 || y >= height) return 0.;
    return values[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
  };
  double change = 1;
  for (int sweep = 0; change > tolerance && sweep < most_sweeps; ++sweep) {
    change = 0;
    for (std::int32_t y = 0; y < height; ++y) {
      for (std::int32_t x = 0; x < width; ++x) {
        const std::size_t cell = static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
        if (free[cell] == 0) continue;
        const double east = at(x + 1, y), west = at(x - 1, y), north = at(x, y - 1), south = at(x, y + 1);
        const double value = (east + west + north + south) / 4 + ((east - west) * bias_x + (north - south) * bias_y) / 8;
        change = std::fmax(change, std::fabs(value - values[cell]));
        values[cell] = value;
      }
    }
  }
  return values;
}

}  // namespace plethos::planning::reference
