#pragma once

#include <cstddef>
#include <cstdint>

#include "core/lane/host_device.hpp"

namespace plethos::planning {

/// How the cells of a map lie in memory for relaxation: in two colors, like those of a checkerboard, each color in a row of its own. A cell
/// at column x and row y has the number n = (y + 1) * stride + x; the stride is odd, so that n's last bit is the color, and n / 2 the place
/// among the cells of that color. All four neighbors of a cell have the other color, and lie at distances from its own place that are the
/// same for all cells of a color. So a vector holds cells of one color that lie beside each other, and no element of it is wasted. There is
/// a column of cells outside between two rows, and a row of them above and below.
struct Checkerboard {
  static constexpr std::int32_t margin = 64;  ///< elements before the first place of a color

  std::int32_t width = 0, height = 0;  ///< cells
  std::int32_t stride = 1;             ///< from a cell to the one below
  std::int32_t first = 0, end = 0;     ///< all cells of the map have places in [first, end), a range of whole words of 32 cells
  std::int32_t size = 0;               ///< elements of a color, with margins: a multiple of 64

  constexpr Checkerboard() = default;
  PLETHOS_HOST_DEVICE constexpr Checkerboard(std::int32_t columns, std::int32_t rows)
      : width(columns), height(rows), stride((columns + 1) | 1) {
    first = stride / 2 / 32 * 32;
    end = (number(width - 1, height - 1) / 2 + 32) / 32 * 32;
    size = (margin + end + stride / 2 + 2 * 64) / 64 * 64;
  }

  PLETHOS_HOST_DEVICE constexpr std::int32_t number(std::int32_t x, std::int32_t y) const { return (y + 1) * stride + x; }
  /// Returns where the cell with a number lies in an array of elements(), and in which bit of which word of an array of words().
  PLETHOS_HOST_DEVICE constexpr std::int32_t element(std::int32_t n) const { return (n & 1) * size + margin + n / 2; }
  PLETHOS_HOST_DEVICE constexpr std::int32_t word(std::int32_t n) const { return element(n) / 32; }
  PLETHOS_HOST_DEVICE constexpr std::uint32_t bit(std::int32_t n) const { return 1u << (element(n) % 32); }
  /// Returns where the cell at place 0 of a color lies in an array of elements(), and where its western neighbor does. Its eastern neighbor
  /// comes behind that one, the northern one lies stride / 2 before the western one, and the southern one as far behind the eastern one.
  PLETHOS_HOST_DEVICE constexpr std::int32_t own(std::int32_t color) const { return color * size + margin; }
  PLETHOS_HOST_DEVICE constexpr std::int32_t west(std::int32_t color) const { return own(1 - color) - 1 + color; }

  std::size_t elements() const { return 2 * static_cast<std::size_t>(size); }
  std::size_t words() const { return elements() / 32; }
};

}  // namespace plethos::planning
