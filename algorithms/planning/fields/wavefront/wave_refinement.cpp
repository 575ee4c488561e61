#include "algorithms/planning/fields/wavefront/wave_refinement.hpp"

#include <algorithm>
#include <limits>

#include "algorithms/planning/fields/half_cells.hpp"
#include "algorithms/planning/fields/wavefront/wave_rounds.hpp"
#include "backends/instantiate.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

template <class MemorySpace>
struct ClearDistances {
  Kokkos::View<float*, MemorySpace> distances;
  Kokkos::View<std::int32_t*, MemorySpace> keys, changed;

  KOKKOS_FUNCTION void operator()(int tile) const {
    for (std::size_t k = 0; k < wave_tile_cells; ++k) {
      distances(static_cast<std::size_t>(tile) * wave_tile_cells + k) = static_cast<float>(unreached);
    }
    keys(tile) = unreached;
    changed(tile) = 0;
  }
};

/// The cells around some sources, which are numbered source by source.
template <class MemorySpace>
struct CellsAround {
  WaveValues<MemorySpace> values;
  WaveArguments arguments;
  Kokkos::View<const FieldSource*, MemorySpace> sources;
  std::int32_t first, radius;  ///< the first source

  /// Calls visit(source, cell, square, place) for the cell of a number, if it is within the radius: with the square of its distance in
  /// cells, and its place in memory.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void visit(int k, const Visit& visit) const {
    const std::int32_t side = 2 * radius + 1;
    const FieldSource source = sources(first + k / (side * side));
    const std::int32_t across = k % side - radius, down = k / side % side - radius;
    const std::int32_t x = source.cell % values.graph.width + across, y = source.cell / values.graph.width + down;
    const std::int32_t square = across * across + down * down;
    if (square > radius * radius || x < 0 || x >= values.graph.width || y < 0 || y >= values.graph.height) return;
    const std::int32_t cell = y * values.graph.width + x;
    visit(source, cell, square, values.place(source.field, cell));
  }
  KOKKOS_INLINE_FUNCTION void note(std::size_t place) const { note_changed(arguments, static_cast<std::int32_t>(place / wave_tile_cells)); }
};

/// Forgets that a distance is exact.
template <class MemorySpace>
struct ForgetSight {
  CellsAround<MemorySpace> cells;

  KOKKOS_FUNCTION void operator()(int k) const {
    cells.visit(k, [&](FieldSource, std::int32_t, std::int32_t, std::size_t place) {
      const float before = backends::relaxed_load(cells.arguments.distances[place]);
      if (!(before < 0)) return;
      backends::relaxed_store(cells.arguments.distances[place], -before);
      cells.note(place);
    });
  }
};

/// Gives a cell its exact distance to a source that it sees over ground of one cost, if none is nearer.
template <class MemorySpace>
struct LookAround {
  static constexpr int grain = 256;
  CellsAround<MemorySpace> cells;

  KOKKOS_FUNCTION void operator()(int k) const {
    cells.visit(k, [&](FieldSource source, std::int32_t cell, std::int32_t square, std::size_t place) {
      const GridGraph<MemorySpace>& graph = cells.values.graph;
      if (cells.values.values(place) == 0 || is_surrounded(source)) return;
      const HalfCells numbers{graph.width};
      const std::uint32_t cost = graph.cost(source.cell);
      const bool sees = is_line_through(graph, numbers.center(source.cell), numbers.center(cell),
                                        [&](std::int32_t other) { return graph.passable(other) != 0 && graph.cost(other) == cost; });
      if (!sees) return;
      const float step = static_cast<float>(cells.arguments.unit * static_cast<std::int32_t>(cost));
      const float found = -(step * Kokkos::sqrt(static_cast<float>(square)));
      float* distance = cells.arguments.distances + place;
      float before = backends::relaxed_load(*distance);
      while (before >= 0 || before < found) {
        const float now = Kokkos::atomic_compare_exchange(distance, before, found);
        if (now == before) break;
        before = now;
      }
      cells.note(place);
    });
  }

 private:
  /// Whether the cells beside a source are sources too, so that these look around instead.
  KOKKOS_INLINE_FUNCTION bool is_surrounded(FieldSource source) const {
    const std::int32_t width = cells.values.graph.width, x = source.cell % width, y = source.cell / width;
    if (x == 0 || x + 1 == width || y == 0 || y + 1 == cells.values.graph.height) return false;
    return cells.values.at(source.field, source.cell - 1) == 0 && cells.values.at(source.field, source.cell + 1) == 0 &&
           cells.values.at(source.field, source.cell - width) == 0 && cells.values.at(source.field, source.cell + width) == 0;
  }
};

template <class Execution>
void WaveRefinement<Execution>::make(std::int32_t radius, WaveArguments& arguments) {
  radius_ = radius;
  const auto tiles = static_cast<std::size_t>(arguments.columns * arguments.rows) * static_cast<std::size_t>(arguments.fields);
  fit_view("plethos::wavefront::distances", tiles * wave_tile_cells, distances_);
  fit_view("plethos::wavefront::changed", tiles, changed_);
  fit_view("plethos::wavefront::refine_keys", tiles, keys_);
  fit_view("plethos::wavefront::refine_even", tiles, listed_[0]);
  fit_view("plethos::wavefront::refine_odd", tiles, listed_[1]);
  if (state_.data() == nullptr) state_ = Kokkos::View<WaveState, MemorySpace>("plethos::wavefront::refine_state");
  arguments.distances = distances_.data();
  arguments.changed = changed_.data();
}

template <class Execution>
void WaveRefinement<Execution>::clear(const Execution& execution, WaveArguments& arguments) {
  backends::for_each(execution, "plethos::wavefront::clear_distances", static_cast<int>(keys_.size()),
                     ClearDistances<MemorySpace>{distances_, keys_, changed_});
  execution.fence();
  set_element(state_, WaveState{});
  arguments.turn = 1;
  begun_.clear();
  due_.clear();
  has_lost_ = false;
}

template <class Execution>
void WaveRefinement<Execution>::begin(std::span<const FieldSource> sources) {
  if (std::equal(sources.begin(), sources.end(), begun_.begin(), begun_.end())) return;
  begun_.assign(sources.begin(), sources.end());
  due_.clear();
  for (const FieldSource& source : begun_) {
    due_.resize(std::max(due_.size(), static_cast<std::size_t>(source.field) + 1));
    due_[static_cast<std::size_t>(source.field)] = 1;
  }
}

template <class Execution>
void WaveRefinement<Execution>::change(const GridGraph<MemorySpace>& graph, std::span<const std::int32_t> touched,
                                       const WaveArguments& arguments) {
  // Where values rise, what was lost may be exact again.
  if (has_lost_) std::fill(due_.begin(), due_.end(), std::uint8_t{1});
  has_lost_ = false;
  std::vector<std::uint8_t> has_changed(static_cast<std::size_t>(arguments.columns * arguments.rows));
  const auto tile = [&](std::int32_t x, std::int32_t y) {
    return static_cast<std::size_t>(y / wave_tile_side * arguments.columns + x / wave_tile_side);
  };
  for (const std::int32_t cell : touched) has_changed[tile(cell % graph.width, cell / graph.width)] = 1;
  for (const FieldSource& source : begun_) {
    const std::int32_t x = source.cell % graph.width, y = source.cell / graph.width;
    const std::int32_t right = std::min(x + radius_, graph.width - 1) / wave_tile_side * wave_tile_side;
    const std::int32_t bottom = std::min(y + radius_, graph.height - 1) / wave_tile_side * wave_tile_side;
    for (std::int32_t row = std::max(y - radius_, 0) / wave_tile_side * wave_tile_side; row <= bottom; row += wave_tile_side) {
      for (std::int32_t column = std::max(x - radius_, 0) / wave_tile_side * wave_tile_side; column <= right; column += wave_tile_side) {
        if (has_changed[tile(column, row)] != 0) due_[static_cast<std::size_t>(source.field)] = 1;
      }
    }
  }
}

/// Finds the exact distances around the sources of the fields whose turn it is.
template <class Execution>
void WaveRefinement<Execution>::look_around(const Execution& execution, const WaveValues<MemorySpace>& values,
                                            const WaveArguments& arguments) {
  std::vector<FieldSource> looking;
  for (const FieldSource& source : begun_) {
    if (due_[static_cast<std::size_t>(source.field)] != 0) looking.push_back(source);
  }
  std::fill(due_.begin(), due_.end(), std::uint8_t{0});
  if (looking.empty()) return;
  const auto sources = refill_view("plethos::wavefront::looking", std::span<const FieldSource>(looking), sources_);
  const std::int32_t around = (2 * radius_ + 1) * (2 * radius_ + 1);
  const auto for_each_cell = [&](const auto& kernel_of, const char* label) {
    const std::int32_t most = std::numeric_limits<std::int32_t>::max() / around;
    const auto count = static_cast<std::int32_t>(looking.size());
    for (std::int32_t first = 0; first < count; first += most) {
      backends::for_each(execution, label, std::min(most, count - first) * around,
                         kernel_of(CellsAround<MemorySpace>{values, arguments, sources, first, radius_}));
    }
  };
  for_each_cell([](const CellsAround<MemorySpace>& cells) { return ForgetSight<MemorySpace>{cells}; }, "plethos::wavefront::forget_sight");
  for_each_cell([](const CellsAround<MemorySpace>& cells) { return LookAround<MemorySpace>{cells}; }, "plethos::wavefront::look_around");
}

template <class Execution>
std::uint64_t WaveRefinement<Execution>::refine(const Execution& execution, const WaveValues<MemorySpace>& values,
                                                WaveArguments& arguments) {
  const bool device = backends::concurrency(execution).device;
  const int rounds = device ? 8 : 1;
  const auto tiles = static_cast<std::int32_t>(keys_.size());
  // Finer steps save visits, and take more rounds, which a device has to wait for.
  const std::int32_t step = length_of_tiles(1, arguments, values.graph.cheapest) / (device ? 1 : 2);
  look_around(execution, values, arguments);
  WaveArguments own = arguments;
  own.keys = keys_.data();
  for (int k = 0; k < 2; ++k) own.listed[k] = listed_[k].data();
  own.state = state_.data();
  execution.fence();
  WaveState now;
  set_element(state_, now);
  run_round<WaveWork::find_changed>(execution, "plethos::wavefront::find_changed", tiles, own);
  ++arguments.turn;
  execution.fence();
  now = element(state_);
  // They were listed for the round after this one.
  ++now.round;
  set_element(state_, now);
  while (now.listed[now.round & 1] > 0) {
    for (int k = 0; k < rounds; ++k) {
      run_round<WaveWork::refine>(execution, "plethos::wavefront::refine", device ? tiles : now.listed[now.round & 1], own);
      backends::for_each(execution, "plethos::wavefront::end_round", 1, EndRound{own, step});
    }
    execution.fence();
    now = element(state_);
  }
  has_lost_ = has_lost_ || now.lost != 0;
  return static_cast<std::uint64_t>(now.tiles);
}

template <class Execution>
std::uint64_t WaveRefinement<Execution>::bytes() const {
  return 4 * (distances_.size() + changed_.size() + keys_.size() + listed_[0].size() + listed_[1].size()) +
         sizeof(FieldSource) * sources_.size();
}

PLETHOS_INSTANTIATE(WaveRefinement);

}  // namespace plethos::planning
