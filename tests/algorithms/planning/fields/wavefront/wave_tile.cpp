// Tiles as a warp computes them, with 32 threads and with 64, and as some rows do together.

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "algorithms/planning/fields/wavefront/wave_rounds.hpp"
#include "tests/harness/host_warp.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

using planning::Metric;
using planning::TileKind;
using planning::unreached;
using planning::WaveWork;

/// Fields of one source each, and the memory of theirs.
struct TileRoom {
  static constexpr std::int32_t side = planning::wave_tile_side, columns = 2, rows = 2, fields = 2, tiles = columns * rows * fields;
  static constexpr std::int32_t words = columns + 2, wide = columns * side + 2, high = rows * side + 2;

  std::vector<std::uint32_t> passable = std::vector<std::uint32_t>(static_cast<std::size_t>(words * high));
  std::vector<std::int32_t> costs;
  std::vector<std::int32_t> values = std::vector<std::int32_t>(std::size_t{tiles} * planning::wave_tile_cells, unreached);
  std::vector<std::int32_t> swept = values;
  std::vector<float> distances = std::vector<float>(values.size(), static_cast<float>(unreached));
  std::vector<std::int32_t> keys = std::vector<std::int32_t>(tiles, unreached);
  std::vector<std::int32_t> raised = std::vector<std::int32_t>(tiles), raised_list = raised, changed = raised;
  std::array<std::vector<std::int32_t>, 2> listed{raised, raised};
  planning::WaveState state{};

  TileRoom(Random& random, bool with_costs) {
    for (std::int32_t y = 1; y <= rows * side; ++y) {
      for (std::int32_t x = 0; x < columns * side; ++x) turn(x, y - 1, !random.once_in(4));
    }
    if (with_costs) {
      for (std::int32_t k = 0; k < wide * high; ++k) costs.push_back(random.integer(1, 5));
    }
  }
  void turn(std::int32_t x, std::int32_t y, bool open) {
    std::uint32_t& word = passable[static_cast<std::size_t>((y + 1) * words + x / side + 1)];
    word = (word & ~(1u << x % side)) | (open ? 1u : 0u) << x % side;
  }
  std::int32_t item(std::int32_t field, std::int32_t x, std::int32_t y) const { return (field * rows + y / side) * columns + x / side; }
  std::int32_t& value(std::int32_t field, std::int32_t x, std::int32_t y) {
    return values[static_cast<std::size_t>(item(field, x, y) * planning::wave_tile_cells + y % side * side + x % side)];
  }
  void wake(std::int32_t item, std::int32_t key) {
    if (keys[static_cast<std::size_t>(item)] == unreached) {
      const auto now = static_cast<std::size_t>(state.round & 1);
      listed[now][static_cast<std::size_t>(state.listed[now]++)] = item;
    }
    keys[static_cast<std::size_t>(item)] = std::min(keys[static_cast<std::size_t>(item)], key);
  }
  planning::WaveArguments arguments(Metric metric, bool diagonal) {
    planning::WaveArguments arguments;
    arguments.columns = columns;
    arguments.rows = rows;
    arguments.fields = fields;
    arguments.metric = metric;
    arguments.unit = metric == Metric::eikonal ? planning::eikonal_unit(5) : static_cast<std::int32_t>(planning::length_of_cell);
    arguments.diagonal = diagonal;
    arguments.passable = passable.data();
    arguments.costs = costs.empty() ? nullptr : costs.data();
    arguments.values = values.data();
    arguments.swept = swept.data();
    arguments.needed = unreached;
    arguments.keys = keys.data();
    for (std::size_t k = 0; k < 2; ++k) arguments.listed[k] = listed[k].data();
    arguments.raised = raised.data();
    arguments.raised_list = raised_list.data();
    arguments.distances = distances.data();
    arguments.changed = changed.data();
    arguments.state = &state;
    return arguments;
  }
};

/// One thread of a CPU as a warp that runs.
struct OneRow {
  using Row = ScalarRow;
  template <class Body>
  static void run(const Body& body) {
    body();
  }
};
template <class Warp>
struct RowOf {
  using Row = backends::RowOfWarp<Warp>;
  template <class Body>
  static void run(const Body& body) {
    Warp::run([&](const Warp&) { body(); });
  }
};
/// A row that others help where a device has a block for a tile.
struct HelpedRow : OneRow {
  using Team = RowsOfBlock<8>;
};

/// Works on so many items.
template <WaveWork work, TileKind kind, class Runner>
void take(const planning::WaveArguments& arguments, std::int32_t count) {
  constexpr bool helped = planning::takes_block<work, kind> && std::is_same_v<Runner, HelpedRow>;
  using Team = std::conditional_t<helped, HelpedRow::Team, scalar::LoneRow<typename Runner::Row>>;
  scalar::with_tile_type<typename Runner::Row, kind, Team>(arguments, [&](auto type) {
    using Tile = typename decltype(type)::Tile;
    using Round = scalar::WaveRound<Tile>;
    const auto memory = std::make_unique<typename Round::Memory>();
    const auto take_all = [&] {
      Round round(arguments, *memory);
      for (std::int32_t k = 0; k < count; ++k) round.template take<work>(k);
      round.end();
    };
    if constexpr (helped) {
      Team::Threads::run([&](const auto&) {
        if (Team::rank() > 0) return Tile::help(arguments, *memory);
        take_all();
        Tile::dismiss(*memory);
      });
    } else {
      Runner::run(take_all);
    }
  });
}
template <WaveWork work, TileKind kind, class Runner>
void take_listed(const planning::WaveArguments& arguments) {
  while (arguments.state->listed[arguments.state->round & 1] > 0) {
    take<work, kind, Runner>(arguments, arguments.state->listed[arguments.state->round & 1]);
    planning::EndRound{arguments, 0}(0);
  }
}

/// Everything that a device computes of tiles: waves, changes of some cells, one sweep, and distances of second order.
template <TileKind kind, class Runner>
TileRoom computed(TileRoom room, std::uint32_t seed, bool diagonal) {
  Random random("tiles of warps", seed);
  const planning::WaveArguments arguments = room.arguments(kind == TileKind::steps ? Metric::steps : Metric::eikonal, diagonal);
  constexpr std::int32_t width = TileRoom::columns * TileRoom::side, height = TileRoom::rows * TileRoom::side;
  room.state.threshold = unreached;
  for (std::int32_t field = 0; field < TileRoom::fields; ++field) {
    const std::int32_t x = random.integer(0, width - 1), y = random.integer(0, height - 1);
    room.turn(x, y, true);
    room.value(field, x, y) = 0;
    room.wake(room.item(field, x, y), 0);
  }
  take_listed<WaveWork::relax, kind, Runner>(arguments);
  for (int k = 0; k < 40; ++k) {
    const std::int32_t x = random.integer(0, width - 1), y = random.integer(0, height - 1);
    const bool is_source = room.value(0, x, y) == 0 || room.value(1, x, y) == 0;
    room.turn(x, y, is_source || random.once_in(2));
    for (std::int32_t field = 0; field < TileRoom::fields; ++field) {
      for (const auto [right, below] : {std::array{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
        const std::int32_t near_x = std::clamp(x + right, 0, width - 1), near_y = std::clamp(y + below, 0, height - 1);
        room.wake(room.item(field, near_x, near_y), 0);
      }
    }
  }
  take_listed<WaveWork::raise, kind, Runner>(arguments);
  const std::int32_t lost = room.state.raised;
  take<WaveWork::find_lowered, kind, Runner>(arguments, lost);
  ++room.state.round;
  room.state.raised = 0;
  take_listed<WaveWork::relax, kind, Runner>(arguments);
  take<WaveWork::sweep, kind, Runner>(arguments, TileRoom::tiles);
  if constexpr (kind == TileKind::eikonal) {
    take<WaveWork::find_changed, TileKind::second_order, Runner>(arguments, TileRoom::tiles);
    ++room.state.round;
    take_listed<WaveWork::refine, TileKind::second_order, Runner>(arguments);
  }
  return room;
}

template <TileKind kind>
void check_tiles(Random& random, bool with_costs, bool diagonal) {
  const TileRoom room(random, with_costs);
  const std::uint32_t seed = random.word();
  const TileRoom expected = computed<kind, OneRow>(room, seed, diagonal);
  CHECK(expected.state.cells > 100);
  const auto check = [&](const TileRoom& found) {
    CHECK(found.values == expected.values);
    CHECK(found.swept == expected.swept);
    CHECK(found.distances == expected.distances);
    CHECK(found.state.cells == expected.state.cells);
    CHECK(found.keys == expected.keys);
  };
  for_each_warp([&]<class Team>(Team) {
    CAPTURE(Team::size);
    check(computed<kind, RowOf<Team>>(room, seed, diagonal));
  });
  if constexpr (kind == TileKind::eikonal) check(computed<kind, HelpedRow>(room, seed, diagonal));
}

}  // namespace

TEST_CASE("a warp of any width, and a block of rows, computes the tiles of one thread") {
  Random random("tiles of warps");
  for (const bool with_costs : {false, true}) {
    CAPTURE(with_costs);
    check_tiles<TileKind::steps>(random, with_costs, true);
    check_tiles<TileKind::steps>(random, with_costs, false);
    check_tiles<TileKind::eikonal>(random, with_costs, false);
  }
}

}  // namespace plethos::tests
