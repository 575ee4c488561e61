#include "algorithms/planning/fields/wavefront/wave_fields.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "algorithms/planning/fields/wavefront/wave_rounds.hpp"
#include "backends/instantiate.hpp"
#include "core/error.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

// Kernels of the grid.

/// Fills a word of WaveArguments::passable.
template <class MemorySpace>
struct CopyPassable {
  GridGraph<MemorySpace> graph;
  std::int32_t words;  ///< of a row
  Kokkos::View<std::uint32_t*, MemorySpace> passable;

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::int32_t y = k / words - 1, word = k % words - 1;
    std::uint32_t bits = 0;
    if (y >= 0 && y < graph.height && word >= 0) {
      for (std::int32_t bit = 0; bit < wave_tile_side; ++bit) {
        const std::int32_t x = word * wave_tile_side + bit;
        if (x < graph.width && graph.passable(y * graph.width + x) != 0) bits |= 1u << bit;
      }
    }
    Kokkos::atomic_exchange(&passable(k), bits);
  }
};

/// Copies a row of costs.
template <class MemorySpace>
struct CopyCosts {
  GridGraph<MemorySpace> graph;
  std::int32_t wide;
  Kokkos::View<std::int32_t*, MemorySpace> costs;

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::int32_t y = k / wide - 1, x = k % wide - 1;
    const bool inside = y >= 0 && y < graph.height && x >= 0 && x < graph.width;
    costs(k) = inside ? static_cast<std::int32_t>(graph.cost(y * graph.width + x)) : 1;
  }
};

/// Brings a cell that has changed to WaveArguments, and lists its tile in every field.
template <class MemorySpace>
struct TouchCell {
  CopyPassable<MemorySpace> copy;
  std::int32_t wide;
  Kokkos::View<std::int32_t*, MemorySpace> costs;
  Kokkos::View<const std::int32_t*, MemorySpace> touched;
  WaveArguments arguments;

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::int32_t cell = touched(k);
    const std::int32_t y = cell / copy.graph.width, x = cell % copy.graph.width;
    copy((y + 1) * copy.words + x / wave_tile_side + 1);
    if (costs.extent(0) > 0) costs((y + 1) * wide + x + 1) = static_cast<std::int32_t>(copy.graph.cost(cell));
    const std::int32_t tile = y / wave_tile_side * arguments.columns + x / wave_tile_side;
    for (std::int32_t field = 0; field < arguments.fields; ++field) {
      const std::int32_t item = field * arguments.columns * arguments.rows + tile;
      wake_tile(arguments, item, 0);
      note_changed(arguments, item);
    }
  }

  /// Lists a tile for the next round.
  KOKKOS_INLINE_FUNCTION static void wake_tile(const WaveArguments& arguments, std::int32_t item, std::int32_t key) {
    if (scalar::atomic_least(arguments.keys[item], key) != unreached) return;
    const int now = arguments.state->round & 1;
    arguments.listed[now][scalar::atomic_add(arguments.state->listed[now], 1)] = item;
  }
};

template <class MemorySpace>
struct BeginWave {
  WaveValues<MemorySpace> values;
  Kokkos::View<const FieldSource*, MemorySpace> sources;
  WaveArguments arguments;

  KOKKOS_FUNCTION void operator()(int k) const {
    const FieldSource source = sources(k);
    const std::size_t place = values.place(source.field, source.cell);
    const auto item = static_cast<std::int32_t>(place / wave_tile_cells);
    if (Kokkos::atomic_exchange(&values.values(place), 0) != 0) note_changed(arguments, item);
    TouchCell<MemorySpace>::wake_tile(arguments, item, 0);
  }
};

template <class MemorySpace>
struct ClearFields {
  Kokkos::View<std::int32_t*, MemorySpace> values, keys, raised;

  KOKKOS_FUNCTION void operator()(int tile) const {
    for (std::size_t k = 0; k < wave_tile_cells; ++k) values(static_cast<std::size_t>(tile) * wave_tile_cells + k) = unreached;
    keys(tile) = unreached;
    raised(tile) = 0;
  }
};

/// Forgets which tiles were listed, after sweeps, which take all.
struct ForgetListed {
  WaveArguments arguments;

  KOKKOS_FUNCTION void operator()(int tile) const {
    arguments.keys[tile] = unreached;
    note_changed(arguments, tile);
  }
};

/// Rows and columns of tiles.
std::uint64_t tiles_of(std::int32_t cells) { return static_cast<std::uint64_t>((cells + wave_tile_side - 1) / wave_tile_side); }

template <class Execution>
std::uint64_t WaveFields<Execution>::bytes_per_field(const GridMap& map, Wave wave, Order order) {
  const std::uint64_t refinement = order == Order::second ? WaveRefinement<Execution>::bytes_per_tile : 0;
  return tiles_of(map.width) * tiles_of(map.height) * (4 * ((wave == Wave::sweep ? 2 : 1) * wave_tile_cells + 5) + refinement);
}

template <class Execution>
std::uint64_t WaveFields<Execution>::bytes_of_grid(const GridMap& map) {
  const std::uint64_t rows = tiles_of(map.height) * wave_tile_side + 2;
  const std::uint64_t costs = cost_range(map).most > 1 ? tiles_of(map.width) * wave_tile_side + 2 : 0;
  return 4 * rows * (tiles_of(map.width) + 2 + costs);
}

template <class Execution>
std::uint64_t WaveFields<Execution>::bytes() const {
  std::uint64_t sum = 4 * (passable_.size() + costs_.size() + values_.size() + swept_.size() + keys_.size() + raised_.size() +
                           raised_list_.size() + touched_.size());
  for (const Numbers& list : listed_) sum += 4 * list.size();
  return sum + sizeof(FieldSource) * sources_.size() + (refinement_ ? refinement_->bytes() : 0);
}

template <class Execution>
void WaveFields<Execution>::make(const Execution& execution, const GridGraph<MemorySpace>& graph, std::int32_t fields, Wave wave,
                                 Metric metric, Order order, std::int32_t radius) {
  graph_ = graph;
  wave_ = wave;
  arguments_ = {};
  arguments_.fields = fields;
  arguments_.columns = (graph.width + wave_tile_side - 1) / wave_tile_side;
  arguments_.rows = (graph.height + wave_tile_side - 1) / wave_tile_side;
  arguments_.metric = metric;
  arguments_.unit = metric == Metric::eikonal ? eikonal_unit(graph.dearest) : static_cast<std::int32_t>(length_of_cell);
  arguments_.diagonal = graph.connectivity == Connectivity::eight;
  const auto tiles = static_cast<std::size_t>(arguments_.columns * arguments_.rows) * static_cast<std::size_t>(fields);
  fit_view("plethos::wavefront::values", tiles * wave_tile_cells, values_);
  fit_view("plethos::wavefront::swept", wave == Wave::sweep ? tiles * wave_tile_cells : 0, swept_);
  fit_view("plethos::wavefront::keys", tiles, keys_);
  fit_view("plethos::wavefront::raised", tiles, raised_);
  fit_view("plethos::wavefront::raised_list", tiles, raised_list_);
  fit_view("plethos::wavefront::listed_even", tiles, listed_[0]);
  fit_view("plethos::wavefront::listed_odd", tiles, listed_[1]);
  if (state_.data() == nullptr) state_ = Kokkos::View<WaveState, MemorySpace>("plethos::wavefront::state");
  arguments_.values = values_.data();
  arguments_.keys = keys_.data();
  arguments_.raised = raised_.data();
  arguments_.raised_list = raised_list_.data();
  for (int k = 0; k < 2; ++k) arguments_.listed[k] = listed_[k].data();
  arguments_.state = state_.data();
  if (order == Order::first) refinement_.reset();
  if (order == Order::second && !refinement_) refinement_ = std::make_unique<WaveRefinement<Execution>>();
  if (refinement_) refinement_->make(radius, arguments_);
  copy_grid(execution);
  clear(execution);
}

template <class Execution>
void WaveFields<Execution>::copy_grid(const Execution& execution) {
  const std::int32_t padded_rows = arguments_.rows * wave_tile_side + 2;
  fit_view("plethos::wavefront::passable", static_cast<std::size_t>(padded_rows) * static_cast<std::size_t>(arguments_.columns + 2),
           passable_);
  backends::for_each(execution, "plethos::wavefront::copy_passable", static_cast<int>(passable_.size()),
                     CopyPassable<MemorySpace>{graph_, arguments_.columns + 2, passable_});
  const std::int32_t wide = arguments_.columns * wave_tile_side + 2;
  const bool has_costs = graph_.costs.extent(0) > 0;
  fit_view("plethos::wavefront::costs", has_costs ? static_cast<std::size_t>(padded_rows) * static_cast<std::size_t>(wide) : 0, costs_);
  if (has_costs) {
    backends::for_each(execution, "plethos::wavefront::copy_costs", static_cast<int>(costs_.size()),
                       CopyCosts<MemorySpace>{graph_, wide, costs_});
  }
  arguments_.longest = unreached - static_cast<std::int32_t>(2 * diagonal_length * graph_.dearest);
  arguments_.passable = passable_.data();
  arguments_.costs = has_costs ? costs_.data() : nullptr;
}

template <class Execution>
void WaveFields<Execution>::clear(const Execution& execution) {
  backends::for_each(execution, "plethos::wavefront::clear", static_cast<int>(keys_.size()),
                     ClearFields<MemorySpace>{values_, keys_, raised_});
  execution.fence();
  set_element(state_, WaveState{});
  settled_ = unordered_ = 0;
  if (refinement_) refinement_->clear(execution, arguments_);
}

template <class Execution>
void WaveFields<Execution>::begin(const Execution& execution, std::span<const FieldSource> sources) {
  const auto copied = refill_view("plethos::wavefront::sources", sources, sources_);
  backends::for_each(execution, "plethos::wavefront::begin", static_cast<int>(sources.size()),
                     BeginWave<MemorySpace>{values(), copied, arguments_});
  if (refinement_) refinement_->begin(sources);
  begin_anew(execution);
}

template <class Execution>
void WaveFields<Execution>::begin_anew(const Execution& execution) {
  WaveState now = state(execution);
  now.threshold = std::max(unordered_, 1);
  now.settled = 0;
  set_element(state_, now);
  settled_ = 0;
}

template <class Execution>
WaveState WaveFields<Execution>::state(const Execution& execution) {
  execution.fence();
  return element(state_);
}

template <class Execution>
void WaveFields<Execution>::spread(const Execution& execution, const std::function<std::int32_t()>& farthest) {
  if (wave_ == Wave::sweep) {
    sweep(execution, farthest);
  } else {
    advance_front(execution, farthest);
  }
  unordered_ = 0;
  WaveState now = state(execution);
  if (now.too_long != 0 && settled_ >= unreached && farthest() >= unreached) {
    throw InputError("wavefront: found a way longer than " + std::to_string(unreached / arguments_.unit) +
                     " cells of cost 1, expected a shorter one");
  }
  if (refinement_) done_.refined += refinement_->refine(execution, values(), arguments_);
  done_.tiles += static_cast<std::uint64_t>(now.tiles);
  done_.invalidated += static_cast<std::uint64_t>(now.cells);
  now.tiles = 0;
  now.cells = 0;
  set_element(state_, now);
}

template <class Execution>
void WaveFields<Execution>::sweep(const Execution& execution, const std::function<std::int32_t()>& farthest) {
  if (settled_ >= unreached || farthest() < settled_) return;
  // A device makes several sweeps before the host looks.
  const int sweeps = backends::concurrency(execution).device ? 8 : 1;
  const auto tiles = static_cast<std::int32_t>(keys_.size());
  WaveState now = state(execution);
  do {
    // All values that are at most as large as the farthest one are needed.
    arguments_.needed = std::min(farthest(), unreached - 1) + 1;
    now.swept = 0;
    set_element(state_, now);
    for (int k = 0; k < sweeps; ++k) {
      arguments_.values = values_.data();
      arguments_.swept = swept_.data();
      run_round<WaveWork::sweep>(execution, "plethos::wavefront::sweep", tiles, arguments_);
      std::swap(values_, swept_);
    }
    done_.rounds += static_cast<std::uint64_t>(sweeps);
    now = state(execution);
  } while (now.swept != 0);
  settled_ = arguments_.needed;
  arguments_.values = values_.data();
  backends::for_each(execution, "plethos::wavefront::forget_listed", tiles, ForgetListed{arguments_});
  now.listed[0] = now.listed[1] = 0;
  set_element(state_, now);
}

template <class Execution>
void WaveFields<Execution>::advance_front(const Execution& execution, const std::function<std::int32_t()>& farthest) {
  const bool device = backends::concurrency(execution).device;
  // A device has room for many tiles, and each round takes it as long as one of them. It runs some rounds before the host looks, the more
  // the farther the wave has come.
  const std::int32_t tile = length_of_tiles(1, arguments_, graph_.cheapest);
  const std::int32_t step = length_of_tiles(device ? 8 : 1, arguments_, graph_.cheapest);
  const int most_rounds = device ? 16 : 1;
  int rounds = device ? 4 : 1;
  WaveState now = state(execution);
  std::int32_t asked = -tile;
  while (true) {
    if (now.listed[now.round & 1] == 0) now.settled = unreached;
    settled_ = now.settled;
    if (settled_ >= unreached) break;
    if (settled_ >= asked + tile) {
      asked = settled_;
      if (farthest() < settled_) break;
    }
    for (int k = 0; k < rounds; ++k) {
      const std::int32_t listed = device ? static_cast<std::int32_t>(keys_.size()) : now.listed[now.round & 1];
      run_round<WaveWork::relax>(execution, "plethos::wavefront::relax", listed, arguments_);
      backends::for_each(execution, "plethos::wavefront::end_round", 1, EndRound{arguments_, step});
    }
    done_.rounds += static_cast<std::uint64_t>(rounds);
    rounds = std::min(2 * rounds, most_rounds);
    now = state(execution);
  }
}

template <class Execution>
void WaveFields<Execution>::raise(const Execution& execution) {
  const bool device = backends::concurrency(execution).device;
  const int rounds = device ? 4 : 1;
  WaveState now = state(execution);
  while (now.listed[now.round & 1] > 0) {
    for (int k = 0; k < rounds; ++k) {
      const std::int32_t listed = device ? static_cast<std::int32_t>(keys_.size()) : now.listed[now.round & 1];
      run_round<WaveWork::raise>(execution, "plethos::wavefront::raise", listed, arguments_);
      backends::for_each(execution, "plethos::wavefront::end_round", 1, EndRound{arguments_, 0});
    }
    now = state(execution);
  }
  run_round<WaveWork::find_lowered>(execution, "plethos::wavefront::find_lowered",
                                    device ? static_cast<std::int32_t>(keys_.size()) : now.raised, arguments_);
  now = state(execution);
  // They were listed for the round after this one.
  ++now.round;
  now.raised = 0;
  set_element(state_, now);
}

template <class Execution>
void WaveFields<Execution>::change(const Execution& execution, const GridGraph<MemorySpace>& graph, std::span<const std::int32_t> touched) {
  arguments_.longest = unreached - static_cast<std::int32_t>(2 * diagonal_length * graph.dearest);
  if (arguments_.metric == Metric::eikonal && eikonal_unit(graph.dearest) < arguments_.unit) {
    // Steps through the dearest cells would not fit.
    const auto [order, radius] = refinement_ ? std::pair(Order::second, refinement_->radius()) : std::pair(Order::first, 0);
    return make(execution, graph, arguments_.fields, wave_, Metric::eikonal, order, radius);
  }
  const bool costs_come = (graph.costs.extent(0) > 0) != (costs_.size() > 0);
  graph_ = graph;
  if (costs_come) copy_grid(execution);
  const auto cells = refill_view("plethos::wavefront::touched", touched, touched_);
  const CopyPassable<MemorySpace> copy{graph_, arguments_.columns + 2, passable_};
  backends::for_each(execution, "plethos::wavefront::touch", static_cast<int>(touched.size()),
                     TouchCell<MemorySpace>{copy, arguments_.columns * wave_tile_side + 2, costs_, cells, arguments_});
  // Each field changes at other values. Were they taken in order, most rounds would have a tile or two.
  unordered_ = std::max(unordered_, settled_);
  raise(execution);
  if (refinement_) refinement_->change(graph_, touched, arguments_);
  begin_anew(execution);
}

PLETHOS_INSTANTIATE(WaveFields);

}  // namespace plethos::planning
