// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_PLANNING_POTENTIAL_FAR_TILE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_PLANNING_POTENTIAL_FAR_TILE_INL
#undef PLETHOS_PLANNING_POTENTIAL_FAR_TILE_INL
#else
#define PLETHOS_PLANNING_POTENTIAL_FAR_TILE_INL
#endif

#include "algorithms/planning/potential/scaled_fields.hpp"
#include "core/lane/atomics-inl.hpp"
#ifdef HWY_TARGET_INCLUDE
#include <bit>
#endif

PLETHOS_KERNEL_BEGIN

#ifdef HWY_TARGET_INCLUDE
HWY_INLINE std::int32_t bits_of_float(float x) { return std::bit_cast<std::int32_t>(x); }
#else
KOKKOS_FORCEINLINE_FUNCTION std::int32_t bits_of_float(float x) { return Kokkos::bit_cast<std::int32_t>(x); }
#endif

/// Memory for a tile with the cells around it: rows and columns -1 to 32, of which each row is padded.
template <class Row>
struct FarTileMemory {
  static constexpr int side = planning::potential_tile;
  static constexpr int stride = Row::pad + side + (Row::pad > 1 ? Row::pad : 1);
  static constexpr int size = (side + 2) * stride;

  alignas(64) float mantissas[size];
  alignas(64) std::int32_t exponents[size];
};

/// A tile of a field whose far values are relaxed, red cells and black cells in turn. They begin at 0 and only rise, so that each one is at
/// most the mean of its neighbors' at any time: wherever the computing ends, every cell with a value has a neighbor with a greater one, up
/// to rounding. All threads of a row type run through its functions together.
template <class Row>
class FarTile {
 public:
  using Float = typename Row::Float;
  using Int = typename Row::Int;
  using Mask = typename Row::Mask;
  using Memory = FarTileMemory<Row>;
  static constexpr int side = Memory::side, stride = Memory::stride;
  /// A tile is left for the next round after so many sweeps.
  static constexpr int most_sweeps = 16;

  PLETHOS_FUNCTION FarTile(const planning::ScaledFields& fields, std::int32_t item, Memory& memory) : fields_(fields), memory_(memory) {
    field_ = item / fields.tiles();
    const std::int32_t tile = item - field_ * fields.tiles();
    row_ = tile / fields.columns;
    column_ = tile - row_ * fields.columns;
  }

  /// Relaxes a tile of this round's color, if its turn has come, and wakes those beside it that see a change.
  PLETHOS_FUNCTION void relax(std::int32_t item) {
    if ((row_ + column_) % 2 != fields_.color) return;
    const std::int32_t key = fields_.keys[item];
    if (key < state().threshold) {
      if (Row::rank() == 0 && key > planning::at_rest) note_key(key);
      return;
    }
    load();
    bool changes = true;
    for (int sweep = 0; changes && sweep < most_sweeps; ++sweep) {
      const bool first = relax_color(0x55555555u), second = relax_color(0xaaaaaaaau);
      changes = first || second;
    }
    // What lies beside a tile's side hears of the greatest value there that has changed.
    const std::int32_t above = greatest_change(0, 0, 1, 0), below = greatest_change(0, side - 1, 1, 0);
    const std::int32_t left = greatest_change(0, 0, 0, 1), right = greatest_change(side - 1, 0, 0, 1);
    Row::sync();
    store();
    if (Row::rank() == 0) {
      fields_.keys[item] = changes ? key : planning::at_rest;
      if (changes) note_key(key);
      atomic_add(state().worked, 1);
      if (row_ > 0) wake(item - fields_.columns, above);
      if (row_ + 1 < fields_.rows) wake(item + fields_.columns, below);
      if (column_ > 0) wake(item - 1, left);
      if (column_ + 1 < fields_.columns) wake(item + 1, right);
    }
    Row::sync();
  }

 private:
  PLETHOS_FUNCTION void wake(std::int32_t item, std::int32_t key) const {
    if (key == planning::at_rest) return;
    atomic_greatest(fields_.keys[item], key);
    note_key(key);
  }
  PLETHOS_FUNCTION void note_key(std::int32_t key) const { atomic_greatest(state().greatest, key); }
  PLETHOS_FUNCTION planning::FarState& state() const { return fields_.states[field_]; }
  PLETHOS_FUNCTION static int place(int x, int y) { return (y + 1) * stride + Row::pad + x; }

  PLETHOS_FUNCTION void load() {
    for (int y = -1; y <= side; ++y) {
      const std::int32_t row = row_ * side + y;
      const bool inside = row >= 0 && row < side * fields_.rows;
      const std::size_t from = fields_.place(field_, column_ * side, inside ? row : 0);
      for (int x = 0; x < side; x += Row::width) {
        Row::store(inside ? Row::load(fields_.mantissas + from + x) : Row::set(0.f), memory_.mantissas + place(x, y));
        Row::store(inside ? Row::load(fields_.exponents + from + x) : Row::set_int(planning::no_exponent), memory_.exponents + place(x, y));
      }
    }
    Row::each(2 * side, [&](std::int32_t k) PLETHOS_LAMBDA {
      const int y = k / 2, x = k % 2 == 0 ? -1 : side;
      const bool inside = k % 2 == 0 ? column_ > 0 : column_ + 1 < fields_.columns;
      const std::size_t from = fields_.place(field_, inside ? column_ * side + x : 0, row_ * side + y);
      memory_.mantissas[place(x, y)] = inside ? fields_.mantissas[from] : 0.f;
      memory_.exponents[place(x, y)] = inside ? fields_.exponents[from] : planning::no_exponent;
    });
    Row::sync();
  }

  /// Returns the power of two of the greatest value that has changed, of 32 cells in a line; at_rest if none has.
  PLETHOS_FUNCTION std::int32_t greatest_change(int x, int y, int step_x, int step_y) const {
    return -Row::least(side, [&](std::int32_t k) PLETHOS_LAMBDA {
      const int at = place(x + k * step_x, y + k * step_y);
      const float mantissa = memory_.mantissas[at];
      const std::int32_t exponent = memory_.exponents[at];
      const std::size_t from = fields_.place(field_, column_ * side + x + k * step_x, row_ * side + y + k * step_y);
      const std::int32_t lower = exponent - fields_.exponents[from];
      const float old = lower == 0 ? fields_.mantissas[from] : lower == 1 ? fields_.mantissas[from] / planning::exponent_base : 0.f;
      if (!(mantissa - old > fields_.tolerance * mantissa)) return -planning::at_rest;
      return -(64 * exponent + (bits_of_float(mantissa) >> 23) - 127);
    });
  }

  PLETHOS_FUNCTION void store() const {
    for (int y = 0; y < side; ++y) {
      const std::size_t to = fields_.place(field_, column_ * side, row_ * side + y);
      for (int x = 0; x < side; x += Row::width) {
        Row::store(Row::load(memory_.mantissas + place(x, y)), fields_.mantissas + to + x);
        Row::store(Row::load(memory_.exponents + place(x, y)), fields_.exponents + to + x);
      }
    }
    Row::sync();
  }

  /// Relaxes the cells of a color, which `even` has the columns of in even rows. Returns whether any has changed.
  PLETHOS_FUNCTION bool relax_color(std::uint32_t even) {
    bool changes = false;
    for (int y = 0; y < side; ++y) {
      const std::uint32_t bits = fields_.far[fields_.word(field_, column_, row_ * side + y)] & (y % 2 == 0 ? even : ~even);
      if (bits == 0) continue;
      for (int x = 0; x < side; x += Row::width) {
        if (bits >> x != 0) changes = relax_cells(place(x, y), Row::bits(bits >> x)) || changes;
      }
    }
    Row::sync();
    return changes;
  }
  PLETHOS_FUNCTION bool relax_cells(int at, Mask far) {
    const Int west = Row::load_unaligned(memory_.exponents + at - 1), east = Row::load_unaligned(memory_.exponents + at + 1);
    const Int north = Row::load(memory_.exponents + at - stride), south = Row::load(memory_.exponents + at + stride);
    Int exponent = most(most(west, east), most(north, south));
    const Float sides = scaled(Row::load_unaligned(memory_.mantissas + at - 1), west, exponent) +
                        scaled(Row::load_unaligned(memory_.mantissas + at + 1), east, exponent);
    const Float ends = scaled(Row::load(memory_.mantissas + at - stride), north, exponent) +
                       scaled(Row::load(memory_.mantissas + at + stride), south, exponent);
    Float mantissa = Row::set(0.25f) * (sides + ends);
    const Mask small = Row::less(mantissa, Row::set(planning::least_mantissa)) & Row::less(Row::set_int(planning::no_exponent), exponent);
    mantissa = Row::select(small, mantissa * Row::set(planning::exponent_base), mantissa);
    exponent = Row::select(small, exponent - Row::set_int(1), exponent);
    const Float old_mantissa = Row::load(memory_.mantissas + at);
    const Int old_exponent = Row::load(memory_.exponents + at);
    Row::store(Row::select(far, mantissa, old_mantissa), memory_.mantissas + at);
    Row::store(Row::select(far, exponent, old_exponent), memory_.exponents + at);
    return Row::any(far & rises(old_mantissa, old_exponent, mantissa, exponent));
  }

  /// Returns whether a value is more than another one, by more than the tolerance.
  PLETHOS_FUNCTION Mask rises(Float old_mantissa, Int old_exponent, Float mantissa, Int exponent) const {
    const Float old = scaled(old_mantissa, old_exponent, exponent);
    return Row::less(Row::mul_add(mantissa, Row::set(fields_.tolerance), old), mantissa);
  }
  PLETHOS_FUNCTION static Int most(Int a, Int b) { return Row::select(Row::less(a, b), b, a); }
  /// Returns the mantissa that a value has with another exponent, which is not lower.
  PLETHOS_FUNCTION static Float scaled(Float mantissa, Int exponent, Int to) {
    const Float lower =
        Row::select(Row::less(exponent, to - Row::set_int(1)), Row::set(0.f), mantissa * Row::set(1.f / planning::exponent_base));
    return Row::select(Row::less(exponent, to), lower, mantissa);
  }

  const planning::ScaledFields& fields_;
  Memory& memory_;
  std::int32_t field_, row_, column_;
};

PLETHOS_KERNEL_END
#endif
