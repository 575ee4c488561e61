// Tiles of far values as a warp relaxes them, with 32 threads and with 64.

#include <doctest/doctest.h>

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
  std::vector<std::uint32_t> far = std::vector<std::uint32_t>(frame.cells() / planning::potential_tile);
  std::vector<std::int32_t> keys = std::vector<std::int32_t>(static_cast<std::size_t>(frame.tiles()), 0);
  std::vector<planning::FarState> states = std::vector<planning::FarState>(1);

  explicit FarRoom(Random& random) {
    const std::int32_t source_x = random.integer(0, frame.width - 1), source_y = random.integer(0, frame.height - 1);
    for (std::int32_t y = 0; y < frame.height; ++y) {
      for (std::int32_t x = 0; x < frame.width; ++x) {
        if (random.once_in(4) || (x == source_x && y == source_y)) continue;
        far[frame.word(0, x / planning::potential_tile, y)] |= 1u << x % planning::potential_tile;
      }
    }
    mantissas[frame.place(0, source_x, source_y)] = 1;
    exponents[frame.place(0, source_x, source_y)] = 0;
    states[0].threshold = planning::at_rest + 1;
  }
  planning::ScaledFields fields(std::int32_t color) {
    planning::ScaledFields now = frame;
    now.mantissas = mantissas.data();
    now.exponents = exponents.data();
    now.far = far.data();
    now.keys = keys.data();
    now.states = states.data();
    now.color = color;
    now.tolerance = 1e-4f;
    return now;
  }
};

template <class Row, class Run>
FarRoom relaxed(FarRoom room, const Run& run) {
  const auto memory = std::make_unique<scalar::FarTileMemory<Row>>();
  for (int round = 0; round < 6; ++round) {
    const planning::ScaledFields fields = room.fields(round % 2);
    for (std::int32_t item = 0; item < room.frame.tiles(); ++item) run([&] { scalar::FarTile<Row>(fields, item, *memory).relax(item); });
  }
  return room;
}

}  // namespace

TEST_CASE("a warp of any width relaxes the far tiles of one thread") {
  Random random("far tiles of warps");
  for (int time = 0; time < 3; ++time) {
    const FarRoom room(random);
    const FarRoom expected = relaxed<ScalarRow>(room, [](const auto& body) { body(); });
    CHECK(expected.states[0].worked > 10);
    for_each_warp([&]<class Team>(Team) {
      CAPTURE(Team::size);
      const FarRoom found = relaxed<backends::RowOfWarp<Team>>(room, [](const auto& body) { Team::run([&](const Team&) { body(); }); });
      CHECK(found.mantissas == expected.mantissas);
      CHECK(found.exponents == expected.exponents);
      CHECK(found.keys == expected.keys);
      CHECK(found.states[0].greatest == expected.states[0].greatest);
    });
  }
}

}  // namespace plethos::tests
