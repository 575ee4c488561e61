#include "algorithms/planning/fields/crowd_costs.hpp"

#include <algorithm>
#include <cmath>

#include "backends/ranks/self/self.hpp"
#include "backends/registry.hpp"
#include "tests/algorithms/planning/grid/ways/test_crowd.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

using planning::AddedCost;
using simulation::Frame;

/// Returns what people add to the cost of each cell, as CrowdCosts says, after they have added `before`.
std::vector<std::int32_t> plain_costs(const WorldGrid& map, std::span<const AgentRecord> agents, float crowding,
                                      const std::vector<std::int32_t>& before) {
  const auto side = std::max(1, static_cast<std::int32_t>(std::lround(1 / map.cell_size)));
  std::vector<float> people(map.passable.size(), 0);
  const std::int32_t columns = (map.width + side - 1) / side, rows = (map.height + side - 1) / side;
  const auto at = [&](std::int32_t x, std::int32_t y) -> float& { return people[static_cast<std::size_t>(y * columns + x)]; };
  for (const AgentRecord& agent : agents) {
    const GridCell cell = map.cell_at(agent.position);
    if (agent.state == AgentState::active) at(cell.x / side, cell.y / side) += 1;
  }
  std::vector<std::int32_t> costs;
  for (std::int32_t y = 0; y < map.height; ++y) {
    for (std::int32_t x = 0; x < map.width; ++x) {
      float sixteenths = 0;
      for (std::int32_t dy = -1; dy <= 1; ++dy) {
        for (std::int32_t dx = -1; dx <= 1; ++dx) {
          const std::int32_t column = x / side + dx, row = y / side + dy;
          if (column < 0 || column >= columns || row < 0 || row >= rows) continue;
          sixteenths += at(column, row) * (dx == 0 ? 2.f : 1.f) * (dy == 0 ? 2.f : 1.f);
        }
      }
      const float metres = static_cast<float>(side) * map.cell_size;
      const float for_sixteenth = crowding / (16 * metres * metres);
      const auto cost = static_cast<std::int32_t>(std::min(60.f, std::floor(sixteenths * for_sixteenth)));
      const std::int32_t old = before[costs.size()];
      costs.push_back(std::max(cost, old) > 2 * std::min(cost, old) ? cost : old);
    }
  }
  return costs;
}

/// Two rooms that two doors join, one of them nearer to the people in the western room, who leave by an exit in the east.
GridCrowd rooms_with_two_doors(int people) {
  std::vector<std::string> rows(20, std::string(50, '.'));
  for (std::size_t y = 0; y < 20; ++y) rows[y][25] = y == 4 || y == 15 ? '.' : '@';
  GridCrowd crowd = crowd_in(rows);
  Exit exit{.outlines = {{{47, 1}, {47, 19}}}, .landings = {{{47, 1}, {47, 19}}}};
  crowd.world.goals = {{47, 10}};
  crowd.world.exits = {exit};
  crowd.world.exit_of_goal = {0};
  for (int k = 0; k < people; ++k) {
    crowd.agents.push_back({.position = crowd.world.grid->center({8 + k % 15, 1 + k / 15}), .radius = 0.25f});
  }
  return crowd;
}

template <class Execution>
void check_counts(const Execution& execution, float cell_size) {
  using MemorySpace = typename Execution::memory_space;
  Random random("crowd costs");
  WorldGrid map = random_map(random, 45, 38, 5, 2);
  map.cell_size = cell_size;
  planning::Crowding crowding;
  // So much that blocks of people cost the most, too.
  crowding.crowding = cell_size < 0.4f ? 20 : 3;
  planning::CrowdCosts<Execution> costs(crowding);
  costs.make(map);
  const auto graph = planning::make_grid_graph(execution, map, planning::Connectivity::eight);
  const planning::GridPlaces<MemorySpace> places(graph, map);
  std::vector<std::int32_t> known(map.passable.size(), 0);
  std::vector<std::vector<std::uint32_t>> remembered;
  const auto apply = [&](std::span<const AddedCost> added, std::span<const std::int32_t> expected) {
    std::int32_t before = -1;
    for (const AddedCost& cost : added) {
      CHECK(cost.cell > before);
      before = cost.cell;
      CHECK(map.passable[static_cast<std::size_t>(cost.cell)] != 0);
      CHECK(known[static_cast<std::size_t>(cost.cell)] != cost.added);
      known[static_cast<std::size_t>(cost.cell)] = cost.added;
    }
    for (std::size_t cell = 0; cell < known.size(); ++cell) {
      if (map.passable[cell] != 0) CHECK(known[cell] == expected[cell]);
    }
  };
  std::vector<std::vector<std::int32_t>> expected;
  std::vector<std::int32_t> before(map.passable.size(), 0);
  for (int round = 0; round < 4; ++round) {
    std::vector<AgentRecord> records;
    // A few in the whole map, and many in a corner; the last ones have arrived.
    for (int k = 0; k < 300; ++k) {
      AgentRecord agent;
      const std::int32_t most = k < 60 ? 44 : 9;
      const GridCell cell{random.integer(0, most), random.integer(0, std::min(most, 37))};
      if (!map.is_passable(cell.x, cell.y)) continue;
      agent.position = map.center(cell);
      if (k > 270) agent.state = AgentState::arrived;
      records.push_back(agent);
    }
    if (round == 3) records.resize(1);
    Agents<MemorySpace> agents(static_cast<std::int32_t>(records.size()));
    copy_agents(agents, make_agents(records));
    agents.working = agents.count;
    expected.push_back(plain_costs(map, records, crowding.crowding, before));
    before = expected.back();
    apply(costs.count(execution, map, places, agents, backends::self()), expected.back());
    remembered.push_back(costs.remembered());
    CHECK(costs.count(execution, map, places, agents, backends::self()).empty());
  }
  CHECK(*std::max_element(expected[0].begin(), expected[0].end()) > 2);
  apply(costs.restore(map, remembered[1]), expected[1]);
  CHECK(costs.remembered() == remembered[1]);
  CHECK(costs.restore(map, remembered[1]).empty());
}

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("what people add to the costs of cells is what counting them block by block says") {
  backends::visit(backend, [&](const auto& execution) {
    for (const float cell_size : {0.3f, 0.5f, 1.f, 1.5f}) check_counts(execution, cell_size);
  });
}

PLETHOS_MATRIX_TEST("a crowd before a door makes people take the other one, with the same bits everywhere") {
  const GridCrowd crowd = rooms_with_two_doors(120);
  // Steps and eikonal distances: dear cells change the unit of the latter, which kernels that a device has recorded hold.
  for (const int metric : {0, 1}) {
    CAPTURE(metric);
    const ParameterValues values{{"crowding", 4}, {"crowding_interval", 10}, {"metric", metric}};
    const auto found = crowd.simulation(backend, "wavefront", values);
    const auto expected = crowd.simulation(plainest_backend(), "wavefront", values);
    found->advance(80);
    expected->advance(80);
    if (backend.same_bits()) CHECK(checksum_of(*found) == checksum_of(*expected));
    CHECK(counted(*found, "repairs") > 4);
    CHECK(counted(*found, "repairs") <= 8);
    CHECK(counted(*found, "repairs") == counted(*expected, "repairs"));
    CHECK(counted(*found, "cells") == counted(*expected, "cells"));
  }
}

TEST_CASE("with crowding both doors are used, and without it only the nearer one is") {
  const GridCrowd crowd = rooms_with_two_doors(120);
  std::vector<int> through, far;
  for (const float crowding : {0.f, 4.f}) {
    const auto simulation = crowd.simulation(widest_backend(), "wavefront", {{"crowding", crowding}});
    std::vector<bool> is_through(crowd.agents.size(), false);
    through.push_back(0);
    far.push_back(0);
    for (int step = 0; step < 800; ++step) {
      simulation->advance(1);
      const Frame frame = frame_of(*simulation);
      for (std::size_t i = 0; i < is_through.size(); ++i) {
        if (is_through[i] || frame.x[i] < 26) continue;
        is_through[i] = true;
        ++through.back();
        far.back() += frame.y[i] < 10 ? 1 : 0;
      }
    }
    CHECK((counted(*simulation, "repairs") > 0) == (crowding > 0));
  }
  CHECK(through[0] > 30);
  CHECK(far[0] == 0);
  CHECK(far[1] > through[1] / 4);
}

PLETHOS_SCALAR_MATRIX_TEST("a simulation that goes on from a saved crowd has the costs of the crowd that was counted before it") {
  GridCrowd crowd = rooms_with_two_doors(60);
  crowd.world.moving = {{.outline = {.vertices = {{25.1f, 15.1f}, {25.9f, 15.1f}, {25.9f, 15.9f}, {25.1f, 15.9f}}}, .from = 5, .until = 9}};
  crowd.world.goals.push_back({1, 1});
  crowd.world.exit_of_goal.push_back(-1);
  crowd.world.choices = {{0, 2}};
  for (const float crowding : {0.f, 4.f}) {
    CAPTURE(crowding);
    const ParameterValues values{{"crowding", crowding}, {"crowding_interval", 20}};
    const auto straight_on = crowd.simulation(backend, "wavefront", values);
    straight_on->advance(130);
    const Frame expected = frame_of(*straight_on);
    // Steps after a count, before one, amid the door's time and with an odd number.
    for (const std::int64_t at : {20, 34, 40, 57, 100}) {
      CAPTURE(at);
      const auto first = crowd.simulation(widest_backend(), "wavefront", values);
      first->advance(at);
      const simulation::SavedSlab saved = first->checkpointing().save_slab();
      CHECK(saved.crowd.of_planner.empty() == (crowding == 0));
      const auto second = crowd.simulation(backend, "wavefront", values);
      second->checkpointing().load_slab(saved);
      second->advance(130 - at);
      if (backend.same_bits()) CHECK(checksum_of(*second) == simulation::checksum(expected));
    }
  }
}

TEST_CASE("the crowd is looked at in the steps that the interval says, and an odd one counts as the one after it") {
  const GridCrowd crowd = rooms_with_two_doors(60);
  const auto run = [&](double interval) {
    auto simulation = crowd.simulation(widest_backend(), "wavefront", {{"crowding", 4}, {"crowding_interval", interval}});
    simulation->advance(121);
    return simulation;
  };
  const auto odd = run(39), even = run(40), often = run(4), never = run(1000);
  CHECK(counted(*even, "repairs") == 3);
  CHECK(counted(*often, "repairs") > 20);
  CHECK(counted(*often, "repairs") <= 30);
  CHECK(counted(*never, "repairs") == 0);
  CHECK(checksum_of(*odd) == checksum_of(*even));
  std::vector<std::string> parts;
  for (const planning::PlannerTime& time : even->measurements().planner_report().times) {
    parts.push_back(time.part);
    CHECK(time.seconds > 0);
  }
  CHECK(parts == std::vector<std::string>{"grid", "crowd", "invalidate", "spread"});
}

TEST_CASE("costs leave room for those of crowds") {
  GridCrowd crowd = rooms_with_two_doors(1);
  WorldGrid grid = *crowd.world.grid;
  // 2^30 of the units of lengths, along width and height.
  const auto most = static_cast<std::int32_t>((1 << 30) / (2. * 239 * 70));
  grid.cost.assign(grid.passable.size(), most - 30);
  crowd.world.grid = std::make_shared<const WorldGrid>(grid);
  CHECK_NOTHROW(crowd.simulation(widest_backend(), "wavefront"));
  CHECK(input_error([&] {
          crowd.simulation(widest_backend(), "wavefront", {{"crowding", 1}});
        }).starts_with("grid: cost: found " + std::to_string(most - 30) + " and up to 60 more, expected at most "));
}

}  // namespace plethos::tests
