// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_EIKONAL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_EIKONAL_INL
#undef PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_EIKONAL_INL
#else
#define PLETHOS_PLANNING_FIELDS_WAVEFRONT_WAVE_EIKONAL_INL
#endif

#include <type_traits>

#include "algorithms/planning/fields/wavefront/wave_tile-inl.hpp"
#include "core/lane/atomics-inl.hpp"
#include "core/lane/lone_row-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// What the rows of a team tell each other.
struct WaveTeamMemory {
  std::int32_t item;         ///< the tile
  std::int32_t dismissed;    ///< whether no more tiles come
  std::int32_t beyond[4];    ///< the least values around the tile, of its sides
  std::uint32_t waiting[3];  ///< of three steps, which take turns: the diagonals that they settle, a bit each
  std::int32_t lowered;      ///< whether a cell was
  std::uint32_t rows;        ///< in which cells were, a bit each
  std::int32_t around[4];    ///< of the tile's sides: the least value that may lower the cell beyond it
};

/// Memory for a tile and the cells around it, twice: by rows, and by diagonals.
template <class Row, bool with_costs>
struct EikonalTileMemory : WaveTileMemory<Row, with_costs> {
  using Rows = WaveTileMemory<Row, with_costs>;
  static constexpr int diagonals = 2 * (Rows::side + 2) - 1;
  static constexpr int slanted_size = diagonals * Rows::stride;

  alignas(64) std::int32_t slanted[slanted_size];  ///< value of each cell, larger than `unreached` for blocked ones
  alignas(64) std::int32_t slanted_costs[with_costs ? slanted_size : 1];
  WaveTeamMemory team;
};

/// A tile of a field of distances: the value u of a cell solves the eikonal equation |grad u| = cost, by the upwind differences of Rouy and
/// Tourin (1992). With a the lesser value of its western and eastern neighbors, b that of the other two, and f the length of a step through
/// the cell, u is (a + b + sqrt(2 f^2 - (a - b)^2)) / 2 if a and b differ by less than f, else min(a, b) + f. It is rounded up to a whole
/// number: then it is larger than the values that it is made of, and never falls where one of them rises, so that there is one field, in
/// whatever order cells are computed. The first row of a team computes tiles, and the others help() it.
template <class Row, bool with_costs, class Team = LoneRow<Row>>
class EikonalTile : public WaveTile<EikonalTile<Row, with_costs, Team>, Row, with_costs> {
 public:
  using Base = WaveTile<EikonalTile<Row, with_costs, Team>, Row, with_costs>;
  using Int = typename Base::Int;
  using Mask = typename Base::Mask;
  using Memory = EikonalTileMemory<Row, with_costs>;
  using Base::side;

  PLETHOS_FUNCTION EikonalTile(const planning::WaveArguments& arguments, std::int32_t item, Memory& memory)
      : Base(arguments, item, memory), slanted_(memory.slanted), slanted_costs_(memory.slanted_costs), team_(memory.team) {}

  /// Copies the tile and the cells around it. The other rows of the team help from here on.
  PLETHOS_FUNCTION void load() {
    if constexpr (!alone) call();
    Base::template load<Team>();
  }
  /// Settles the diagonals of the tile, whose cells do not depend on each other: those from the north-east to the south-west, or if the
  /// wave comes from there or goes there, the others. Cost: at least one visit of each cell.
  PLETHOS_FUNCTION std::uint32_t relax() {
    for (int k = Team::rank(); k < sides; k += Team::size()) tell(least_beyond(k), team_.beyond[k]);
    Team::sync();
    const bool from_north = team_.beyond[north] < team_.beyond[south];
    const bool mirrored = (team_.beyond[west] < team_.beyond[east]) != from_north;
    copy_slanted(mirrored);
    if constexpr (alone) {
      tell(settle_in_turn(from_north) ? 1 : 0, team_.lowered);
      Row::sync();
    } else {
      settle_in_steps();
    }
    if (team_.lowered != 0) {
      copy_back(mirrored);
      const std::int32_t* own = this->tile_values(0, 0);
      std::uint32_t rows = 0;
      for (int r = Team::rank(); r < side; r += Team::size()) {
        for (int x = 0; x < side; x += Row::width) {
          if (Row::any(Row::less(Row::load(row(r) + x), Row::load_unaligned(own + r * side + x)))) rows |= 1u << r;
        }
      }
      if constexpr (alone) {
        tell(rows, team_.rows);
      } else if (Row::rank() == 0) {
        set_bits(team_.rows, rows);
      }
    } else if constexpr (alone) {
      tell(0u, team_.rows);
    }
    for (int k = Team::rank(); k < sides; k += Team::size()) tell(fell_at(k), team_.around[k]);
    Team::sync();
    return team_.rows;
  }

  /// A value may lower those of larger neighbors. Whether it does depends on cells beyond them, which other threads may be lowering.
  template <class Wake>
  PLETHOS_FUNCTION void find_lowered_around(const Wake& wake) const {
    wake(0, -1, team_.around[north]);
    wake(0, 1, team_.around[south]);
    wake(-1, 0, team_.around[west]);
    wake(1, 0, team_.around[east]);
  }

  /// Lets this row help the first one of its team, until that one calls dismiss().
  PLETHOS_FUNCTION static void help(const planning::WaveArguments& arguments, Memory& memory) {
    while (is_called(memory.team)) {
      EikonalTile tile(arguments, memory.team.item, memory);
      tile.Base::template load<Team>();
      tile.relax();
    }
  }
  PLETHOS_FUNCTION static void dismiss(Memory& memory) {
    if (Row::rank() == 0) memory.team.dismissed = 1;
    Team::sync();
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

  static constexpr bool alone = std::is_same_v<Team, LoneRow<Row>>;
  static constexpr int diagonals = 2 * side - 1;
  enum Side { north, south, west, east, sides };

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

  /// Sets a number that all rows of the team read after they have met.
  template <class T>
  PLETHOS_FUNCTION static void tell(T value, T& number) {
    if (Row::rank() == 0) number = value;
  }
  /// Calls the other rows of the team, which wait for a tile.
  PLETHOS_FUNCTION void call() {
    tell(this->item(0, 0), team_.item);
    tell(0, team_.dismissed);
    is_called(team_);
    // They have read what the last tile has left here.
    tell(0xffffffffu, team_.waiting[0]);
    tell(0x7fffffffu, team_.waiting[1]);
    tell(0u, team_.waiting[2]);
    tell(0, team_.lowered);
    tell(0u, team_.rows);
  }
  /// Waits for the next tile. Returns whether there is one.
  PLETHOS_FUNCTION static bool is_called(const WaveTeamMemory& team) {
    Team::sync();
    return team.dismissed == 0;
  }
  /// The least value beyond a side of the tile.
  PLETHOS_FUNCTION std::int32_t least_beyond(int k) const {
    const int end = k == north || k == west ? -1 : side;
    return Row::least(side + 2, [&](int j) PLETHOS_LAMBDA { return k == west || k == east ? *value(j - 1, end) : *value(end, j - 1); });
  }
  /// The least value that has fallen at a side of the tile, and may lower that of the cell beyond it.
  PLETHOS_FUNCTION std::int32_t fell_at(int k) const {
    const std::int32_t* own = this->tile_values(0, 0);
    const int end = k == north || k == west ? 0 : side - 1, beyond = k == north || k == west ? -1 : side;
    if (k == north || k == south) {
      const Int none = Row::set_int(planning::unreached);
      Int least = none;
      for (int x = 0; x < side; x += Row::width) {
        const Int now = Row::load(row(end) + x);
        // A source was stored before its tile is computed.
        const Mask fell = Row::less(now, Row::load_unaligned(own + end * side + x)) | Row::less(now, Row::set_int(1));
        const Mask open = Row::bits(static_cast<std::uint32_t>(memory_.passable[beyond + 1] >> (x + 1)));
        least = Row::min(least, Row::select(fell & open & Row::less(now, Row::load(row(beyond) + x)), now, none));
      }
      return Row::least(least);
    }
    return Row::least(side, [&](int r) PLETHOS_LAMBDA {
      const std::int32_t now = *value(r, end);
      const bool fell = now < own[r * side + end] || now == 0;
      const bool open = (memory_.passable[r + 1] >> (beyond + 1) & 1u) != 0;
      return fell && open && now < *value(r, beyond) ? now : planning::unreached;
    });
  }
  PLETHOS_FUNCTION static int column(int c, bool mirrored) { return mirrored ? side - 1 - c : c; }
  /// The place of a cell by diagonals. Diagonal r + c begins at slanted_at(r, -r).
  PLETHOS_FUNCTION static int slanted_at(int r, int c) { return (r + c + 2) * Memory::stride + Row::pad + r; }
  PLETHOS_FUNCTION void copy_slanted(bool mirrored) {
    Row::each(side + 2, [&](int k) PLETHOS_LAMBDA {
      const int r = k - 1;
      const std::uint64_t open = memory_.passable[k];
      for (int c = Team::rank() - 1; c <= side; c += Team::size()) {
        const int from = column(c, mirrored);
        slanted_[slanted_at(r, c)] = (open >> (from + 1) & 1u) != 0 ? *value(r, from) : planning::unreached + 1;
        if constexpr (with_costs) slanted_costs_[slanted_at(r, c)] = memory_.costs[at(r, from)];
      }
    });
    Team::sync();
  }
  PLETHOS_FUNCTION void copy_back(bool mirrored) {
    Row::each(side, [&](int r) PLETHOS_LAMBDA {
      for (int c = Team::rank(); c < side; c += Team::size()) {
        const std::int32_t now = slanted_[slanted_at(r, c)];
        if (now <= planning::unreached) *value(r, column(c, mirrored)) = now;
      }
    });
    Team::sync();
  }
  /// Goes over the diagonals to and fro (fast sweeping, Zhao 2005), and leaves out those beside which nothing has changed since their turn.
  PLETHOS_FUNCTION bool settle_in_turn(bool down) {
    constexpr std::uint64_t all = (std::uint64_t{1} << diagonals) - 1;
    bool lowered = false;
    for (std::uint64_t waiting = all; waiting != 0; down = !down) {
      for (int k = 0; k < diagonals; ++k) {
        const std::uint64_t own = std::uint64_t{1} << (down ? k : diagonals - 1 - k);
        if ((waiting & own) == 0) continue;
        waiting &= ~own;
        if (!settle_diagonal(down ? k : diagonals - 1 - k)) continue;
        waiting |= (own << 1 | own >> 1) & all;
        lowered = true;
      }
    }
    return lowered;
  }
  /// Settles them with all rows of the team: a step those of all even diagonals, or of all odd ones, beside which something has changed
  /// since their turn. So it does not matter where waves come from, and there are about as many steps as cells on the longest way through
  /// the tile.
  PLETHOS_FUNCTION void settle_in_steps() {
    for (int step = 0;; ++step) {
      const int odd = step % 2;
      const std::uint32_t now = team_.waiting[step % 3];
      if (now == 0) break;
      if (Team::rank() == 0 && Row::rank() == 0) team_.waiting[(step + 2) % 3] = 0;
      for (int k = Team::rank(); k < side; k += Team::size()) {
        if ((now >> k & 1u) == 0 || !settle_diagonal(2 * k + odd) || Row::rank() != 0) continue;
        set_bits(team_.waiting[(step + 1) % 3], (3u << k) >> (1 - odd));
        raise_to(team_.lowered, 1);
      }
      Team::sync();
    }
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
  WaveTeamMemory& team_;
};

PLETHOS_KERNEL_END
#endif
