#include <functional>

#include "tests/algorithms/planning/grid/ways/test_crowd.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using simulation::Frame;
using simulation::SavedSlab;
using simulation::Simulation;

/// Agents in and around a dead end, whose ways bend often and lead to few cells more than once.
GridCrowd searchers() {
  GridCrowd crowd = crowd_in(dead_end());
  const WorldGrid& map = *crowd.world.grid;
  crowd.world.goals = {map.center({40, 20}), map.center({39, 3}), map.center({40, 36}), map.center({0, 20})};
  for (std::int32_t k = 0; k < 12; ++k) {
    crowd.agents.push_back({.position = map.center({20 + k, 8 + 2 * k}),
                            .radius = 0.2f,
                            .preferred_speed = 12,
                            .maximum_speed = 12,
                            .maximum_acceleration = 100,
                            .goal = k % 3,
                            .goal_radius = 0.4f});
  }
  return crowd;
}

/// Memory for what these agents learn, in MB: none, too little, and enough. The least row has 3 kB for up to 224 cells.
/// 20 kB are such rows for half of the agents, 38 kB for all of them.
constexpr double none = 0, for_few = 0.02, little = 0.038, enough = 300;

using Script = std::function<void(Simulation&)>;

/// Checks that agents walk the same ways through a script whatever memory they have for what they learn. Returns how many searches went on
/// where the one before had ended, with enough memory.
std::uint64_t check_same_ways(const GridCrowd& crowd, const Script& script) {
  std::vector<std::uint32_t> remembered;
  std::uint64_t checksum = 0, continued = 0;
  for (const double megabytes : {none, for_few, little, enough}) {
    CAPTURE(megabytes);
    const auto simulation = crowd.simulation(plainest_backend(), "rtaa", {{"learned_memory", megabytes}, {"lookahead", 20}});
    script(*simulation);
    const Frame frame = frame_of(*simulation);
    const std::vector<std::uint32_t> rows = simulation->checkpointing().save_slab().rows;
    if (megabytes == none) {
      checksum = simulation::checksum(frame);
      remembered = rows;
      CHECK(counted(*simulation, "continued") == 0);
    }
    CHECK(simulation::checksum(frame) == checksum);
    CHECK(rows == remembered);
    continued = counted(*simulation, "continued");
  }
  return continued;
}

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("agents of rtaa walk the same ways on every backend, whatever memory they have for what they learn") {
  const GridCrowd crowd = searchers();
  std::uint64_t searches = 0, checksum = 0;
  for (const double megabytes : {none, for_few, little, enough}) {
    CAPTURE(megabytes);
    const auto on = [&](const backends::Backend& where) {
      auto simulation = crowd.simulation(where, "rtaa", {{"learned_memory", megabytes}, {"lookahead", 20}});
      simulation->advance(400);
      return simulation;
    };
    const auto simulation = on(backend);
    Frame frame = frame_of(*simulation);
    const std::uint64_t continued = counted(*simulation, "continued"), repeated = counted(*simulation, "repeated");
    if (megabytes == none) {
      on(plainest_backend())->read(frame);
      checksum = simulation::checksum(frame);
      simulation->read(frame);
      searches = repeated;
      CHECK(searches > 50);
    }
    if (!backend.same_bits()) continue;
    CHECK(simulation::checksum(frame) == checksum);
    CHECK(continued + repeated == searches);
    CHECK((continued > 0) == (megabytes != none));
    CHECK((repeated > 0) == (megabytes != enough));
  }
}

TEST_CASE("an agent of rtaa arrives, and each further search goes on where the one before has ended") {
  GridCrowd crowd = walker_in_serpentine();
  crowd.agents.front().goal_radius = 0.4f;
  const auto simulation = crowd.simulation(plainest_backend(), "rtaa", {{"lookahead", 3}});
  for (int k = 0; k < 100 && simulation->arrived() == 0; ++k) simulation->advance(100);
  CHECK(simulation->arrived() == 1);
  CHECK(counted(*simulation, "continued") > 2);
  CHECK(counted(*simulation, "repeated") == 0);
  // A row has 12 bytes and more for each cell of the map.
  const auto without = crowd.simulation(plainest_backend(), "rtaa", {{"learned_memory", none}, {"lookahead", 3}});
  CHECK(simulation->bytes() > without->bytes() + 12 * 41 * 41);
}

TEST_CASE("an agent of rtaa gets the row of one whose way has ended") {
  GridCrowd crowd = searchers();
  crowd.agents.resize(2);
  crowd.agents[0].goal = static_cast<std::int32_t>(crowd.world.goals.size());
  crowd.world.goals.push_back(crowd.world.grid->center({16, 8}));
  // One row of the least size takes 3132 bytes.
  const auto simulation = crowd.simulation(plainest_backend(), "rtaa", {{"learned_memory", 0.004}, {"lookahead", 3}});
  simulation->advance(900);
  CHECK(simulation->arrived() == 1);
  CHECK(counted(*simulation, "continued") > 0);
}

TEST_CASE("agents of rtaa use nothing that they have learned on the way to another goal") {
  const auto continued = check_same_ways(searchers(), [](Simulation& simulation) {
    simulation.advance(150);
    const SavedSlab before = simulation.checkpointing().save_slab();
    WorldChange change;
    for (std::int64_t id = 0; id < 12; ++id) change.goals_of_agents.push_back({id, 3});
    simulation.apply(change);
    simulation.advance(60);
    // They go on with ways that their memory no longer holds.
    simulation.checkpointing().load_slab(before);
    simulation.advance(150);
    for (auto& [id, goal] : change.goals_of_agents) goal = static_cast<std::int32_t>(id % 2);
    simulation.apply(change);
    simulation.advance(150);
  });
  CHECK(continued > 50);
}

TEST_CASE("agents of rtaa use nothing that they have learned on a way that began elsewhere") {
  check_same_ways(searchers(), [](Simulation& simulation) {
    simulation.advance(150);
    const SavedSlab before = simulation.checkpointing().save_slab();
    WorldChange away, back;
    for (std::int64_t id = 0; id < 12; ++id) {
      away.goals_of_agents.push_back({id, 3});
      back.goals_of_agents.push_back({id, static_cast<std::int32_t>(id % 3)});
    }
    simulation.apply(away);
    simulation.advance(20);
    simulation.apply(back);
    simulation.advance(40);
    simulation.checkpointing().load_slab(before);
    simulation.advance(150);
  });
}

TEST_CASE("agents of rtaa use nothing that they have learned before the ground changed") {
  const GridCrowd crowd = searchers();
  check_same_ways(crowd, [&](Simulation& simulation) {
    simulation.advance(150);
    const SavedSlab before = simulation.checkpointing().save_slab();
    WorldChange change;
    for (std::int32_t y = 0; y < 41; ++y) {
      for (std::int32_t x = 0; x < 41; ++x) {
        const std::size_t cell = crowd.world.grid->index(x, y);
        if (crowd.world.grid->passable[cell] != 0) change.cells.push_back({static_cast<std::int64_t>(cell), 1 + (x + 2 * y) % 5});
      }
    }
    simulation.apply(change);
    // Their ways are as before, in a world that is not.
    simulation.checkpointing().load_slab(before);
    simulation.advance(150);
  });
}

TEST_CASE("agents of rtaa walk the same ways when obstacles move, others leave and join, and a saved crowd goes on") {
  GridCrowd crowd = searchers();
  MovingObstacle box{.outline = {.vertices = {{10.1f, 20.1f}, {10.9f, 20.1f}, {10.9f, 20.9f}, {10.1f, 20.9f}}},
                     .path = {{20, 0}, {0, 0}},
                     .speed = 1,
                     .repeats = true,
                     .from = 4};
  crowd.world.moving = {box};
  check_same_ways(crowd, [&](Simulation& simulation) {
    simulation.advance(70);
    WorldChange change{.leaving = {3, 4, 9}};
    simulation.apply(change);
    simulation.advance(50);
    change.leaving.clear();
    for (const std::size_t k : {9u, 4u}) change.joining.push_back(crowd.agents[k]);
    simulation.apply(change);
    simulation.advance(100);
    simulation.checkpointing().load_slab(simulation.checkpointing().save_slab());
    simulation.advance(200);
  });
}

TEST_CASE("a saved crowd of agents of rtaa goes on in a simulation that has learned nothing") {
  const GridCrowd crowd = searchers();
  const backends::Backend backend = plainest_backend();
  const auto whole = crowd.simulation(backend, "rtaa", {{"lookahead", 3}}), rest = crowd.simulation(backend, "rtaa", {{"lookahead", 3}});
  whole->advance(151);
  rest->checkpointing().load_slab(whole->checkpointing().save_slab());
  whole->advance(150);
  rest->advance(150);
  CHECK(checksum_of(*whole) == checksum_of(*rest));
  CHECK(whole->checkpointing().save_slab().rows == rest->checkpointing().save_slab().rows);
  // Each of them walks its way once more, and goes on from there.
  CHECK(counted(*rest, "repeated") > 0);
  CHECK(counted(*rest, "repeated") <= crowd.agents.size());
  CHECK(counted(*rest, "continued") > 0);
}

}  // namespace plethos::tests
