#include "algorithms/planning/fields/field_planner.hpp"

#include "tests/algorithms/planning/fields/field_planners.hpp"
#include "tests/algorithms/planning/grid/ways/path_checks.hpp"
#include "tests/algorithms/planning/grid/ways/test_crowd.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

/// Agents in rows of cells of an open square, with a block in its middle.
GridCrowd square_with_block(std::int32_t side, int agents) {
  std::vector<std::string> rows(static_cast<std::size_t>(side), std::string(static_cast<std::size_t>(side), '.'));
  const auto low = static_cast<std::size_t>(side / 2 - 4), high = static_cast<std::size_t>(side / 2 + 4);
  for (std::size_t y = low; y < high; ++y) {
    for (std::size_t x = low; x < high; ++x) rows[y][x] = '@';
  }
  GridCrowd crowd = crowd_in(rows);
  for (std::int32_t cell = 0; static_cast<int>(crowd.agents.size()) < agents; ++cell) {
    if (!crowd.world.grid->is_passable(cell % side, cell / side)) continue;
    crowd.agents.push_back({.position = crowd.world.grid->center({cell % side, cell / side}), .radius = 0.2f, .goal_radius = 0.4f});
  }
  return crowd;
}

/// Checks that 10 agents are lost until the world changes, and then arrive, by each planner. The change makes it repair its fields so
/// often.
void check_lost_until(const GridCrowd& crowd, const WorldChange& change, std::uint64_t repairs) {
  for (const std::string& planner : field_planners) {
    CAPTURE(planner);
    const auto simulation = crowd.simulation(backends::make_backend({}), planner);
    simulation->advance(10);
    CHECK(simulation->statistics().lost == 10 * 10);
    simulation->apply(change);
    CHECK(counted(*simulation, "repairs") == repairs);
    simulation->advance(1000);
    CHECK(simulation->statistics().lost == 10 * 10);
    CHECK(simulation->arrived() == 10);
  }
}

}  // namespace

TEST_CASE("agents whose goal lies in blocked ground are lost, and go on when it moves out") {
  GridCrowd crowd = square_with_block(32, 10);
  crowd.world.goals = {{16, 16}};
  check_lost_until(crowd, {.goals = {{0, {4.5f, 4.5f}}}}, 0);
}

TEST_CASE("an obstacle that is moved out of the world is in nobody's way, and one that lies across its edge blocks what it covers") {
  GridCrowd crowd = square_with_block(32, 10);
  // Agents are in the north of it.
  const MovingObstacle wall{.outline = {.vertices = {{-5, 8.1f}, {40, 8.1f}, {40, 8.9f}, {-5, 8.9f}}}};
  crowd.world.moving = {wall};
  crowd.world.goals = {{30.5f, 1.5f}};
  WorldChange change;
  MovingObstacle away = wall;
  for (Vec2& vertex : away.outline.vertices) vertex = vertex + Vec2{3000, -700};
  change.obstacles = {{0, away}};
  check_lost_until(crowd, change, 1);
}

TEST_CASE("two thousand goals have a field each") {
  GridCrowd crowd = square_with_block(46, 2000);
  // Everybody walks to where somebody else starts.
  for (std::size_t k = 0; k < crowd.agents.size(); ++k) {
    crowd.world.goals.push_back(crowd.agents[(k + 700) % crowd.agents.size()].position);
    crowd.agents[k].goal = static_cast<std::int32_t>(k);
  }
  for (const std::string& planner : field_planners) {
    CAPTURE(planner);
    const auto simulation = crowd.simulation(backends::make_backend({}), planner);
    simulation->advance(2);
    CHECK(simulation->statistics().lost == 0);
    CHECK(simulation->bytes() > std::uint64_t{2000} * 46 * 46);
  }
}

TEST_CASE("goals whose fields do not fit into the memory are refused with what they need") {
  WorldGrid map{{2048, 2048, std::vector<std::uint8_t>(std::size_t{2048} * 2048, 1)}, {}, 1};
  GridCrowd crowd{.world = world_of(map)};
  crowd.world.bounds = {{0, 0}, {2048, 2048}};
  // 200,000 fields of 16 MB, or of a tree's slots.
  for (std::int32_t k = 0; k < 200'000; ++k) crowd.world.goals.push_back(map.center({k % 2048, k / 2048 * 20}));
  crowd.agents = {{.position = {5, 5}}};
  const std::string message = thrown<MachineError>([&] { crowd.simulation(backends::make_backend({}), "wavefront"); });
  CAPTURE(message);
  CHECK(contains(message, "out of memory: 200000 goals of planner 'wavefront' need about 3.14e+03 GiB, "));
  CHECK(contains(message, " GiB are free"));
}

}  // namespace plethos::tests
