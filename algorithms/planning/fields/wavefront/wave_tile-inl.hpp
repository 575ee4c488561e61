// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_TILE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_TILE_INL
#undef PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_TILE_INL
#else
#define PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_TILE_INL
#endif

#include "algorithms/planning/fields/wavefront/wave_arguments.hpp"
#include "core/lane/kernel_macros.hpp"
#include "core/lane/lone_row-inl.hpp"
#ifdef HWY_TARGET_INCLUDE
#include <atomic>
#else
#include "backends/relaxed_load.hpp"
#endif

PLETHOS_KERNEL_BEGIN

/// Memory of every round: tiles to be listed, and those around a tile that are to be woken, with their keys.
struct WaveRoundMemory {
  static constexpr int most_woken = 64, most_around = 8;
  std::int32_t woken[most_woken];
  std::int32_t around[most_around], least[most_around];
};

/// Memory for a tile of a field with the cells around it: rows and columns -1 to 32, of which each row is padded.
template <class Row, bool with_costs>
struct WaveTileMemory : WaveRoundMemory {
  static constexpr int side = planning::wave_tile_side;
  static constexpr int stride = Row::pad + side + (Row::pad > 1 ? Row::pad : 1);
  static constexpr int size = (side + 2) * stride;

  alignas(64) std::int32_t values[size];
  alignas(64) std::int32_t costs[with_costs ? size : 1];
  std::uint64_t passable[side + 2];  ///< of each row, bit 1 + column
};

/// Where a tile lies in its field.
class WavePlace {
 public:
  static constexpr int side = planning::wave_tile_side;

  PLETHOS_FUNCTION WavePlace(const planning::WaveArguments& arguments, std::int32_t item) : arguments_(arguments) {
    const std::int32_t tiles = arguments.columns * arguments.rows;
    field_ = item / tiles;
    const std::int32_t tile = item - field_ * tiles;
    row_ = tile / arguments.columns;
    column_ = tile - row_ * arguments.columns;
  }

  /// Returns the item of a tile by its place relative to this one, or -1 outside of the map.
  PLETHOS_FUNCTION std::int32_t item(std::int32_t columns, std::int32_t rows) const {
    const std::int32_t c = column_ + columns, r = row_ + rows;
    if (c < 0 || c >= arguments_.columns || r < 0 || r >= arguments_.rows) return -1;
    return (field_ * arguments_.rows + r) * arguments_.columns + c;
  }
  /// Returns a number that other threads may be changing.
  template <class T>
  PLETHOS_FUNCTION static T load_one(T* p) {
#ifdef HWY_TARGET_INCLUDE
    return std::atomic_ref<T>(*p).load(std::memory_order_relaxed);
#else
    return backends::relaxed_load(*p);
#endif
  }
  /// Sets a number that other threads may be reading.
  template <class T>
  PLETHOS_FUNCTION static void store_one(T value, T* p) {
#ifdef HWY_TARGET_INCLUDE
    std::atomic_ref<T>(*p).store(value, std::memory_order_relaxed);
#else
    backends::relaxed_store(*p, value);
#endif
  }

 protected:
  const planning::WaveArguments& arguments_;
  std::int32_t field_, row_, column_;
};

/// A tile of a field, which a row of cells after the other is computed in. All threads of a row type run through its functions together.
/// `Self` is the class that derives from it, and says what a cell's value is by those of its neighbors:
///
/// - best(r, x): the values of cells of row r, from x on, by their neighbors as they are now. It never falls where a neighbor's value
///   rises, and is larger than the values that it is made of;
/// - relax(): lowers the cells to best(), until none of them changes, and returns the rows in which some have changed, a bit a row;
/// - store(rows): copies rows back, and returns whether one of their values is above `longest`;
/// - find_lowered_around(wake): after store(), calls wake(column, row, least) for each of the tiles around, by its place relative to this
///   one, some cell of which this tile's cells may lower to `least` or more; with `least` of unreached for the others.
template <class Self, class Row, bool with_costs>
class WaveTile : public WavePlace {
 public:
  using RowType = Row;
  using Int = typename Row::Int;
  using Mask = typename Row::Mask;
  using Memory = WaveTileMemory<Row, with_costs>;

  PLETHOS_FUNCTION WaveTile(const planning::WaveArguments& arguments, std::int32_t item, Memory& memory)
      : WavePlace(arguments, item), memory_(memory) {}

  /// Copies the tile and the cells around it. All rows of a team share that.
  template <class Team = LoneRow<Row>>
  PLETHOS_FUNCTION void load() {
    const int rank = Team::rank(), size = Team::size();
    const auto does = [&](int part) PLETHOS_LAMBDA { return part % size == rank; };
    if (does(0)) load_passable();
    if constexpr (with_costs) {
      const std::size_t wide = static_cast<std::size_t>(arguments_.columns * side + 2);
      for (int r = rank - 1; r <= side; r += size) {
        const std::int32_t* cost = arguments_.costs + static_cast<std::size_t>(row_ * side + r + 1) * wide + column_ * side;
        Row::each(side + 2, [&](int c) PLETHOS_LAMBDA { memory_.costs[at(r, c - 1)] = cost[c]; });
      }
    }
    load_own(rank, size);
    if (does(1)) load_row(-1, tile_values(0, -1), side - 1);
    if (does(2)) load_row(side, tile_values(0, 1), 0);
    if (does(3)) load_column(-1, tile_values(-1, 0), side - 1);
    if (does(4)) load_column(side, tile_values(1, 0), 0);
    if (does(5)) {
      Row::each(4, [&](int k) PLETHOS_LAMBDA {
        const int right = k & 1, below = k >> 1;
        std::int32_t* corner = tile_values(2 * right - 1, 2 * below - 1);
        const std::int32_t cell = (below ? 0 : side - 1) * side + (right ? 0 : side - 1);
        *value(below ? side : -1, right ? side : -1) = corner ? load_one(corner + cell) : planning::unreached;
      });
    }
    Team::sync();
  }

  /// Marks the cells as unreached whose values no neighbor gives any more, until there are none. Cells of value 0 stay. Returns the rows in
  /// which some have changed; `cells` grows by their number.
  PLETHOS_FUNCTION std::uint32_t raise(std::int32_t& cells) {
    std::uint32_t changed = 0;
    std::uint64_t waiting = (std::uint64_t{1} << side) - 1;
    while (waiting != 0) {
      for (int r = 0; r < side; ++r) {
        if ((waiting >> r & 1u) == 0) continue;
        waiting &= ~(std::uint64_t{1} << r);
        bool any = false;
        while (raise_row(r, cells)) any = true;
        if (!any) continue;
        changed |= 1u << r;
        if (r > 0) waiting |= std::uint64_t{1} << (r - 1);
        if (r + 1 < side) waiting |= std::uint64_t{1} << (r + 1);
      }
    }
    return changed;
  }

  /// Returns the least value that a cell would be lowered to; unreached if none would.
  PLETHOS_FUNCTION std::int32_t least_lowered() {
    Int least = Row::set_int(planning::unreached);
    for (int r = 0; r < side; ++r) {
      for (int x = 0; x < side; x += Row::width) {
        const Int found = self().best(r, x);
        least = Row::min(least, Row::select(Row::less(found, Row::load(row(r) + x)), found, Row::set_int(planning::unreached)));
      }
    }
    return Row::least(least);
  }

  /// Writes what the cells are lowered to by their neighbors as they are now. Returns whether a value below `needed` has changed, and in
  /// `too_long` whether one is above `longest`.
  PLETHOS_FUNCTION bool sweep(std::int32_t needed, bool& too_long) const {
    const std::int32_t own = item(0, 0);
    std::int32_t* swept = arguments_.swept + static_cast<std::size_t>(own) * planning::wave_tile_cells;
    bool changed = false;
    for (int r = 0; r < side; ++r) {
      for (int x = 0; x < side; x += Row::width) {
        const Int before = Row::load(row(r) + x);
        const Int found = Row::min(before, self().best(r, x));
        Row::store(found, swept + r * side + x);
        changed = Row::any(Row::less(found, before) & Row::less(found, Row::set_int(needed))) || changed;
        too_long = Row::any(is_too_long(found)) || too_long;
      }
    }
    return changed;
  }

  /// Copies rows back, a bit a row. Returns whether one of their values is above `longest`.
  PLETHOS_FUNCTION bool store(std::uint32_t changed) {
    std::int32_t* own = tile_values(0, 0);
    bool too_long = false;
    for (int r = 0; r < side; ++r) {
      if ((changed >> r & 1u) == 0) continue;
      for (int x = 0; x < side; x += Row::width) {
        const Int now = Row::load(row(r) + x);
        Row::store_shared(now, own + r * side + x);
        too_long = Row::any(is_too_long(now)) || too_long;
      }
    }
    return too_long;
  }

 protected:
  PLETHOS_FUNCTION const Self& self() const { return static_cast<const Self&>(*this); }
  PLETHOS_FUNCTION Mask is_too_long(Int values) const {
    return Row::less(Row::set_int(arguments_.longest), values) & Row::less(values, Row::set_int(planning::unreached));
  }
  PLETHOS_FUNCTION static int at(int r, int c) { return (r + 1) * Memory::stride + Row::pad + c; }
  PLETHOS_FUNCTION std::int32_t* value(int r, int c) const { return memory_.values + at(r, c); }
  PLETHOS_FUNCTION std::int32_t* row(int r) const { return value(r, 0); }
  /// Returns the cells of a tile by its place relative to this one; null outside of the map.
  PLETHOS_FUNCTION std::int32_t* tile_values(std::int32_t columns, std::int32_t rows) const {
    const std::int32_t other = item(columns, rows);
    return other < 0 ? nullptr : arguments_.values + static_cast<std::size_t>(other) * planning::wave_tile_cells;
  }
  PLETHOS_FUNCTION void load_passable() {
    const std::int32_t words = arguments_.columns + 2;
    Row::each(side + 2, [&](int r) PLETHOS_LAMBDA {
      const std::uint32_t* word = arguments_.passable + static_cast<std::size_t>(row_ * side + r) * words + column_;
      memory_.passable[r] = static_cast<std::uint64_t>(word[0]) >> 31 | static_cast<std::uint64_t>(word[1]) << 1 |
                            static_cast<std::uint64_t>(word[2] & 1u) << 33;
    });
  }
  /// Copies the tile's rows from `rank` on, each `size`-th one. A warp waits for some of them together.
  PLETHOS_FUNCTION void load_own(int rank, int size) {
    constexpr int together = Row::width == side ? 4 : 1;
    const std::int32_t* own = tile_values(0, 0);
    for (int first = rank; first < side; first += together * size) {
      for (int x = 0; x < side; x += Row::width) {
        Int cells[together];
        for (int k = 0; k < together; ++k) {
          const int r = first + k * size;
          cells[k] = Row::load_unaligned(own + (r < side ? r : first) * side + x);
        }
        for (int k = 0; k < together; ++k) {
          const int r = first + k * size;
          if (r < side) Row::store(cells[k], row(r) + x);
        }
      }
    }
  }
  PLETHOS_FUNCTION void load_row(int r, std::int32_t* tile, int from) {
    for (int x = 0; x < side; x += Row::width) {
      Row::store(tile ? Row::load_shared(tile + from * side + x) : Row::set_int(planning::unreached), row(r) + x);
    }
  }
  PLETHOS_FUNCTION void load_column(int c, std::int32_t* tile, int from) {
    Row::each(side, [&](int r) PLETHOS_LAMBDA { *value(r, c) = tile ? load_one(tile + r * side + from) : planning::unreached; });
  }

  PLETHOS_FUNCTION bool raise_row(int r, std::int32_t& cells) {
    bool raised = false;
    const Int none = Row::set_int(planning::unreached);
    for (int x = 0; x < side; x += Row::width) {
      const Int before = Row::load(row(r) + x);
      // A cell of value 0 is a goal, and one that is unreached stays so.
      const Mask kept = Row::less(before, none) & Row::less(Row::set_int(0), before);
      const Mask lost = kept & Row::less(before, self().best(r, x));
      if (!Row::any(lost)) continue;
      Row::sync();
      Row::store(Row::select(lost, none, before), row(r) + x);
      Row::sync();
      cells += Row::count_true(lost);
      raised = true;
    }
    return raised;
  }

  Memory& memory_;
};

PLETHOS_KERNEL_END
#endif
