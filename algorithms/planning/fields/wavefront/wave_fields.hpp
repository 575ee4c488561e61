#pragma once

#include <functional>
#include <memory>
#include <span>

#include "algorithms/planning/fields/wavefront/wave_refinement.hpp"
#include "algorithms/planning/grid/map/grid_graph.hpp"

namespace plethos::planning {

/// How many tiles and cells the computing of fields has worked on.
struct WaveWorkDone {
  std::uint64_t rounds = 0, tiles = 0, invalidated = 0;
  std::uint64_t refined = 0;  ///< visits of tiles for distances of second order
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
  /// dearest_eikonal_cost, and the fields may have distances of second order, for which `radius` is as second_order_radius. Cost: a pass
  /// over the cells of each field.
  void make(const Execution& execution, const GridGraph<MemorySpace>& graph, std::int32_t fields, Wave wave = Wave::front,
            Metric metric = Metric::steps, Order order = Order::first, std::int32_t radius = second_order_radius);
  /// Returns the bytes that make() claims for each field of a map of that size, and beside the fields.
  static std::uint64_t bytes_per_field(const GridMap& map, Wave wave, Order order = Order::first);
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
  WaveValues<MemorySpace> values() const {
    return {graph_, arguments_.columns, arguments_.rows, values_,
            refinement_ ? refinement_->distances() : Kokkos::View<float*, MemorySpace>()};
  }
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
  std::int32_t unordered_ = 0;  ///< after a change, waves below this value go on at once, whichever is nearer
  Wave wave_ = Wave::front;
  WaveArguments arguments_;
  WaveWorkDone done_;
  std::unique_ptr<WaveRefinement<Execution>> refinement_;  ///< null for fields of first order
  Kokkos::View<std::uint32_t*, MemorySpace> passable_;
  Numbers costs_, values_, swept_, keys_, listed_[2], raised_, raised_list_, touched_;
  Kokkos::View<FieldSource*, MemorySpace> sources_;
  Kokkos::View<WaveState, MemorySpace> state_;
};

}  // namespace plethos::planning
