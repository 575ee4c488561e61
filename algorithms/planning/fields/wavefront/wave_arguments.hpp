#pragma once

#include <algorithm>
#include <cstdint>

#include "algorithms/planning/fields/field_source.hpp"
#include "algorithms/planning/fields/wave.hpp"
#include "algorithms/planning/grid/map/step_lengths.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::planning {

/// The side of a tile in cells. A field is computed tile by tile, and a word of 32 bits holds what is passable in a row of one.
inline constexpr std::int32_t wave_tile_side = 32;
inline constexpr std::int32_t wave_tile_cells = wave_tile_side * wave_tile_side;

/// The length of a step that is not legal. Its sum with `unreached` fits into 32 bits.
inline constexpr std::int32_t no_step = 0x3fffffff;

/// What the values of a field are. `steps`: lengths of the shortest ways in steps from cell to cell. `eikonal`: distances, which
/// solve the eikonal equation, so that they hardly depend on how the grid lies.
enum class Metric : std::int32_t { steps, eikonal };

/// The order of the differences by which an eikonal field has its distances: how fast their error falls where cells become smaller.
enum class Order : std::int32_t { first, second };

/// What a round computes of a tile: values of one metric, or distances of second order.
enum class TileKind : std::int32_t { steps, eikonal, second_order };

/// The longest step through a cell of an eikonal field: twice its square is a whole number that a float holds.
inline constexpr std::int32_t longest_eikonal_step = 2895;
/// A cell of cost 1 is at least so many units long: then roundings are below 4 percent of a step.
inline constexpr std::int32_t least_eikonal_unit = 16;
inline constexpr std::uint32_t dearest_eikonal_cost = longest_eikonal_step / least_eikonal_unit;

/// Distances of second order are exact within so many cells of a source that is seen from there over ground of one cost: a front is too
/// round there for differences.
inline constexpr std::int32_t second_order_radius = 24;

/// Returns the length of a cell of cost 1 in an eikonal field: that of the other metric, or less for a map of dear cells. dearest: 1 to
/// dearest_eikonal_cost.
inline std::int32_t eikonal_unit(std::uint32_t dearest) {
  return std::min(static_cast<std::int32_t>(length_of_cell), longest_eikonal_step / static_cast<std::int32_t>(dearest));
}

/// How far the computing of fields has come. Fields are computed in rounds, and each takes the tiles of one list and lists others. What
/// threads read all the time lies apart from what they change.
struct WaveState {
  std::int32_t round = 0;                       ///< counts the rounds
  std::int32_t threshold = 0;                   ///< rounds leave tiles for later whose keys are not below it
  std::int32_t settled = 0;                     ///< the least key of the tiles that are listed: values below it are final
  alignas(64) std::int32_t listed[2] = {0, 0};  ///< tiles in the lists of even and of odd rounds
  alignas(64) std::int32_t swept = 0;           ///< whether a sweep has changed values that are needed
  std::int32_t least = unreached;               ///< the least key of the tiles that this round has listed
  std::int32_t raised = 0;                      ///< tiles in the list of those that may have invalidated cells
  std::int32_t too_long = 0;                    ///< whether a value is so large that some of its neighbors' may not fit
  std::int32_t tiles = 0;                       ///< counts the tiles that all rounds have worked on
  std::int32_t cells = 0;                       ///< counts the cells that were invalidated
  std::int32_t lost = 0;                        ///< whether a cell that sees a source turned out to be nearer by another way
};

/// Fields of lengths over a grid, each cut into tiles of 32 x 32 cells that lie in a row, and a tile's cells row by row. The map is padded
/// with blocked cells to whole tiles. All memory is the backend's.
struct WaveArguments {
  std::int32_t columns = 0, rows = 0;  ///< tiles
  std::int32_t fields = 0;
  Metric metric = Metric::steps;
  std::int32_t unit = 0;                    ///< the length of a cell of cost 1, for the metric `eikonal`
  bool diagonal = true;                     ///< whether there are diagonal steps
  const std::uint32_t* passable = nullptr;  ///< a bit a cell: (columns + 2) words for each of (32 * rows + 2) rows of cells, with a margin
  const std::int32_t* costs = nullptr;      ///< of each cell, (32 * columns + 2) for each of those rows; null: all cost 1
  std::int32_t* values = nullptr;           ///< of each field, tile and cell
  std::int32_t* swept = nullptr;            ///< the same after a sweep
  std::int32_t needed = 0;                  ///< sweeps go on while values below it change
  std::int32_t* keys = nullptr;             ///< of each field and tile: the least value that it has not yet heard of; unreached: none
  std::int32_t* listed[2] = {};             ///< lists of fields' tiles: field * columns * rows + tile
  std::int32_t* raised = nullptr;           ///< of each field and tile: whether it is in the list of those that may have invalidated cells
  std::int32_t* raised_list = nullptr;
  std::int32_t longest = unreached;  ///< values above it are so large that neighbors' may not fit
  /// Of each field, tile and cell: its distance of second order, and if it is seen from a source, that which is exact, with a minus; null:
  /// there are none.
  float* distances = nullptr;
  std::int32_t* changed = nullptr;  ///< of each field and tile: the last turn in which values have changed in it
  std::int32_t turn = 0;            ///< counts how often distances were computed
  WaveState* state = nullptr;
};

/// What a round does with the tiles that it takes: see WaveRound.
enum class WaveWork { relax, raise, find_lowered, sweep, find_changed, refine };

/// Returns what works on the items [begin, end) of a round on vectors.
template <WaveWork work, TileKind kind>
backends::SimdEntry<WaveArguments> wave_on_vectors(const backends::SimdTarget& target);

}  // namespace plethos::planning
