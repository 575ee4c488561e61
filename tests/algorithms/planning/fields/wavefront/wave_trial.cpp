#include "algorithms/planning/fields/wavefront/wave_trial.hpp"

#include <vector>

#include "algorithms/planning/fields/wavefront/wavefront_reference.hpp"
#include "scenarios/maps/map_kinds.hpp"
#include "tests/harness/errors.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

/// Returns the place of a cell among WaveTrial::values().
std::size_t place_in_tiles(const GridMap& map, std::int32_t x, std::int32_t y) {
  constexpr std::int32_t side = planning::wave_tile_side;
  const std::int32_t columns = (map.width + side - 1) / side;
  return static_cast<std::size_t>((y / side * columns + x / side) * planning::wave_tile_cells + y % side * side + x % side);
}

}  // namespace

PLETHOS_MATRIX_TEST("a trial of waves computes whole fields, the same again and again, and of the same goal the same") {
  const GridMap map = scenarios::draw_map("city", {70, 45, 3});
  std::vector<std::int32_t> goals;
  for (std::int32_t cell = 17; goals.size() < 2; cell += 97) {
    if (map.passable[static_cast<std::size_t>(cell)] != 0) goals.push_back(cell);
  }
  goals.push_back(goals.front());
  const auto trial = planning::make_wave_trial(backend, map, goals, {});
  for (int pass = 0; pass < 2; ++pass) {
    trial->compute();
    for (std::size_t field = 0; field < goals.size(); ++field) {
      const std::vector<std::int32_t> expected =
          planning::reference::wave_field(map, planning::Connectivity::eight, std::span(&goals[field], 1));
      const std::vector<std::int32_t> found = trial->values(field);
      int differing = 0;
      for (std::int32_t y = 0; y < map.height; ++y) {
        for (std::int32_t x = 0; x < map.width; ++x) differing += found[place_in_tiles(map, x, y)] != expected[map.index(x, y)];
      }
      CHECK(differing == 0);
    }
  }
  CHECK(trial->values(0) == trial->values(2));
  CHECK(trial->values(0) != trial->values(1));
  CHECK(trial->tile_visits() > 2 * goals.size());
  const planning::WaveMemory memory = planning::wave_memory(backend, map, {});
  const std::uint64_t estimated = memory.map + goals.size() * memory.field;
  CHECK(trial->bytes() >= estimated);
  CHECK(trial->bytes() <= estimated + estimated / 20);
}

TEST_CASE("a trial of waves refuses what its metric does not take") {
  const GridMap map = scenarios::draw_map("open", {32, 32, 1});
  planning::WavefrontParameters parameters;
  parameters.order = planning::Order::second;
  const std::vector<std::int32_t> goals{0};
  CHECK(input_error([&] { planning::make_wave_trial(plainest_backend(), map, goals, parameters); }).find("order=2") != std::string::npos);
}

}  // namespace plethos::tests
