// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_STEPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_STEPS_INL
#undef PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_STEPS_INL
#else
#define PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_STEPS_INL
#endif

#include "algorithms/planning/fields/wavefront/wave_tile-inl.hpp"
#include "algorithms/planning/grid/map/step_lengths.hpp"

PLETHOS_KERNEL_BEGIN

/// A tile of a field of lengths of ways that lead in steps from cell to cell: the value of a cell is the least sum of a neighbor's and the
/// length of the step between them.
template <class Row, bool with_costs>
class StepTile : public WaveTile<StepTile<Row, with_costs>, Row, with_costs> {
 public:
  using Base = WaveTile<StepTile<Row, with_costs>, Row, with_costs>;
  using Int = typename Base::Int;
  using Mask = typename Base::Mask;
  using Memory = typename Base::Memory;
  using Base::side;

  PLETHOS_FUNCTION StepTile(const planning::WaveArguments& arguments, std::int32_t item, Memory& memory) : Base(arguments, item, memory) {}

  /// Cost: at least two visits of each cell.
  PLETHOS_FUNCTION std::uint32_t relax() {
    std::uint32_t changed = 0;
    // Bit r: row r has changed since the rows below it, or above it, looked at it.
    std::uint32_t down = 0, up = 0;
    for (int r = 0; r < side; ++r) {
      const bool lowered = lower_from(r, r - 1);
      if (spread(r) || lowered) changed |= 1u << r;
    }
    for (int r = side - 1; r >= 0; --r) {
      if (!lower_from(r, r + 1)) continue;
      spread(r);
      changed |= 1u << r;
      down |= 1u << r;
    }
    while (down != 0) {
      for (int r = 1; r < side; ++r) {
        if ((down >> (r - 1) & 1u) == 0 || !lower_from(r, r - 1)) continue;
        spread(r);
        down |= 1u << r;
        up |= 1u << r;
        changed |= 1u << r;
      }
      down = 0;
      if (up == 0) break;
      for (int r = side - 2; r >= 0; --r) {
        if ((up >> (r + 1) & 1u) == 0 || !lower_from(r, r + 1)) continue;
        spread(r);
        up |= 1u << r;
        down |= 1u << r;
        changed |= 1u << r;
      }
      up = 0;
    }
    return changed;
  }

  template <class Wake>
  PLETHOS_FUNCTION void find_lowered_around(const Wake& wake) {
    const auto of_row = [&](int r, int from) PLETHOS_LAMBDA {
      Int least = Row::set_int(planning::unreached);
      const std::uint64_t both = memory_.passable[r + 1] & memory_.passable[from + 1];
      for (int x = 0; x < side; x += Row::width) {
        const Int found = best_from(r, from, x, both);
        least = Row::min(least, Row::select(Row::less(found, Row::load(row(r) + x)), found, Row::set_int(planning::unreached)));
      }
      return Row::least(least);
    };
    const auto of_column = [&](int c, int from) PLETHOS_LAMBDA {
      return Row::least(side, [&](int r) PLETHOS_LAMBDA {
        std::int32_t found = step_to(r, c, r, from);
        if (arguments_.diagonal && r > 0) found = less_of(found, step_to(r, c, r - 1, from));
        if (arguments_.diagonal && r + 1 < side) found = less_of(found, step_to(r, c, r + 1, from));
        return found < *value(r, c) ? found : planning::unreached;
      });
    };
    wake(0, -1, of_row(-1, 0));
    wake(0, 1, of_row(side, side - 1));
    wake(-1, 0, of_column(-1, 0));
    wake(1, 0, of_column(side, side - 1));
    if (!arguments_.diagonal) return;
    for (int k = 0; k < 4; ++k) {
      const bool right = (k & 1) != 0, below = (k >> 1) != 0;
      const int r = below ? side : -1, c = right ? side : -1;
      const std::int32_t found = step_to(r, c, below ? side - 1 : 0, right ? side - 1 : 0);
      wake(right ? 1 : -1, below ? 1 : -1, found < *value(r, c) ? found : planning::unreached);
    }
  }

  /// The same through all neighbors.
  PLETHOS_FUNCTION Int best(int r, int x) const {
    const std::uint64_t open = memory_.passable[r + 1];
    return Row::min(best_beside(r, x),
                    Row::min(best_from(r, r - 1, x, open & memory_.passable[r]), best_from(r, r + 1, x, open & memory_.passable[r + 2])));
  }

 private:
  using Base::arguments_;
  using Base::at;
  using Base::memory_;
  using Base::row;
  using Base::value;

  PLETHOS_FUNCTION static std::int32_t unit_length(bool aslant) {
    return static_cast<std::int32_t>(aslant ? planning::diagonal_length : planning::straight_length);
  }
  PLETHOS_FUNCTION static std::int32_t less_of(std::int32_t a, std::int32_t b) { return a < b ? a : b; }
  /// The length of steps to cells of row r, from x on, from cells of row `from` that lie so many columns further.
  PLETHOS_FUNCTION Int length(int r, int from, int x, int columns) const {
    const std::int32_t unit = unit_length(columns != 0 && r != from);
    if constexpr (with_costs) {
      const Int here = Row::load(memory_.costs + at(r, x));
      const Int there = Row::load_unaligned(memory_.costs + at(from, x + columns));
      return Row::set_int(unit) * (here + there);
    } else {
      return Row::set_int(2 * unit);
    }
  }
  /// The lengths of the least ways to cells of row r, from x on, through row `from`. `both`: the columns that are passable in both.
  PLETHOS_FUNCTION Int best_from(int r, int from, int x, std::uint64_t both) const {
    const Int none = Row::set_int(planning::unreached);
    const auto by = [&](std::uint64_t legal, int columns) PLETHOS_LAMBDA {
      const Int there = Row::load_unaligned(row(from) + x + columns);
      return Row::select(Row::bits(static_cast<std::uint32_t>(legal >> (x + 1))), there + length(r, from, x, columns), none);
    };
    Int found = by(both, 0);
    if (arguments_.diagonal) {
      found = Row::min(found, by(both & both << 1, -1));
      found = Row::min(found, by(both & both >> 1, 1));
    }
    return found;
  }
  /// The same within row r.
  PLETHOS_FUNCTION Int best_beside(int r, int x) const {
    const std::uint64_t open = memory_.passable[r + 1];
    const Int none = Row::set_int(planning::unreached);
    const Int west = Row::load_unaligned(row(r) + x - 1) + length(r, r, x, -1);
    const Int east = Row::load_unaligned(row(r) + x + 1) + length(r, r, x, 1);
    return Row::min(Row::select(Row::bits(static_cast<std::uint32_t>((open & open << 1) >> (x + 1))), west, none),
                    Row::select(Row::bits(static_cast<std::uint32_t>((open & open >> 1) >> (x + 1))), east, none));
  }
  PLETHOS_FUNCTION bool lower_from(int r, int from) {
    const std::uint64_t both = memory_.passable[r + 1] & memory_.passable[from + 1];
    bool lowered = false;
    for (int x = 0; x < side; x += Row::width) {
      const Int before = Row::load(row(r) + x);
      const Int found = best_from(r, from, x, both);
      if (!Row::any(Row::less(found, before))) continue;
      Row::store(Row::min(found, before), row(r) + x);
      lowered = true;
    }
    Row::sync();
    return lowered;
  }

  /// Lowers the cells of a row by ways along it.
  PLETHOS_FUNCTION bool spread(int r) {
    const bool lowered = spread_along<true>(r);
    return spread_along<false>(r) || lowered;
  }
  /// Does so by ways that lead to the east, or to the west.
  template <bool eastward>
  PLETHOS_FUNCTION bool spread_along(int r) {
    constexpr int before_it = eastward ? -1 : 1;
    const std::uint64_t open = memory_.passable[r + 1];
    const std::uint64_t legal = open & (eastward ? open << 1 : open >> 1);
    const Int none = Row::set_int(planning::no_step);
    bool lowered = false;
    for (int k = 0; k < side; k += Row::width) {
      const int x = eastward ? k : side - Row::width - k;
      const Int before = Row::load(row(r) + x);
      const Int step = Row::select(Row::bits(static_cast<std::uint32_t>(legal >> (x + 1))), length(r, r, x, before_it), none);
      const Int found = Row::load_unaligned(row(r) + x + before_it) + step;
      if (!Row::any(Row::less(found, before))) continue;
      Row::sync();
      Row::store(spread_within<1, eastward>(Row::min(found, before), step), row(r) + x);
      Row::sync();
      lowered = true;
    }
    return lowered;
  }
  /// Lowers each of some cells beside each other by ways from those before it. `step`: the length of the way from the j-th before.
  template <int j, bool eastward>
  PLETHOS_FUNCTION static Int spread_within(Int values, Int step) {
    if constexpr (j < Row::width) {
      const Int lowered = Row::min(values, from_before<j, eastward>(values, planning::unreached) + step);
      const Int longer = Row::min(step + from_before<j, eastward>(step, planning::no_step), Row::set_int(planning::no_step));
      return spread_within<2 * j, eastward>(lowered, longer);
    } else {
      return values;
    }
  }
  /// Returns for each element the j-th before it, `fill` where there is none.
  template <int j, bool eastward>
  PLETHOS_FUNCTION static Int from_before(Int v, std::int32_t fill) {
    if constexpr (eastward) {
      return Row::template shift_up<j>(v, fill);
    } else {
      return Row::template shift_down<j>(v, fill);
    }
  }

  /// The length of the way to a cell that is a neighbor of another one, through that; unreached if the step is not legal.
  PLETHOS_FUNCTION std::int32_t step_to(int r, int c, int from_r, int from_c) const {
    const auto open = [&](int y, int x) PLETHOS_LAMBDA { return (memory_.passable[y + 1] >> (x + 1) & 1u) != 0; };
    if (!open(r, c) || !open(from_r, from_c) || !open(r, from_c) || !open(from_r, c)) return planning::unreached;
    std::int32_t costs = 2;
    if constexpr (with_costs) costs = memory_.costs[at(r, c)] + memory_.costs[at(from_r, from_c)];
    return less_of(*value(from_r, from_c) + unit_length(r != from_r && c != from_c) * costs, planning::unreached);
  }
};

PLETHOS_KERNEL_END
#endif
