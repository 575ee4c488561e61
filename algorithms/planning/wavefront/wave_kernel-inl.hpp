// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_PLANNING_WAVEFRONT_WAVE_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_PLANNING_WAVEFRONT_WAVE_KERNEL_INL
#undef PLETHOS_PLANNING_WAVEFRONT_WAVE_KERNEL_INL
#else
#define PLETHOS_PLANNING_WAVEFRONT_WAVE_KERNEL_INL
#endif

#include "algorithms/planning/wavefront/wave_tile-inl.hpp"
#include "core/lane/atomics-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// Works on a tile that a round takes from its list. A kind of round is one of the functions of this class.
template <class Row, bool with_costs>
struct WaveRound {
  using Tile = WaveTile<Row, with_costs>;
  using Memory = typename Tile::Memory;
  const planning::WaveArguments& arguments;
  Memory& memory;

  /// Lowers the values of a tile, and lists the tiles around whose values it can lower; or leaves it for later.
  PLETHOS_FUNCTION void relax(std::int32_t k) const {
    const std::int32_t item = listed(k);
    const std::int32_t key = own_key(item);
    if (key >= arguments.state->threshold) {
      if (Row::once()) {
        list(item);
        atomic_least(arguments.state->least_far, key);
      }
      return;
    }
    // From here on others list the tile again if they change what it is about to read.
    if (Row::once()) atomic_exchange(arguments.keys[item], planning::unreached);
    Row::sync();
    Tile tile(arguments, item, memory);
    tile.load();
    if (tile.store(tile.relax()) && Row::once()) atomic_exchange(arguments.state->too_long, 1);
    Row::sync();
    tile.find_lowered_around([&](int column, int row, std::int32_t least) PLETHOS_LAMBDA {
      if (least < planning::unreached && Row::once()) wake(tile.item(column, row), least);
    });
    if (Row::once()) {
      atomic_add(arguments.state->worked, 1);
      atomic_add(arguments.state->tiles, 1);
    }
    Row::sync();
  }

  /// Marks cells of a tile as unreached whose values are given by no neighbor any more, and lists the tiles around that this may concern.
  PLETHOS_FUNCTION void raise(std::int32_t k) const {
    const std::int32_t item = listed(k);
    if (Row::once()) {
      atomic_exchange(arguments.keys[item], planning::unreached);
      if (arguments.raised[item] == 0) arguments.raised_list[atomic_add(arguments.state->raised, 1)] = item;
      arguments.raised[item] = 1;
    }
    Row::sync();
    Tile tile(arguments, item, memory);
    tile.load();
    std::int32_t cells = 0;
    const std::uint32_t changed = tile.raise(cells);
    tile.store(changed);
    Row::sync();
    if (Row::once() && changed != 0) {
      atomic_add(arguments.state->cells, cells);
      for (int row = -1; row <= 1; ++row) {
        for (int column = -1; column <= 1; ++column) {
          const std::int32_t other = row == 0 && column == 0 ? -1 : tile.item(column, row);
          if (other >= 0) wake(other, 0);
        }
      }
    }
    Row::sync();
  }

  /// Lists a tile of the list of raised ones if some of its values can be lowered.
  PLETHOS_FUNCTION void find_lowered(std::int32_t k) const {
    const std::int32_t item = arguments.raised_list[k];
    Tile tile(arguments, item, memory);
    tile.load();
    const std::int32_t least = tile.least_lowered();
    if (Row::once()) {
      arguments.raised[item] = 0;
      if (least < planning::unreached) wake(item, least);
    }
    Row::sync();
  }

  /// Lowers each cell of a tile once.
  PLETHOS_FUNCTION void sweep(std::int32_t item) const {
    Tile tile(arguments, item, memory);
    tile.load();
    bool too_long = false;
    const bool changed = tile.sweep(arguments.needed, too_long);
    if (Row::once()) {
      if (too_long) atomic_exchange(arguments.state->too_long, 1);
      if (changed) atomic_exchange(arguments.state->worked, 1);
      atomic_add(arguments.state->tiles, 1);
    }
    Row::sync();
  }

 private:
  PLETHOS_FUNCTION std::int32_t listed(std::int32_t k) const { return arguments.listed[arguments.state->round & 1][k]; }
  /// All threads get the same one, whatever others do to it.
  PLETHOS_FUNCTION std::int32_t own_key(std::int32_t item) const {
    return Row::first(Row::once() ? Tile::load_one(arguments.keys + item) : 0);
  }
  PLETHOS_FUNCTION void list(std::int32_t item) const {
    const int next = 1 - (arguments.state->round & 1);
    arguments.listed[next][atomic_add(arguments.state->listed[next], 1)] = item;
  }
  PLETHOS_FUNCTION void wake(std::int32_t item, std::int32_t least) const {
    if (atomic_least(arguments.keys[item], least) == planning::unreached) list(item);
  }
};

PLETHOS_KERNEL_END
#endif
