// Tiles of far values as a warp relaxes them, with 32 threads and with 64, and as some rows do together.

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "algorithms/planning/potential/far_tile-inl.hpp"
#include "core/lane/scalar_row.hpp"
#include "tests/harness/host_warp.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

/// A field with one source, and the memory of its own.
struct FarRoom {
  planning::ScaledFields frame{70, 50, 1};
  std::vector<float> mantissas = std::vector<float>(frame.cells());
  std::vector<std::int32_t> exponents = std::vector<std::int32_t>(frame.cells(), planning::no_exponent);
  std::vector<std::uint32_t> far = std::vector<std::uint32_t>(static_cast<std::size_t>(2 * planning::far_words * frame.tiles()));
  std::vector<std::int32_t> keys = std::vector<std::int32_t>(static_cast<std::size_t>(frame.tiles()), 0);
  std::vector<planning::FarState> states = std::vector<planning::FarState>(1);

  explicit FarRoom(Random& random) {
    const std::int32_t source_x = random.integer(0, frame.width - 1), source_y = random.integer(0, frame.height - 1);
    for (std::int32_t y = 0; y < frame.height; ++y) {
      for (std::int32_t x = 0; x < frame.width; ++x) {
        if (random.once_in(4) || (x == source_x && y == source_y)) continue;
        const std::int32_t side = planning::potential_tile, tile = y / side * frame.columns + x / side;
        const planning::Checkerboard board = planning::far_board();
        const std::int32_t n = board.number(x % side + 1, y % side + 1);
        far[frame.words(tile, n % 2) + static_cast<std::size_t>(n / 64 - planning::first_far_word)] |= board.bit(n);
      }
    }
    mantissas[frame.place(0, source_x, source_y)] = 1;
    exponents[frame.place(0, source_x, source_y)] = 0;
  }
  planning::ScaledFields fields(int phase) {
    planning::ScaledFields now = frame;
    now.mantissas = mantissas.data();
    now.exponents = exponents.data();
    now.far = far.data();
    now.keys = keys.data();
    now.states = states.data();
    now.color = phase % 2;
    now.turn = phase / 2 % planning::FarState::turns;
    now.tolerance = 1e-4f;
    return now;
  }
};

template <class Row, class Team = scalar::LoneRow<Row>, class Run>
FarRoom relaxed(FarRoom room, const Run& run) {
  const auto memory = std::make_unique<scalar::FarTileMemory>();
  using Tile = scalar::FarTile<Row, Team>;
  for (int phase = 0; phase < 10; ++phase) {
    const planning::ScaledFields fields = room.fields(phase);
    for (std::int32_t item = 0; item < room.frame.tiles(); ++item) {
      if (Tile::is_due(fields, item, true)) run([&] { Tile(fields, item, *memory).relax(); });
    }
  }
  return room;
}

void check_same(const FarRoom& found, const FarRoom& expected) {
  CHECK(found.mantissas == expected.mantissas);
  CHECK(found.exponents == expected.exponents);
  CHECK(found.keys == expected.keys);
  CHECK(std::ranges::equal(found.states[0].greatest, expected.states[0].greatest));
}

}  // namespace

TEST_CASE("a warp of any width, and a block of rows, relaxes the far tiles of one thread") {
  Random random("far tiles of warps");
  for (int time = 0; time < 3; ++time) {
    const FarRoom room(random);
    const FarRoom expected = relaxed<ScalarRow>(room, [](const auto& body) { body(); });
    CHECK(expected.states[0].worked > 10);
    for_each_warp([&]<class Team>(Team) {
      CAPTURE(Team::size);
      check_same(relaxed<backends::RowOfWarp<Team>>(room, [](const auto& body) { Team::run([&](const Team&) { body(); }); }), expected);
    });
    using Rows = RowsOfBlock<8>;
    check_same(relaxed<ScalarRow, Rows>(room, [](const auto& body) { Rows::Threads::run([&](const auto&) { body(); }); }), expected);
  }
}

}  // namespace plethos::tests
