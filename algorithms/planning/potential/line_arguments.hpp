#pragma once

#include <cstddef>
#include <cstdint>

#include "algorithms/planning/potential/checkerboard.hpp"
#include "backends/simd/targets.hpp"
#include "core/lane/host_device.hpp"

namespace plethos::planning {

/// How the cells of a map lie in memory when equations are solved along lines: cell k of each line in row k, and the lines beside each
/// other, so that a vector (a warp) works on neighboring lines. There are whole tiles of cells, of which those outside of the map stay 0,
/// and a row of them above and below. A row's stride is an odd number of cache lines, so that cells of a line do not share their place in a
/// cache.
struct LineGrid {
  static constexpr std::int32_t tile = 16;  ///< cells, along lines and across

  std::int32_t length = 0;  ///< cells of a line
  std::int32_t lines = 0;
  std::int32_t stride = 0;

  constexpr LineGrid() = default;
  constexpr LineGrid(std::int32_t cells, std::int32_t count) : length(cells), lines(count), stride(((count / tile + 1) | 1) * tile) {}

  PLETHOS_HOST_DEVICE constexpr std::int32_t element(std::int32_t line, std::int32_t k) const { return (k + 1) * stride + line; }
  /// The number of lines that fill whole tiles.
  PLETHOS_HOST_DEVICE constexpr std::int32_t whole_lines() const { return (lines + tile - 1) / tile * tile; }
  PLETHOS_HOST_DEVICE constexpr std::int32_t whole_length() const { return (length + tile - 1) / tile * tile; }

  std::size_t elements() const { return static_cast<std::size_t>(whole_length() + 2) * static_cast<std::size_t>(stride); }
};

/// Arrays of one orientation.
struct LineArrays {
  LineGrid grid;
  /// At a free cell: the number of free cells from the last one on its line that is not, to this one. Else 0.
  std::int32_t* places = nullptr;
  float* corrections = nullptr;
};

struct LineArguments {
  Checkerboard board;
  float* board_values = nullptr;
  const std::uint32_t* free = nullptr;  ///< bits

  float* values = nullptr;         ///< lies as `columns` says
  LineArrays columns;              ///< lines from the north to the south
  LineArrays rows;                 ///< lines from the west to the east
  const float* factors = nullptr;  ///< by place: 1 / the pivot of an elimination from the line's first free cell on, at 0 none
  float scale = 0;                 ///< of corrections
};

/// What a vector kernel does.
enum class LineWork : std::int32_t {
  lack,           ///< at each cell: columns' corrections become the sum of neighbors' values - the cell's
  solve_columns,  ///< solves for corrections from those along each line
  turn,           ///< copies columns' corrections to those of rows
  solve_rows,
  add  ///< adds rows' corrections to the values
};

/// Returns what works on the items [begin, end) on vectors.
template <LineWork work>
backends::SimdEntry<LineArguments> lines_on_vectors(const backends::SimdTarget& target);

}  // namespace plethos::planning
