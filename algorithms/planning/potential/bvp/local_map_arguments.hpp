#pragma once

#include <cstdint>

#include "algorithms/planning/potential/checkerboard.hpp"
#include "backends/simd/targets.hpp"
#include "core/cell_grid.hpp"
#include "core/lane/host_device.hpp"

namespace plethos::planning {

/// The sides of a local map in cells.
inline constexpr std::int32_t least_map_size = 5, most_map_size = 33;
/// The elements that the largest local map has for each color.
inline constexpr std::int32_t largest_board = Checkerboard(most_map_size, most_map_size).size;

/// How local maps are relaxed. `sor` is ours: both colors of a checkerboard in turn, over-relaxed. The others are those of Fischer,
/// Silveira and Nedel 2009: equation 6, from the values of the sweep before, or from whatever values other threads have written by then;
/// and equation 2, one cell after the other, which their sequential program has. A single thread does that, whatever the backend.
enum class Relaxing : std::int32_t { sor, jacobi, unsynchronized, gauss_seidel };
/// Whether a way to relax maps needs memory for a second copy of a map.
PLETHOS_HOST_DEVICE constexpr bool needs_copy(Relaxing relaxing) {
  return relaxing == Relaxing::jacobi || relaxing == Relaxing::gauss_seidel;
}

/// What is the same for the local maps of all agents of a group.
struct LocalShape {
  Checkerboard board;      ///< size x size cells, the agent in the middle of the cell at (size / 2, size / 2)
  float cell = 0;          ///< m, the side of a cell
  float cosine = 0;        ///< of half the view cone's aperture; -2: all is seen
  float smoothest = 0;     ///< the cosine of half a wave's angle from cell to cell, of a wave as long as twice the map
  std::int32_t table = 0;  ///< where its parts of the tables begin

  /// The elements of an agent's map.
  PLETHOS_HOST_DEVICE constexpr std::int32_t cells() const { return 2 * (board.end - board.first); }
};

/// What the map of an agent, or of a party's guide, is made from.
struct LocalScene {
  float x = 0, y = 0;              ///< m
  float view_x = 0, view_y = 0;    ///< the direction in which it looks
  float ahead_x = 0, ahead_y = 0;  ///< the descent of the global map
  float goal_x = 0, goal_y = 0;    ///< m
  float bias_x = 0, bias_y = 0;    ///< epsilon times the behavior vector
  float radius = 0;                ///< m
  float speed = 0;                 ///< m/s, at which it goes if nothing is in the way
  std::int32_t shape = 0;          ///< which LocalShape; -1: the agent needs no map
  std::int32_t cells = 0;          ///< where its map begins in LocalMapArguments::maps
  std::int32_t self = 0;           ///< its place in memory; -1: it is the guide of a party, no agent
  std::int32_t party =
      -1;           ///< the party whose guide it follows, or is: others of it are no obstacles if they are as far away as `apart`; -1: none
  float apart = 0;  ///< m
};

/// What an agent reads off its map: the descent at its place, not scaled.
struct LocalDescent {
  float x = 0, y = 0;
  std::int32_t sweeps = 0;
};

/// The input and output of the local maps of a step. All arrays are by the agents' places, but for maps and
/// tables; scenes and descents of guides lie behind those of the agents that a step moves.
struct LocalMapArguments {
  const LocalScene* scenes = nullptr;
  LocalDescent* descents = nullptr;
  const LocalShape* shapes = nullptr;
  /// The maps' potentials, 1 - p, one map behind the other, each as its board from `first` to `end`, red cells before black ones: `m` of
  /// figure 8. A map is relaxed from what it was in the last step.
  float* maps = nullptr;
  // Tables of the shapes, with an element (or bit) for each of the board's: the middles of cells from the agent's place (m), and which
  // cells lie in the update zone and in the free zone.
  const float* middle_x = nullptr;
  const float* middle_y = nullptr;
  const std::uint32_t* update_zone = nullptr;
  const std::uint32_t* free_zone = nullptr;

  // The global map: of each cell, bit 3 * row + column for the 3 x 3 cells around it, from the north-west: whether it is blocked.
  const std::int32_t* blocked = nullptr;
  std::int32_t width = 0, height = 0;
  float origin_x = 0, origin_y = 0, cell_size = 1, clearance = 0;  ///< m, as WorldGrid

  // The raster of agents: the last agent of each bin, and the agent before each one in its bin; -1: none.
  CellGrid raster{};
  const std::int32_t* last = nullptr;
  const std::int32_t* before = nullptr;
  const float* x = nullptr;
  const float* y = nullptr;
  const float* radius = nullptr;
  const std::int32_t* party = nullptr;  ///< whose guide each agent follows; null if there are none
  float largest_radius = 0;             ///< m

  Relaxing relaxing = Relaxing::sor;
  /// A map is solved when no cell's residual is greater than this part of its value, or of the value at the agent's cell if that is
  /// greater.
  float residual = 0;
  std::int32_t most_sweeps = 0;
};

/// Returns what makes and relaxes the local maps of the agents [begin, end) on vectors.
backends::SimdEntry<LocalMapArguments> local_maps_on_vectors(const backends::SimdTarget& target);

/// Memory for a map while it is made and relaxed: elements and bits of a board.
struct LocalMapMemory {
  float* values = nullptr;
  float* next = nullptr;               ///< for what needs_copy() says; else null
  std::uint32_t* free = nullptr;       ///< the cells that are relaxed
  std::uint32_t* coverable = nullptr;  ///< those that become obstacles if something lies there
};

/// Such memory of a CPU's thread, for any map.
struct HostMapMemory {
  alignas(64) float values[2 * largest_board];
  alignas(64) float next[2 * largest_board];
  std::uint32_t free[2 * largest_board / 32];
  std::uint32_t coverable[2 * largest_board / 32];

  LocalMapMemory view() { return {values, next, free, coverable}; }
};

}  // namespace plethos::planning
