// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_PLANNING_POTENTIAL_FAR_TILE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_PLANNING_POTENTIAL_FAR_TILE_INL
#undef PLETHOS_PLANNING_POTENTIAL_FAR_TILE_INL
#else
#define PLETHOS_PLANNING_POTENTIAL_FAR_TILE_INL
#endif

#include "algorithms/planning/potential/scaled_fields.hpp"
#include "core/lane/atomics-inl.hpp"
#include "core/lane/lone_row-inl.hpp"
#ifdef HWY_TARGET_INCLUDE
#include <bit>
#endif

PLETHOS_KERNEL_BEGIN

#ifdef HWY_TARGET_INCLUDE
HWY_INLINE std::int32_t bits_of_float(float x) { return std::bit_cast<std::int32_t>(x); }
#else
KOKKOS_FORCEINLINE_FUNCTION std::int32_t bits_of_float(float x) { return Kokkos::bit_cast<std::int32_t>(x); }
#endif

/// Memory for a tile with the cells around it, as far_board() says.
struct FarTileMemory {
  alignas(64) float mantissas[2 * planning::far_board().size];
  alignas(64) std::int32_t exponents[2 * planning::far_board().size];
};

/// A tile of a field whose far values are relaxed, red cells and black cells in turn. They begin at 0 and only rise, so that each one is at
/// most the mean of its neighbors' at any time: wherever the computing ends, every cell with a value has a neighbor with a greater one, up
/// to rounding. All threads of a row type, and all rows of a team, run through its functions together. Each word of cells belongs to one
/// row.
template <class Row, class Team = LoneRow<Row>>
class FarTile {
 public:
  using Float = typename Row::Float;
  using Int = typename Row::Int;
  using Mask = typename Row::Mask;
  static constexpr int side = planning::potential_tile;
  /// A tile is left for the next round after so many sweeps.
  static constexpr int most_sweeps = 16;

  PLETHOS_FUNCTION FarTile(const planning::ScaledFields& fields, std::int32_t item, FarTileMemory& memory)
      : fields_(fields), memory_(memory), item_(item) {
    const Place place(fields, item);
    field_ = place.field;
    row_ = place.row;
    column_ = place.column;
  }

  /// Returns whether a tile is of this round's color, and its turn has come. Any thread may call alone. If it `notes` that, which one does
  /// for each tile, the next round knows of tiles whose turn comes later.
  PLETHOS_FUNCTION static bool is_due(const planning::ScaledFields& fields, std::int32_t item, bool notes) {
    const Place place(fields, item);
    if ((place.row + place.column) % 2 != fields.color) return false;
    planning::FarState& state = fields.states[place.field];
    if (notes && place.row + place.column == 0) state.greatest[turn_after(fields, 2)] = planning::at_rest;
    const std::int32_t key = fields.keys[item];
    if (key >= state.threshold(fields.turn)) return true;
    if (notes && key > planning::at_rest) raise_to(state.greatest[turn_after(fields, 1)], key);
    return false;
  }

  /// Relaxes the tile, which must be due, and wakes those beside it that see a change.
  PLETHOS_FUNCTION void relax() {
    const std::int32_t key = fields_.keys[item_];
    // The cell in the north-west is red.
    constexpr std::int32_t red = planning::far_board().number(1, 1) % 2, black = 1 - red;
    const std::uint32_t first_red = far_bits(red, Team::rank()), first_black = far_bits(black, Team::rank());
    load();
    bool changes = true;
    for (int sweep = 0; changes && sweep < most_sweeps; ++sweep) {
      const Mask of_red = relax_color<red>(first_red);
      Team::sync();
      const Mask of_black = relax_color<black>(first_black);
      Team::sync();
      changes = Team::any(Row::any(of_red | of_black));
    }
    // What lies beside a tile's side hears of the greatest value there that has changed.
    for (std::int32_t way = Team::rank(); way < 4; way += Team::size()) {
      const int along = way / 2, end = way % 2;
      const std::int32_t line = along == 0 ? row_ : column_, lines = along == 0 ? fields_.rows : fields_.columns;
      if (end == 0 ? line == 0 : line + 1 == lines) continue;
      const int last = end * (side - 1);
      const std::int32_t greatest = along == 0 ? greatest_change(0, last, 1, 0) : greatest_change(last, 0, 0, 1);
      if (Row::rank() == 0) wake(item_ + (2 * end - 1) * (along == 0 ? fields_.columns : 1), greatest);
    }
    Team::sync();
    store();
    if (Team::rank() == 0 && Row::rank() == 0) {
      fields_.keys[item_] = changes ? key : planning::at_rest;
      if (changes) note_key(key);
      add_to(state().worked, 1);
    }
    Team::sync();
  }

 private:
  static constexpr int half = side / 2;

  struct Place {
    std::int32_t field, row, column;

    PLETHOS_FUNCTION Place(const planning::ScaledFields& fields, std::int32_t item) {
      field = item / fields.tiles();
      const std::int32_t tile = item - field * fields.tiles();
      row = tile / fields.columns;
      column = tile - row * fields.columns;
    }
  };

  PLETHOS_FUNCTION static std::int32_t turn_after(const planning::ScaledFields& fields, std::int32_t turns) {
    return (fields.turn + turns) % planning::FarState::turns;
  }
  PLETHOS_FUNCTION void wake(std::int32_t item, std::int32_t key) const {
    if (key == planning::at_rest) return;
    raise_to(fields_.keys[item], key);
    note_key(key);
  }
  PLETHOS_FUNCTION void note_key(std::int32_t key) const { raise_to(state().greatest[turn_after(fields_, 1)], key); }
  PLETHOS_FUNCTION planning::FarState& state() const { return fields_.states[field_]; }
  PLETHOS_FUNCTION static int place(int x, int y) {
    constexpr planning::Checkerboard board = planning::far_board();
    return board.element(board.number(x + 1, y + 1));
  }
  PLETHOS_FUNCTION std::size_t place_in_field(int x, int y) const { return fields_.place(field_, column_ * side + x, row_ * side + y); }

  PLETHOS_FUNCTION void load() {
    constexpr std::int32_t elements = 2 * planning::far_board().size;
    // Vectors reach beyond the tile, and what they find there must not slow them down.
    for (std::int32_t k = Team::rank() * Row::width; k < elements; k += Team::size() * Row::width) {
      Row::store(Row::set(0.f), memory_.mantissas + k);
      Row::store(Row::set_int(planning::no_exponent), memory_.exponents + k);
    }
    Team::sync();
    const bool west = column_ > 0, east = column_ + 1 < fields_.columns;
    for (std::int32_t y = Team::rank() - 1; y <= side; y += Team::size()) {
      const std::int32_t row = row_ * side + y;
      if (row < 0 || row >= side * fields_.rows) continue;
      Row::each(half, [&](std::int32_t k) PLETHOS_LAMBDA {
        load_cell(2 * k, y);
        load_cell(2 * k + 1, y);
      });
      if (y < 0 || y == side) continue;
      Row::each(2, [&](std::int32_t k) PLETHOS_LAMBDA {
        if (k == 0 ? west : east) load_cell(k == 0 ? -1 : side, y);
      });
    }
    Team::sync();
  }
  PLETHOS_FUNCTION void load_cell(int x, int y) {
    const int to = place(x, y);
    const std::size_t from = place_in_field(x, y);
    memory_.mantissas[to] = fields_.mantissas[from];
    memory_.exponents[to] = fields_.exponents[from];
  }

  /// Returns the power of two of the greatest value that has changed, of 32 cells in a line; at_rest if none has.
  PLETHOS_FUNCTION std::int32_t greatest_change(int x, int y, int step_x, int step_y) const {
    return -Row::least(side, [&](std::int32_t k) PLETHOS_LAMBDA {
      const int at = place(x + k * step_x, y + k * step_y);
      const float mantissa = memory_.mantissas[at];
      const std::int32_t exponent = memory_.exponents[at];
      const std::size_t from = place_in_field(x + k * step_x, y + k * step_y);
      const std::int32_t lower = exponent - fields_.exponents[from];
      const float old = lower == 0 ? fields_.mantissas[from] : lower == 1 ? fields_.mantissas[from] / planning::exponent_base : 0.f;
      if (!(mantissa - old > fields_.tolerance * mantissa)) return -planning::at_rest;
      return -(64 * exponent + (bits_of_float(mantissa) >> 23) - 127);
    });
  }

  PLETHOS_FUNCTION void store() const {
    for (std::int32_t y = Team::rank(); y < side; y += Team::size()) {
      Row::each(half, [&](std::int32_t k) PLETHOS_LAMBDA {
        store_cell(2 * k, y);
        store_cell(2 * k + 1, y);
      });
    }
  }
  PLETHOS_FUNCTION void store_cell(int x, int y) const {
    const int from = place(x, y);
    const std::size_t to = place_in_field(x, y);
    fields_.mantissas[to] = memory_.mantissas[from];
    fields_.exponents[to] = memory_.exponents[from];
  }

  PLETHOS_FUNCTION std::uint32_t far_bits(std::int32_t color, std::int32_t word) const {
    return word < planning::far_words ? fields_.far[fields_.words(item_, color) + word] : 0;
  }
  /// Relaxes the cells of a color. `bits`: of the row's first word, which it need not wait for. Returns elements of which some have
  /// changed.
  template <std::int32_t color>
  PLETHOS_FUNCTION Mask relax_color(std::uint32_t bits) {
    constexpr std::uint32_t all = 0xffffffffu >> (32 - Row::width);
    Mask changes = Row::bits(0);
    for (std::int32_t word = Team::rank(); word < planning::far_words; bits = far_bits(color, word += Team::size())) {
      for (int x = 0; x < 32; x += Row::width) {
        if ((bits >> x & all) == 0) continue;
        changes = changes | relax_cells<color>(32 * (planning::first_far_word + word) + x, Row::bits(bits >> x));
      }
    }
    return changes;
  }
  /// Relaxes those of the cells from a place on that are far. Returns which of them have changed.
  template <std::int32_t color>
  PLETHOS_FUNCTION Mask relax_cells(std::int32_t k, Mask far) {
    constexpr planning::Checkerboard board = planning::far_board();
    const std::int32_t own = board.own(color) + k, west_of = board.west(color) + k, east_of = west_of + 1;
    const std::int32_t north_of = west_of - board.stride / 2, south_of = east_of + board.stride / 2;
    const Int west = Row::load_unaligned(memory_.exponents + west_of), east = Row::load_unaligned(memory_.exponents + east_of);
    const Int north = Row::load_unaligned(memory_.exponents + north_of), south = Row::load_unaligned(memory_.exponents + south_of);
    Int exponent = most(most(west, east), most(north, south));
    const Float sides = scaled(Row::load_unaligned(memory_.mantissas + west_of), west, exponent) +
                        scaled(Row::load_unaligned(memory_.mantissas + east_of), east, exponent);
    const Float ends = scaled(Row::load_unaligned(memory_.mantissas + north_of), north, exponent) +
                       scaled(Row::load_unaligned(memory_.mantissas + south_of), south, exponent);
    Float mantissa = Row::set(0.25f) * (sides + ends);
    const Mask small = Row::less(mantissa, Row::set(planning::least_mantissa)) & Row::less(Row::set_int(planning::no_exponent), exponent);
    mantissa = Row::select(small, mantissa * Row::set(planning::exponent_base), mantissa);
    exponent = Row::select(small, exponent - Row::set_int(1), exponent);
    const Float old_mantissa = Row::load(memory_.mantissas + own);
    const Int old_exponent = Row::load(memory_.exponents + own);
    Row::store(Row::select(far, mantissa, old_mantissa), memory_.mantissas + own);
    Row::store(Row::select(far, exponent, old_exponent), memory_.exponents + own);
    return far & rises(old_mantissa, old_exponent, mantissa, exponent);
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
  FarTileMemory& memory_;
  std::int32_t item_, field_, row_, column_;
};

PLETHOS_KERNEL_END
#endif
