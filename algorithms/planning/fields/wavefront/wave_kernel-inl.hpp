// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_KERNEL_INL
#undef PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_KERNEL_INL
#else
#define PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_KERNEL_INL
#endif

#include "algorithms/planning/fields/wavefront/wave_eikonal-inl.hpp"
#include "algorithms/planning/fields/wavefront/wave_second_order-inl.hpp"
#include "algorithms/planning/fields/wavefront/wave_steps-inl.hpp"
#include "core/lane/atomics-inl.hpp"
#include "core/lane/host_device.hpp"

PLETHOS_KERNEL_BEGIN

/// Works on tiles that a round takes from its list, one after the other. A kind of round is one of the functions of this class. end() comes
/// last.
template <class Tile>
class WaveRound {
 public:
  using Row = typename Tile::RowType;
  using Memory = typename Tile::Memory;

  PLETHOS_FUNCTION WaveRound(const planning::WaveArguments& arguments, Memory& memory) : arguments_(arguments), memory_(memory) {}

  /// Does a round's work with item k.
  template <planning::WaveWork work>
  PLETHOS_FUNCTION void take(std::int32_t k) {
    if constexpr (work == planning::WaveWork::relax) relax(k);
    if constexpr (work == planning::WaveWork::raise) raise(k);
    if constexpr (work == planning::WaveWork::find_lowered) find_lowered(k);
    if constexpr (work == planning::WaveWork::sweep) sweep(k);
    if constexpr (work == planning::WaveWork::find_changed) find_changed(k);
    if constexpr (work == planning::WaveWork::refine) refine(k);
  }

  /// Lowers the values of a tile, and lists the tiles around whose values it can lower; or leaves it for later.
  PLETHOS_FUNCTION void relax(std::int32_t k) {
    const std::int32_t item = listed(k);
    if (!takes(item)) return;
    Tile tile(arguments_, item, memory_);
    tile.load();
    const std::uint32_t rows = tile.relax();
    if (tile.store(rows) && Row::rank() == 0) atomic_exchange(arguments_.state->too_long, 1);
    if (rows != 0) note_changed(item);
    Row::sync();
    int around = 0;
    tile.find_lowered_around([&](int column, int row, std::int32_t least) PLETHOS_LAMBDA {
      if (least >= planning::unreached) return;
      least_ = least < least_ ? least : least_;
      if (Row::rank() == 0) {
        memory_.around[around] = tile.item(column, row);
        memory_.least[around] = least;
      }
      ++around;
    });
    wake_around(around);
    ++tiles_;
  }

  /// Marks cells of a tile as unreached whose values are given by no neighbor any more, and lists the tiles around that this may concern.
  PLETHOS_FUNCTION void raise(std::int32_t k) {
    const std::int32_t item = listed(k);
    if (Row::rank() == 0) {
      atomic_exchange(arguments_.keys[item], planning::unreached);
      if (arguments_.raised[item] == 0) arguments_.raised_list[atomic_add(arguments_.state->raised, 1)] = item;
      arguments_.raised[item] = 1;
    }
    Row::sync();
    Tile tile(arguments_, item, memory_);
    tile.load();
    std::int32_t cells = 0;
    const std::uint32_t changed = tile.raise(cells);
    tile.store(changed);
    Row::sync();
    if (changed != 0) {
      note_changed(item);
      if (Row::rank() == 0) atomic_add(arguments_.state->cells, cells);
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
  PLETHOS_FUNCTION void find_lowered(std::int32_t k) {
    const std::int32_t item = arguments_.raised_list[k];
    Tile tile(arguments_, item, memory_);
    tile.load();
    const std::int32_t least = tile.least_lowered();
    if (Row::rank() == 0) arguments_.raised[item] = 0;
    if (least < planning::unreached) wake(item, least);
    Row::sync();
  }

  /// Lowers each cell of a tile once.
  PLETHOS_FUNCTION void sweep(std::int32_t item) {
    Tile tile(arguments_, item, memory_);
    tile.load();
    bool too_long = false;
    const bool changed = tile.sweep(arguments_.needed, too_long);
    if (Row::rank() == 0) {
      if (too_long) atomic_exchange(arguments_.state->too_long, 1);
      if (changed) atomic_exchange(arguments_.state->swept, 1);
    }
    ++tiles_;
    Row::sync();
  }

  /// Lists a tile if values have changed in it, or in one beside it, since distances of second order were computed last.
  PLETHOS_FUNCTION void find_changed(std::int32_t item) {
    const Tile tile(arguments_, item, memory_);
    bool changed = false;
    for (int k = 0; k < 5; ++k) {
      const std::int32_t other = tile.item(k == 1 ? -1 : k == 2 ? 1 : 0, k == 3 ? -1 : k == 4 ? 1 : 0);
      changed = changed || (other >= 0 && arguments_.changed[other] == arguments_.turn);
    }
    if (!changed) return;
    const std::int32_t least = tile.least_value();
    wake(item, least < planning::unreached ? least : planning::unreached - 1);
    Row::sync();
  }

  /// Computes the distances of second order in a tile, and lists the tiles beside it that read what has changed; or leaves it for later.
  PLETHOS_FUNCTION void refine(std::int32_t k) {
    const std::int32_t item = listed(k);
    if (!takes(item)) return;
    Tile tile(arguments_, item, memory_);
    tile.load();
    tile.settle();
    tile.store([&](int column, int row, std::int32_t least) PLETHOS_LAMBDA {
      if (least < planning::unreached) wake(tile.item(column, row), least);
    });
    ++tiles_;
    Row::sync();
  }

  /// Adds up what was done, and lists the tiles that were woken last.
  PLETHOS_FUNCTION void end() {
    list_woken();
    if (Row::rank() == 0 && tiles_ > 0) add_to(arguments_.state->tiles, tiles_);
    if (Row::rank() == 0 && least_ < planning::unreached) lower_to(arguments_.state->least, least_);
  }

 private:
  /// Returns whether a tile's key is below the round's threshold; otherwise lists it for the next round. The key of a tile that is taken
  /// is cleared before its values are read, so that a neighbor that changes one of them meanwhile wakes the tile anew.
  PLETHOS_FUNCTION bool takes(std::int32_t item) {
    const std::int32_t key = own_key(item);
    if (key >= arguments_.state->threshold) {
      least_ = key < least_ ? key : least_;
      list(item);
      return false;
    }
    if (Row::rank() == 0) atomic_exchange(arguments_.keys[item], planning::unreached);
    Row::sync();
    return true;
  }
  PLETHOS_FUNCTION void note_changed(std::int32_t item) {
    if (arguments_.changed != nullptr && Row::rank() == 0) Tile::store_one(arguments_.turn, arguments_.changed + item);
  }
  PLETHOS_FUNCTION std::int32_t listed(std::int32_t k) const { return arguments_.listed[arguments_.state->round & 1][k]; }
  /// All threads get the same one, whatever others do to it.
  PLETHOS_FUNCTION std::int32_t own_key(std::int32_t item) const {
    return Row::broadcast(Row::rank() == 0 ? Tile::load_one(arguments_.keys + item) : 0);
  }
  /// Lists a tile for the next round. All tiles that a thread lists come together, because all threads wait in turn for the number of
  /// tiles.
  PLETHOS_FUNCTION void list(std::int32_t item) {
    if (Row::rank() == 0) memory_.woken[woken_] = item;
    if (++woken_ == Memory::most_woken) list_woken();
  }
  PLETHOS_FUNCTION void list_woken() {
    if (woken_ == 0) return;
    Row::sync();
    const int next = 1 - (arguments_.state->round & 1);
    const std::int32_t first = Row::broadcast(Row::rank() == 0 ? atomic_add(arguments_.state->listed[next], woken_) : 0);
    Row::each(woken_, [&](std::int32_t k) PLETHOS_LAMBDA { arguments_.listed[next][first + k] = memory_.woken[k]; });
    Row::sync();
    woken_ = 0;
  }
  PLETHOS_FUNCTION void wake(std::int32_t item, std::int32_t least) {
    least_ = least < least_ ? least : least_;
    if (Row::broadcast(Row::rank() == 0 ? atomic_least(arguments_.keys[item], least) : 0) == planning::unreached) list(item);
  }
  /// Wakes so many tiles of WaveRoundMemory::around. Threads wait for all of their keys together.
  PLETHOS_FUNCTION void wake_around(int count) {
    Row::sync();
    Row::each(count, [&](int k) PLETHOS_LAMBDA {
      if (atomic_least(arguments_.keys[memory_.around[k]], memory_.least[k]) != planning::unreached) memory_.around[k] = -1;
    });
    Row::sync();
    for (int k = 0; k < count; ++k) {
      if (memory_.around[k] >= 0) list(memory_.around[k]);
    }
    Row::sync();
  }

  const planning::WaveArguments& arguments_;
  Memory& memory_;
  std::int32_t woken_ = 0, tiles_ = 0, least_ = planning::unreached;
};

template <class T>
struct WaveTileType {
  using Tile = T;
};
/// Calls work(WaveTileType<Tile>()) with the type of tile that a kind and the fields' costs ask for. `Team`: who computes an eikonal tile.
PLETHOS_CALLS_HOST
template <class Row, planning::TileKind kind, class Team = LoneRow<Row>, class Work>
PLETHOS_FUNCTION void with_tile_type(const planning::WaveArguments& arguments, const Work& work) {
  const bool has_costs = arguments.costs != nullptr;
  if constexpr (kind == planning::TileKind::second_order) {
    has_costs ? work(WaveTileType<SecondOrderTile<Row, true>>()) : work(WaveTileType<SecondOrderTile<Row, false>>());
  } else if constexpr (kind == planning::TileKind::eikonal) {
    has_costs ? work(WaveTileType<EikonalTile<Row, true, Team>>()) : work(WaveTileType<EikonalTile<Row, false, Team>>());
  } else {
    has_costs ? work(WaveTileType<StepTile<Row, true>>()) : work(WaveTileType<StepTile<Row, false>>());
  }
}

PLETHOS_KERNEL_END
#endif
