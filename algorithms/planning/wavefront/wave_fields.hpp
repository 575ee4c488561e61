#pragma once

#include <functional>
#include <span>

#include "algorithms/planning/grid_search/grid_graph.hpp"
#include "algorithms/planning/wavefront/wave_arguments.hpp"

namespace plethos::planning {

/// The values of fields in one memory space: of each cell of the grid the length of the shortest way from it to the nearest source of the
/// field, in the grid's whole numbers (step_lengths.hpp). They mean something where they are below WaveFields::settled().
template <class MemorySpace>
struct WaveValues {
  GridGraph<MemorySpace> graph;
  std::int32_t columns = 0, rows = 0;  ///< tiles
  Kokkos::View<std::int32_t*, MemorySpace> values;

  /// Returns the place of a cell's value.
  KOKKOS_INLINE_FUNCTION std::size_t place(std::int32_t field, std::int32_t cell) const {
    const std::int32_t y = cell / graph.width, x = cell - y * graph.width;
    const std::int32_t tile = (field * rows + y / wave_tile_side) * columns + x / wave_tile_side;
    const std::int32_t in_tile = y % wave_tile_side * wave_tile_side + x % wave_tile_side;
    return static_cast<std::size_t>(tile) * wave_tile_cells + static_cast<std::size_t>(in_tile);
  }
  KOKKOS_INLINE_FUNCTION std::int32_t at(std::int32_t field, std::int32_t cell) const { return values(place(field, cell)); }

  /// Returns the direction of the first step of a shortest way from a cell, or -1 at a source and where there is none. It is the direction
  /// `before` if that is one of several, else the first of them.
  KOKKOS_INLINE_FUNCTION int direction(std::int32_t field, std::int32_t cell, int before) const {
    const std::int32_t own = at(field, cell);
    if (own == 0 || own >= unreached) return -1;
    const auto leads = [&](int d) {
      if ((graph.steps(cell) >> d & 1) == 0) return false;
      const std::int32_t next = graph.neighbor(cell, d);
      return at(field, next) + static_cast<std::int32_t>(graph.step_length(cell, next, d)) == own;
    };
    if (before >= 0 && leads(before)) return before;
    for (int d = 0; d < all_directions; ++d) {
      if (leads(d)) return d;
    }
    return -1;
  }
};

/// How many tiles and cells the computing of fields has worked on.
struct WaveWorkDone {
  std::uint64_t rounds = 0, tiles = 0, invalidated = 0;
};

/// Fields of lengths over a grid (Garcia, Kapadia and Badler 2014, section III), each from its own sources, computed in waves over tiles of
/// 32 x 32 cells. A round of a wave takes the tiles whose surroundings have changed, all fields' together, the near ones first: it brings
/// the cells of a tile to rest as far as they depend on each other, and lists the tiles around that it can lower. Lengths are whole
/// numbers, so that the result is the same in whatever order tiles are taken. On a CPU a vector holds some cells of a row, on a device a
/// warp holds a row.
template <class Execution>
class WaveFields {
 public:
  using MemorySpace = typename Execution::memory_space;

  /// Claims memory for so many fields over a graph, and leaves all cells unreached. For the metric `eikonal` no cell costs more than
  /// dearest_eikonal_cost. Cost: a pass over the cells of each field.
  void make(const Execution& execution, const GridGraph<MemorySpace>& graph, std::int32_t fields, Wave wave = Wave::front,
            Metric metric = Metric::steps);
  /// Returns the bytes that make() claims for each field of a map of that size, and beside the fields.
  static std::uint64_t bytes_per_field(const GridMap& map, Wave wave);
  static std::uint64_t bytes_of_grid(const GridMap& map);

  /// Leaves all cells of all fields unreached, and forgets the sources.
  void clear(const Execution& execution);
  /// Lets waves begin at cells, each with value 0.
  void begin(const Execution& execution, std::span<const FieldSource> sources);
  /// Computes the fields until farthest() returns a value below settled(), or until all values are final. farthest() returns the greatest
  /// value that anybody needs, as far as it is known, `unreached` for a cell that has none yet; it waits for kernels. The view of values()
  /// may be another one then.
  /// Errors: InputError if a value is needed that no wave has reached, and a way may be longer than values can say. Cost: see the class.
  void spread(const Execution& execution, const std::function<std::int32_t()>& farthest);
  /// Takes note that steps or costs at the `touched` cells of the graph have changed: invalidates the values that depended on them
  /// (algorithm 4). spread() comes next. Waits.
  void change(const Execution& execution, const GridGraph<MemorySpace>& graph, std::span<const std::int32_t> touched);

  std::int32_t fields() const { return arguments_.fields; }
  WaveValues<MemorySpace> values() const { return {graph_, arguments_.columns, arguments_.rows, values_}; }
  /// Values below this one are final.
  std::int32_t settled() const { return settled_; }
  /// The length of a cell of cost 1 in the fields' whole numbers.
  std::int32_t unit() const { return arguments_.unit; }
  const WaveWorkDone& work_done() const { return done_; }
  std::uint64_t bytes() const;

 private:
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;

  void copy_grid(const Execution& execution);
  WaveState state(const Execution& execution);
  void sweep(const Execution& execution, const std::function<std::int32_t()>& farthest);
  void advance_front(const Execution& execution, const std::function<std::int32_t()>& farthest);
  void raise(const Execution& execution);
  /// Lets the next rounds take what is near first: the least values may be anywhere.
  void begin_anew(const Execution& execution);

  GridGraph<MemorySpace> graph_;
  std::int32_t settled_ = 0;
  Wave wave_ = Wave::front;
  WaveArguments arguments_;
  WaveWorkDone done_;
  Kokkos::View<std::uint32_t*, MemorySpace> passable_;
  Numbers costs_, values_, swept_, keys_, listed_[2], raised_, raised_list_, touched_;
  Kokkos::View<FieldSource*, MemorySpace> sources_;
  Kokkos::View<WaveState, MemorySpace> state_;
};

}  // namespace plethos::planning
