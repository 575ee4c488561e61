// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_SECOND_ORDER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_SECOND_ORDER_INL
#undef PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_SECOND_ORDER_INL
#else
#define PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_SECOND_ORDER_INL
#endif

#include "algorithms/planning/fields/wavefront/wave_tile-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// Memory for a tile and two cells around it on each side, by diagonals.
template <class Row, bool with_costs>
struct SecondOrderTileMemory : WaveRoundMemory {
  static constexpr int side = planning::wave_tile_side;
  static constexpr int pad = Row::pad > 2 ? Row::pad : 2;
  /// Odd for a device, whose threads store a row of cells to as many banks.
  static constexpr int stride = pad + side + (Row::pad > 2 ? Row::pad : 3);
  static constexpr int diagonals = 2 * (side + 2) - 1;
  static constexpr int size = diagonals * stride;

  alignas(64) std::int32_t values[size];  ///< `unreached` for blocked cells
  alignas(64) float distances[size];
  alignas(64) std::int32_t costs[with_costs ? size : 1];
  std::uint32_t computed[2 * side - 1];  ///< of each diagonal of the tile, bit r: the cell in row r has a distance by its neighbors
};

/// A tile of a field of distances of second order. The values of the field of first order say for each cell where the front comes from: on
/// each axis from the neighbor of lesser value, if that is less than the cell's own. The distance u of a cell solves the eikonal equation
/// by one-sided differences from there: (3 u - 4 a + b) / 2 with the distances a of the neighbor and b of the cell beyond it, if b is not
/// larger than a, all three cost the same and their values fall; else u - a (Sethian 1999, Level Set Methods and Fast Marching Methods,
/// section 8.4). A distance depends only on those of lesser values. So there is one field, in whatever order cells are computed.
template <class Row, bool with_costs>
class SecondOrderTile : public WavePlace {
 public:
  using RowType = Row;
  using Int = typename Row::Int;
  using Float = typename Row::Float;
  using Mask = typename Row::Mask;
  using Memory = SecondOrderTileMemory<Row, with_costs>;

  PLETHOS_FUNCTION SecondOrderTile(const planning::WaveArguments& arguments, std::int32_t item, Memory& memory)
      : WavePlace(arguments, item), memory_(memory) {}

  /// Returns the least value of a tile's cells.
  PLETHOS_FUNCTION std::int32_t least_value() const {
    const std::int32_t* own = values_of(0, 0);
    Int least = Row::set_int(planning::unreached);
    for (int k = 0; k < planning::wave_tile_cells; k += Row::width) least = Row::min(least, Row::load_unaligned(own + k));
    return Row::least(least);
  }

  /// Copies the tile and the cells around it.
  PLETHOS_FUNCTION void load() {
    find_direction();
    Row::each(2 * side - 1, [&](int k) PLETHOS_LAMBDA {
      memory_.computed[k] = k < side ? 0xffffffffu >> (side - 1 - k) : 0xffffffffu << (k - side + 1);
    });
    Row::sync();
    for (int r = 0; r < side; ++r) {
      load_own_row(r);
      Row::sync();
    }
    for (int k = 0; k < 4; ++k) {
      const int beyond = k < 2 ? k - 2 : side + k - 2;
      const Line row = line(beyond, 0, true), column = line(0, beyond, false);
      Row::each(side, [&](int i) PLETHOS_LAMBDA {
        load_cell(row, i);
        load_cell(column, i);
      });
    }
    Row::sync();
  }

  /// Goes over the diagonals of the tile to and fro, as EikonalTile, first as the front does, until every distance is that which its
  /// neighbors give. A diagonal is left out while nothing that it reads has changed. Cost: at least one visit of each cell.
  PLETHOS_FUNCTION void settle() {
    constexpr int diagonals = 2 * side - 1;
    std::uint64_t waiting = (std::uint64_t{1} << diagonals) - 1;
    for (bool down = comes_down_; waiting != 0; down = !down) {
      for (int k = 0; k < diagonals; ++k) {
        const int at = down ? k : diagonals - 1 - k;
        const std::uint64_t own = std::uint64_t{1} << at;
        if ((waiting & own) == 0) continue;
        waiting &= ~own;
        if (!settle_diagonal(at)) continue;
        waiting |= (own << 1 | own << 2) & reads_before_;
        waiting |= (own >> 1 | own >> 2) & reads_behind_;
      }
    }
  }

  /// Copies distances back that have changed, and calls wake(column, row, least) for the tiles beside this one that read some of them, with
  /// the least value of their cells that do, and with `unreached` for the others.
  template <class Wake>
  PLETHOS_FUNCTION void store(const Wake& wake) {
    const auto least_beside = [&](bool is_row, int edge, int inward) PLETHOS_LAMBDA {
      return Row::least(side, [&](int i) PLETHOS_LAMBDA {
        const auto value = [&](int k) PLETHOS_LAMBDA { return memory_.values[is_row ? place(k, i) : place(i, k)]; };
        const auto changes = [&](int k) PLETHOS_LAMBDA { return is_row ? has_changed(k, i) : has_changed(i, k); };
        const std::int32_t beside = value(edge - inward);
        return value(edge) < beside && (changes(edge) || changes(edge + inward)) ? beside : planning::unreached;
      });
    };
    const std::int32_t north = least_beside(true, 0, 1), south = least_beside(true, side - 1, -1);
    const std::int32_t west = least_beside(false, 0, 1), east = least_beside(false, side - 1, -1);
    Row::sync();
    for (int r = 0; r < side; ++r) {
      float* own = distances_of(0, 0) + r * side;
      const int first = place(r, 0), next = place(r, 1) - first;
      Row::each(side, [&](int c) PLETHOS_LAMBDA {
        const float before = own[c], now = memory_.distances[first + c * next];
        if (magnitude(before) == now) return;
        if (before < 0) store_one(1, &arguments_.state->lost);
        store_one(now, own + c);
      });
    }
    Row::sync();
    wake(0, -1, north);
    wake(0, 1, south);
    wake(-1, 0, west);
    wake(1, 0, east);
  }

 private:
  /// What is known of cells on one axis.
  struct Axis {
    Mask used, second;
    Mask is_forward;  ///< whether the front comes from the cell of the greater place
    Float near, point;
  };

  PLETHOS_FUNCTION const std::int32_t* values_of(std::int32_t columns, std::int32_t rows) const {
    const std::int32_t other = item(columns, rows);
    return other < 0 ? nullptr : arguments_.values + static_cast<std::size_t>(other) * planning::wave_tile_cells;
  }
  PLETHOS_FUNCTION float* distances_of(std::int32_t columns, std::int32_t rows) const {
    return arguments_.distances + static_cast<std::size_t>(item(columns, rows)) * planning::wave_tile_cells;
  }
  /// The place of a cell by diagonals, as if the front came from the north-west or the south-east.
  PLETHOS_FUNCTION int place(int r, int c) const { return slanted(r, mirrored_ ? side - 1 - c : c); }
  PLETHOS_FUNCTION static int slanted(int r, int c) { return (r + c + 2) * Memory::stride + Memory::pad + r; }
  PLETHOS_FUNCTION static float magnitude(float x) { return x < 0 ? -x : x; }
  PLETHOS_FUNCTION bool has_changed(int r, int c) const {
    return magnitude(distances_of(0, 0)[r * side + c]) != memory_.distances[place(r, c)];
  }

  /// Finds out where the front comes from, by the values around the tile.
  PLETHOS_FUNCTION void find_direction() {
    const auto least = [&](int columns, int rows) PLETHOS_LAMBDA {
      const std::int32_t* tile = values_of(columns, rows);
      return Row::least(side, [&](int i) PLETHOS_LAMBDA {
        const int r = rows == 0 ? i : rows < 0 ? side - 1 : 0, c = columns == 0 ? i : columns < 0 ? side - 1 : 0;
        return tile ? tile[r * side + c] : planning::unreached;
      });
    };
    comes_down_ = least(0, -1) < least(0, 1);
    mirrored_ = (least(-1, 0) < least(1, 0)) != comes_down_;
  }

  /// Cells beside each other in a row or in a column of a tile, in the arrays of all fields and in the memory.
  struct Line {
    const std::int32_t* values;  ///< null outside of the map
    float* distances;
    const std::uint32_t* passable;
    const std::int32_t* costs;
    int bit, place;
    std::int32_t next, next_word, next_cost, next_bit, next_place;
  };
  /// Returns the line that begins with a cell of this tile or of one beside it.
  PLETHOS_FUNCTION Line line(int r, int c, bool is_row) const {
    const int columns = c < 0 ? -1 : c < side ? 0 : 1, rows = r < 0 ? -1 : r < side ? 0 : 1;
    const std::int32_t words = arguments_.columns + 2, wide = arguments_.columns * side + 2;
    Line line{};
    line.place = place(r, c);
    line.next_place = is_row ? place(r, c + 1) - line.place : place(r + 1, c) - line.place;
    const std::int32_t* values = values_of(columns, rows);
    if (values == nullptr) return line;
    const std::int32_t in_tile = (r - rows * side) * side + (c - columns * side);
    const auto y = static_cast<std::size_t>(row_ * side + r + 1);
    line.values = values + in_tile;
    line.distances = distances_of(columns, rows) + in_tile;
    line.passable = arguments_.passable + y * words + column_ + columns + 1;
    line.bit = c - columns * side;
    if constexpr (with_costs) line.costs = arguments_.costs + y * wide + column_ * side + c + 1;
    line.next = is_row ? 1 : side;
    line.next_word = is_row ? 0 : words;
    line.next_cost = is_row ? 1 : wide;
    line.next_bit = is_row ? 1 : 0;
    return line;
  }
  /// Copies what there is about a cell of a line.
  PLETHOS_FUNCTION void load_cell(const Line& line, int k) {
    const int to = line.place + k * line.next_place;
    const bool open = line.values != nullptr && (line.passable[k * line.next_word] >> (line.bit + k * line.next_bit) & 1u) != 0;
    memory_.values[to] = open ? line.values[k * line.next] : planning::unreached;
    memory_.distances[to] = open ? magnitude(load_one(line.distances + k * line.next)) : static_cast<float>(planning::unreached);
    if constexpr (with_costs) memory_.costs[to] = open ? line.costs[k * line.next_cost] : 0;
  }
  PLETHOS_FUNCTION void load_own_row(int r) {
    const Line cells = line(r, 0, true);
    const int diagonal = r + (mirrored_ ? side - 1 : 0), next = mirrored_ ? -1 : 1;
    const std::uint32_t open = *cells.passable;
    Row::each(side, [&](int c) PLETHOS_LAMBDA {
      const std::int32_t value = (open >> c & 1u) != 0 ? cells.values[c] : planning::unreached;
      const float found = cells.distances[c];
      // A cell that sees a source may still be nearer to it, or to another one, by another way.
      const bool exact = value > 0 && found < 0 && -found <= static_cast<float>(value);
      const bool computed = !exact && value > 0 && value < planning::unreached;
      const int to = cells.place + c * cells.next_place;
      memory_.values[to] = value;
      memory_.distances[to] = exact || computed ? magnitude(found) : static_cast<float>(value);
      if constexpr (with_costs) memory_.costs[to] = cells.costs[c];
      if (!computed) memory_.computed[diagonal + c * next] &= ~(1u << r);
    });
  }

  /// The length of steps through cells.
  PLETHOS_FUNCTION Int step([[maybe_unused]] int at) const {
    const Int unit = Row::set_int(arguments_.unit);
    if constexpr (with_costs) {
      return unit * Row::load(memory_.costs + at);
    } else {
      return unit;
    }
  }
  /// Looks along one axis, on which the next cell lies `ahead` further in memory than a cell, and the one before it `ahead` before it plus
  /// `back`. first: whether the front comes from that one if both have the same value.
  PLETHOS_FUNCTION Axis look(int at, int ahead, int back, bool first, Int own, Int& least) const {
    const auto values = [&](int columns) PLETHOS_LAMBDA { return Row::load_unaligned(memory_.values + at + columns); };
    const auto distances = [&](int columns) PLETHOS_LAMBDA { return Row::load_unaligned(memory_.distances + at + columns); };
    const Int before = values(back), behind = values(ahead);
    Axis axis;
    axis.is_forward = Row::less(behind, first ? before : before + Row::set_int(1));
    least = Row::select(axis.is_forward, behind, before);
    axis.used = Row::less(least, own);
    axis.near = Row::select(axis.is_forward, distances(ahead), distances(back));
    const Float beyond = Row::select(axis.is_forward, distances(2 * ahead), distances(2 * back));
    axis.second = Row::less(Row::select(axis.is_forward, values(2 * ahead), values(2 * back)), least) & !Row::less(axis.near, beyond);
    if constexpr (with_costs) {
      const auto costs = [&](int columns) PLETHOS_LAMBDA { return Row::load_unaligned(memory_.costs + at + columns); };
      const auto differ = [&](Int a, Int b) PLETHOS_LAMBDA { return Row::less(a, b) | Row::less(b, a); };
      const Int cost = costs(0);
      axis.second = axis.second & !differ(Row::select(axis.is_forward, costs(ahead), costs(back)), cost) &
                    !differ(Row::select(axis.is_forward, costs(2 * ahead), costs(2 * back)), cost);
    }
    const Float third = Row::min(axis.near - beyond, Row::to_float(step(at))) * Row::set(1.f / 3.f);
    axis.point = Row::select(axis.second, axis.near + third, axis.near);
    return axis;
  }
  /// The distances by one axis alone.
  PLETHOS_FUNCTION static Float alone(const Axis& axis, Float step) {
    return axis.point + Row::select(axis.second, step * Row::set(2.f / 3.f), step);
  }
  /// The distances by both, or if those are not beyond both neighbors, by the one that gives less.
  PLETHOS_FUNCTION static Float together(const Axis& across, const Axis& along, Float step) {
    const auto weight = [](const Axis& axis) PLETHOS_LAMBDA { return Row::select(axis.second, Row::set(2.25f), Row::set(1.f)); };
    const Float a = weight(across), b = weight(along), sum = a + b;
    const Float least = Row::min(across.near, along.near);
    const Float p = across.point - least, q = along.point - least;
    const Float square = sum * (step * step) - a * b * ((p - q) * (p - q));
    const Float root = least + (a * p + b * q + Row::sqrt(Row::max(square, Row::set(0.f)))) * (Row::set(1.f) / sum);
    const Mask none = Row::less(square, Row::set(0.f)) | Row::less(root, Row::max(across.near, along.near));
    return Row::select(none, Row::min(alone(across, step), alone(along, step)), root);
  }

  /// Computes the cells of a diagonal, and takes note of the diagonals that they read. Returns whether some have changed.
  PLETHOS_FUNCTION bool settle_diagonal(int k) {
    const std::uint32_t computed = memory_.computed[k];
    bool changed = false;
    const int first = k < side ? 0 : k - side + 1, last = k < side ? k : side - 1;
    for (int x = first / Row::width * Row::width; x <= last; x += Row::width) {
      const Mask inside = Row::bits(computed >> x);
      if (!Row::any(inside)) continue;
      const int at = slanted(x, k - x);
      const Int own = Row::load(memory_.values + at), length = step(at);
      Int least_across, least_along;
      Axis across = look(at, Memory::stride, -Memory::stride, !mirrored_, own, least_across);
      Axis along = look(at, Memory::stride + 1, -Memory::stride - 1, true, own, least_along);
      across.used = across.used & Row::less(least_across, least_along + length);
      along.used = along.used & Row::less(least_along, least_across + length);
      const Float steps = Row::to_float(length);
      const Float by_one = Row::select(across.used, alone(across, steps), Row::select(along.used, alone(along, steps), Row::to_float(own)));
      const Float found = Row::select(across.used & along.used, together(across, along, steps), by_one);
      const auto note = [&](Mask reads, std::uint64_t& diagonals) PLETHOS_LAMBDA {
        if (Row::any(reads & inside)) diagonals |= std::uint64_t{1} << k;
      };
      note((across.used & !across.is_forward) | (along.used & !along.is_forward), reads_before_);
      note((across.used & across.is_forward) | (along.used & along.is_forward), reads_behind_);
      const Float stored = Row::load(memory_.distances + at);
      const Mask differs = inside & (Row::less(found, stored) | Row::less(stored, found));
      if (!Row::any(differs)) continue;
      Row::store(Row::select(differs, found, stored), memory_.distances + at);
      changed = true;
    }
    Row::sync();
    return changed;
  }

  Memory& memory_;
  bool mirrored_ = false;                              ///< whether diagonals lead from the north-west to the south-east
  bool comes_down_ = true;                             ///< whether the front comes from the north
  std::uint64_t reads_before_ = 0, reads_behind_ = 0;  ///< diagonals that read those before them, or behind them
};

PLETHOS_KERNEL_END
#endif
