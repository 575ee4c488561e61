// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_EIKONAL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_EIKONAL_INL
#undef PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_EIKONAL_INL
#else
#define PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_EIKONAL_INL
#endif

#include "algorithms/planning/fields/wavefront/wave_tile-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// Memory for a tile and the cells around it, twice: by rows, and by diagonals.
template <class Row, bool with_costs>
struct EikonalTileMemory : WaveTileMemory<Row, with_costs> {
  using Rows = WaveTileMemory<Row, with_costs>;
  static constexpr int diagonals = 2 * (Rows::side + 2) - 1;
  static constexpr int slanted_size = diagonals * Rows::stride;

  alignas(64) std::int32_t slanted[slanted_size];  ///< value of each cell, larger than `unreached` for blocked ones
  alignas(64) std::int32_t slanted_costs[with_costs ? slanted_size : 1];
};

/// A tile of a field of distances: the value u of a cell solves the eikonal equation |grad u| = cost, by the upwind differences of Rouy and
/// Tourin (1992). With a the lesser value of its western and eastern neighbors, b that of the other two, and f the length of a step through
/// the cell, u is (a + b + sqrt(2 f^2 - (a - b)^2)) / 2 if a and b differ by less than f, else min(a, b) + f. It is rounded up to a whole
/// number: then it is larger than the values that it is made of, and never falls where one of them rises, so that there is one field, in
/// whatever order cells are computed.
template <class Row, bool with_costs>
class EikonalTile : public WaveTile<EikonalTile<Row, with_costs>, Row, with_costs> {
 public:
  using Base = WaveTile<EikonalTile<Row, with_costs>, Row, with_costs>;
  using Int = typename Base::Int;
  using Mask = typename Base::Mask;
  using Memory = EikonalTileMemory<Row, with_costs>;
  using Base::side;

  PLETHOS_FUNCTION EikonalTile(const planning::WaveArguments& arguments, std::int32_t item, Memory& memory)
      : Base(arguments, item, memory), slanted_(memory.slanted), slanted_costs_(memory.slanted_costs) {}

  /// Goes over the diagonals of the tile, whose cells do not depend on each other, to and fro (fast sweeping, Zhao 2005): those from the
  /// north-east to the south-west, or if the wave comes from there or goes there, the others. Cost: at least two visits of each cell.
  PLETHOS_FUNCTION std::uint32_t relax() {
    const bool mirrored = comes_across();
    copy_slanted(mirrored);
    bool changed = false;
    for (bool again = true, down = true; again; down = !down) {
      again = false;
      for (int k = 0; k < 2 * side - 1; ++k) again = settle_diagonal(down ? k : 2 * side - 2 - k) || again;
      changed = again || changed;
    }
    if (!changed) return 0;
    copy_back(mirrored);
    const std::int32_t* own = this->tile_values(0, 0);
    std::uint32_t rows = 0;
    for (int r = 0; r < side; ++r) {
      for (int x = 0; x < side; x += Row::width) {
        if (Row::any(Row::less(Row::load(row(r) + x), Row::load_unaligned(own + r * side + x)))) rows |= 1u << r;
      }
    }
    return rows;
  }

  PLETHOS_FUNCTION bool store(std::uint32_t changed) {
    const std::int32_t* own = this->tile_values(0, 0);
    const auto of_row = [&](int r, int beyond) PLETHOS_LAMBDA {
      const Int none = Row::set_int(planning::unreached);
      Int least = none;
      for (int x = 0; x < side; x += Row::width) {
        const Int now = Row::load(row(r) + x);
        // A source was stored before its tile is computed.
        const Mask fell = Row::less(now, Row::load_unaligned(own + r * side + x)) | Row::less(now, Row::set_int(1));
        const Mask open = Row::bits(static_cast<std::uint32_t>(memory_.passable[beyond + 1] >> (x + 1)));
        least = Row::min(least, Row::select(fell & open & Row::less(now, Row::load(row(beyond) + x)), now, none));
      }
      return Row::least(least);
    };
    const auto of_column = [&](int c, int beyond) PLETHOS_LAMBDA {
      return Row::least(side, [&](int r) PLETHOS_LAMBDA {
        const std::int32_t now = *value(r, c);
        const bool fell = now < own[r * side + c] || now == 0;
        const bool open = (memory_.passable[r + 1] >> (beyond + 1) & 1u) != 0;
        return fell && open && now < *value(r, beyond) ? now : planning::unreached;
      });
    };
    north_ = of_row(0, -1);
    south_ = of_row(side - 1, side);
    west_ = of_column(0, -1);
    east_ = of_column(side - 1, side);
    Row::sync();
    return Base::store(changed);
  }

  /// A value may lower those of larger neighbors. Whether it does depends on cells beyond them, which other threads may be lowering.
  template <class Wake>
  PLETHOS_FUNCTION void find_lowered_around(const Wake& wake) const {
    wake(0, -1, north_);
    wake(0, 1, south_);
    wake(-1, 0, west_);
    wake(1, 0, east_);
  }

  PLETHOS_FUNCTION Int best(int r, int x) const {
    const std::uint64_t open = memory_.passable[r + 1];
    const Int none = Row::set_int(planning::unreached);
    const auto from = [&](int y, int columns, std::uint64_t legal) PLETHOS_LAMBDA {
      return Row::select(Row::bits(static_cast<std::uint32_t>(legal >> (x + 1))), Row::load_unaligned(row(y) + x + columns), none);
    };
    const Int across = Row::min(from(r, -1, open & open << 1), from(r, 1, open & open >> 1));
    const Int along = Row::min(from(r - 1, 0, open & memory_.passable[r]), from(r + 1, 0, open & memory_.passable[r + 2]));
    return solve(across, along, step(memory_.costs + at(r, x)));
  }

 private:
  using Base::arguments_;
  using Base::at;
  using Base::memory_;
  using Base::row;
  using Base::value;

  /// The length of steps through cells.
  PLETHOS_FUNCTION Int step([[maybe_unused]] const std::int32_t* costs) const {
    const Int unit = Row::set_int(arguments_.unit);
    if constexpr (with_costs) {
      return unit * Row::load(costs);
    } else {
      return unit;
    }
  }
  PLETHOS_FUNCTION static Int solve(Int across, Int along, Int step) {
    const Mask nearer = Row::less(across, along);
    const Int less = Row::select(nearer, across, along);
    const Int apart = Row::min(Row::select(nearer, along - across, across - along), step);
    const Int square = step * step + step * step - apart * apart;
    const Int root = Row::root(square);
    const Int rounded = Row::select(Row::less(root * root, square), Row::set_int(2), Row::set_int(1));
    return Row::min(less + Row::half(apart + root + rounded), Row::set_int(planning::unreached));
  }

  /// Whether the wave comes from the north-east or from the south-west, by the values around the tile.
  PLETHOS_FUNCTION bool comes_across() const {
    const auto least = [&](bool down, int end) PLETHOS_LAMBDA {
      return Row::least(side + 2, [&](int k) PLETHOS_LAMBDA { return down ? *value(k - 1, end) : *value(end, k - 1); });
    };
    return (least(true, -1) < least(true, side)) != (least(false, -1) < least(false, side));
  }
  PLETHOS_FUNCTION static int column(int c, bool mirrored) { return mirrored ? side - 1 - c : c; }
  /// The place of a cell by diagonals. Diagonal r + c begins at slanted_at(r, -r).
  PLETHOS_FUNCTION static int slanted_at(int r, int c) { return (r + c + 2) * Memory::stride + Row::pad + r; }
  PLETHOS_FUNCTION void copy_slanted(bool mirrored) {
    Row::each(side + 2, [&](int k) PLETHOS_LAMBDA {
      const int r = k - 1;
      const std::uint64_t open = memory_.passable[k];
      for (int c = -1; c <= side; ++c) {
        const int from = column(c, mirrored);
        slanted_[slanted_at(r, c)] = (open >> (from + 1) & 1u) != 0 ? *value(r, from) : planning::unreached + 1;
        if constexpr (with_costs) slanted_costs_[slanted_at(r, c)] = memory_.costs[at(r, from)];
      }
    });
    Row::sync();
  }
  PLETHOS_FUNCTION void copy_back(bool mirrored) {
    Row::each(side, [&](int r) PLETHOS_LAMBDA {
      for (int c = 0; c < side; ++c) {
        const std::int32_t now = slanted_[slanted_at(r, c)];
        if (now <= planning::unreached) *value(r, column(c, mirrored)) = now;
      }
    });
    Row::sync();
  }
  /// Lowers the cells of a diagonal.
  PLETHOS_FUNCTION bool settle_diagonal(int k) {
    const int first = k < side ? 0 : k - side + 1, last = k < side ? k : side - 1;
    const std::uint32_t inside = (0xffffffffu >> (side - 1 - last)) & (0xffffffffu << first);
    bool lowered = false;
    for (int x = first / Row::width * Row::width; x <= last; x += Row::width) {
      std::int32_t* cells = slanted_ + slanted_at(x, k - x);
      const std::int32_t* before = cells - Memory::stride;
      const std::int32_t* behind = cells + Memory::stride;
      const Int own = Row::load(cells);
      const Int across = Row::min(Row::load_unaligned(before), Row::load_unaligned(behind));
      const Int along = Row::min(Row::load_unaligned(before - 1), Row::load_unaligned(behind + 1));
      const Int found = solve(across, along, step(slanted_costs_ + slanted_at(x, k - x)));
      const Mask lower = Row::less(found, own) & Row::less(own, Row::set_int(planning::unreached + 1)) & Row::bits(inside >> x);
      if (!Row::any(lower)) continue;
      Row::store(Row::select(lower, found, own), cells);
      lowered = true;
    }
    Row::sync();
    return lowered;
  }

  std::int32_t* slanted_;
  std::int32_t* slanted_costs_;
  std::int32_t north_ = planning::unreached, south_ = planning::unreached, west_ = planning::unreached, east_ = planning::unreached;
};

PLETHOS_KERNEL_END
#endif
