#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "algorithms/planning/grid/ways/way_list_words.hpp"

namespace plethos::planning {

/// A map cut into 16 x 16 tiles of nearly the same size, or into its cells where it has fewer columns or rows.
struct TileFrame {
  std::int32_t width = 1, height = 1;  ///< cells
  double per_column = 1, per_row = 1;  ///< tiles

  TileFrame() = default;
  TileFrame(std::int32_t columns, std::int32_t rows)
      : width(columns),
        height(rows),
        per_column(columns > tiles_a_side ? 1. * tiles_a_side / columns : 1.),
        per_row(rows > tiles_a_side ? 1. * tiles_a_side / rows : 1.) {}

  KOKKOS_INLINE_FUNCTION std::int32_t tile(std::int32_t x, std::int32_t y) const {
    return static_cast<std::int32_t>(y * per_row) * tiles_a_side + static_cast<std::int32_t>(x * per_column);
  }

  static constexpr std::int32_t tiles_a_side = 16;
  static_assert(tiles_a_side * tiles_a_side == 32 * way_tile_words);
};

/// A set of tiles: all of those that a way crosses. It may hold more.
struct WayTiles {
  std::uint32_t word[way_tile_words] = {};

  KOKKOS_INLINE_FUNCTION bool meets(const WayTiles& other) const {
    std::uint32_t both = 0;
    for (std::int32_t k = 0; k < way_tile_words; ++k) both |= word[k] & other.word[k];
    return both != 0;
  }
  KOKKOS_INLINE_FUNCTION void add(std::int32_t tile) { word[tile / 32] |= 1u << tile % 32; }
  KOKKOS_INLINE_FUNCTION void add_all() {
    for (std::uint32_t& bits : word) bits = ~0u;
  }
  KOKKOS_INLINE_FUNCTION void add_cell(const TileFrame& frame, std::int32_t cell) {
    add(frame.tile(cell % frame.width, cell / frame.width));
  }
  /// Adds the tiles of the rectangle that has two cells as corners, and of the cells around it. Cost: these tiles.
  KOKKOS_INLINE_FUNCTION void add_box(const TileFrame& frame, std::int32_t from, std::int32_t to) {
    const std::int32_t x = from % frame.width, y = from / frame.width, to_x = to % frame.width, to_y = to / frame.width;
    const auto low = [](std::int32_t a, std::int32_t b) { return Kokkos::max(Kokkos::min(a, b) - 1, 0); };
    const auto high = [](std::int32_t a, std::int32_t b, std::int32_t end) { return Kokkos::min(Kokkos::max(a, b) + 1, end - 1); };
    const std::int32_t first = frame.tile(low(x, to_x), low(y, to_y));
    const std::int32_t last = frame.tile(high(x, to_x, frame.width), high(y, to_y, frame.height));
    constexpr std::int32_t side = TileFrame::tiles_a_side;
    for (std::int32_t row = first / side; row <= last / side; ++row) {
      for (std::int32_t column = first % side; column <= last % side; ++column) add(row * side + column);
    }
  }
  /// Adds the tiles of a straight or diagonal leg between two cells. Cost: its cells.
  KOKKOS_INLINE_FUNCTION void add_leg(const TileFrame& frame, std::int32_t from, std::int32_t to) {
    const auto sign = [](std::int32_t difference) { return difference > 0 ? 1 : difference < 0 ? -1 : 0; };
    std::int32_t x = from % frame.width, y = from / frame.width;
    const std::int32_t to_x = to % frame.width, to_y = to / frame.width;
    std::int32_t last = frame.tile(x, y);
    add(last);
    while (x != to_x || y != to_y) {
      x += sign(to_x - x);
      y += sign(to_y - y);
      const std::int32_t tile = frame.tile(x, y);
      if (tile != last) add(tile);
      last = tile;
    }
  }
};

}  // namespace plethos::planning
