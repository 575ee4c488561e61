#pragma once

#include <cstddef>
#include <cstdint>

#include "algorithms/planning/potential/checkerboard.hpp"
#include "backends/simd/targets.hpp"
#include "core/lane/host_device.hpp"

namespace plethos::planning {

/// The side in cells of the tiles that far values are computed in.
inline constexpr std::int32_t potential_tile = 32;

/// How the cells of a tile lie in memory while they are computed: with one more on each side, of the tiles around. Cells that are computed
/// have places in some words of 32 of each color.
PLETHOS_HOST_DEVICE constexpr Checkerboard far_board() { return {potential_tile + 2, potential_tile + 2}; }
inline constexpr std::int32_t first_far_word = far_board().number(1, 1) / 64;
inline constexpr std::int32_t far_words = far_board().number(potential_tile, potential_tile) / 64 + 1 - first_far_word;

/// A value is mantissa * 2^(64 * exponent), with a mantissa of at least 2^-32 and an exponent of at most 0. So values far from a goal do
/// not vanish: along a corridor of one cell's width each is 0.27 of the one before, and after 80 cells a float would be 0. A value of 0 has
/// the exponent `no_exponent`.
inline constexpr std::int32_t no_exponent = -(1 << 20);
inline constexpr float exponent_base = 18446744073709551616.f;  ///< 2^64
inline constexpr float least_mantissa = 1.f / 4294967296.f;     ///< 2^-32

/// The key of a tile that has nothing to do.
inline constexpr std::int32_t at_rest = -(1 << 30);

/// A round takes tiles whose values are down to 2^-16 of the greatest that may rise.
inline constexpr std::int32_t powers_at_once = 16;

/// How far the relaxing of a field's far values has come. A round takes the tiles whose keys are not below its threshold: what lies further
/// from the goal would rise again and again until the values before it are at rest. Three rounds share the numbers, so that none waits for
/// them to be cleared.
struct FarState {
  static constexpr std::int32_t turns = 3;

  std::int32_t greatest[turns] = {at_rest, at_rest, at_rest};  ///< of each turn of rounds: key of the tiles that it may take; or at_rest
  std::int32_t worked = 0;                                     ///< counts the tiles that were worked on

  /// Returns the threshold of the rounds of a turn.
  PLETHOS_HOST_DEVICE constexpr std::int32_t threshold(std::int32_t turn) const {
    return greatest[turn] > at_rest ? greatest[turn] - powers_at_once : at_rest + 1;
  }
};

/// Values of some fields over a map, each row by row from the top, and filled up to whole tiles with cells that are not free.
struct ScaledFields {
  std::int32_t width = 0, height = 0;  ///< cells
  std::int32_t columns = 0, rows = 0;  ///< tiles
  std::int32_t fields = 0;
  float* mantissas = nullptr;
  std::int32_t* exponents = nullptr;
  std::uint32_t* far = nullptr;  ///< of each field, tile, color and word of far_board(): the bits of cells whose values are to be computed
  std::int32_t* keys = nullptr;  ///< of each field and tile: the power of two of the greatest value that may let it rise; or at_rest
  FarState* states = nullptr;    ///< of each field: fields do not depend on each other
  std::int32_t color = 0;        ///< the tiles that are worked on: those whose column and row add up to an even number, or to an odd one
  std::int32_t turn = 0;         ///< of this round
  float tolerance = 0;           ///< relative changes up to this one count for nothing

  ScaledFields() = default;
  ScaledFields(std::int32_t cells_across, std::int32_t cells_down, std::int32_t count)
      : width(cells_across),
        height(cells_down),
        columns((cells_across + potential_tile - 1) / potential_tile),
        rows((cells_down + potential_tile - 1) / potential_tile),
        fields(count) {}

  PLETHOS_HOST_DEVICE constexpr std::int32_t pitch() const { return potential_tile * columns; }
  PLETHOS_HOST_DEVICE constexpr std::int32_t tiles() const { return columns * rows; }
  PLETHOS_HOST_DEVICE constexpr std::size_t cells() const {
    return static_cast<std::size_t>(potential_tile * potential_tile) * static_cast<std::size_t>(tiles());
  }
  PLETHOS_HOST_DEVICE constexpr std::size_t place(std::int32_t field, std::int32_t x, std::int32_t y) const {
    return static_cast<std::size_t>(field) * cells() + static_cast<std::size_t>(y) * static_cast<std::size_t>(pitch()) +
           static_cast<std::size_t>(x);
  }
  /// Returns where the first of the words of a color of a tile lies. `item`: field * tiles() + tile.
  PLETHOS_HOST_DEVICE constexpr std::size_t words(std::int32_t item, std::int32_t of_color) const {
    return static_cast<std::size_t>(2 * item + of_color) * static_cast<std::size_t>(far_words);
  }
};

/// Returns what relaxes the tiles [begin, end) of the fields on vectors.
backends::SimdEntry<ScaledFields> far_on_vectors(const backends::SimdTarget& target);

}  // namespace plethos::planning
