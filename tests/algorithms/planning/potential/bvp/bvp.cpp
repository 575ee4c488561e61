#include "algorithms/verify/verifiers.hpp"
#include "backends/registry.hpp"
#include "tests/algorithms/planning/grid/ways/test_crowd.hpp"
#include "tests/harness/errors.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using simulation::Frame;

/// Agents that cross a room from west to east, each in a group of its own, around a pillar.
GridCrowd walkers_around_pillar(int walkers) {
  std::vector<std::string> rows(24, std::string(40, '.'));
  for (std::size_t y = 9; y < 15; ++y) rows[y].replace(18, 3, "@@@");
  GridCrowd crowd = crowd_in(rows);
  crowd.parameters.time_step = 0.05f;
  for (int k = 0; k < walkers; ++k) {
    crowd.add({.position = crowd.world.grid->center({2, 2 + 20 * k / walkers}), .radius = 0.25f, .group = k},
              crowd.world.grid->center({37, 21 - 20 * k / walkers}));
  }
  return crowd;
}

/// Steps a crowd until all have arrived, and checks that nobody touches a wall. Returns the steps.
int walk_to_end(simulation::Simulation& simulation, const GridCrowd& crowd, int most) {
  const std::vector<Segment> walls = crowd.world.segments();
  std::vector<float> radius;
  for (const AgentRecord& agent : crowd.agents) radius.push_back(agent.radius);
  int step = 0;
  for (; step < most && simulation.arrived() < static_cast<std::int64_t>(crowd.agents.size()); ++step) {
    simulation.advance(1);
    const Frame frame = frame_of(simulation);
    REQUIRE(verify::wall_overlaps({frame.x, frame.y, radius}, walls).count == 0);
  }
  CHECK(simulation.arrived() == static_cast<std::int64_t>(crowd.agents.size()));
  return step;
}

std::string refusal(const GridCrowd& crowd, const ParameterValues& values) {
  return input_error([&] { crowd.planned(plainest_backend(), "bvp-published", values); });
}

}  // namespace

TEST_CASE("agents on local maps walk around a pillar and each other to their goals, and touch no wall") {
  const GridCrowd crowd = walkers_around_pillar(8);
  for (const char* lanes : {"scalar", "simd"}) {
    for (const double relaxing : {0., 1., 3.}) {
      CAPTURE(lanes);
      CAPTURE(relaxing);
      const auto simulation =
          crowd.planned(backends::make_backend({"serial", lanes, 1}), "bvp-published", {{"relaxing", relaxing}, {"view_angle", 5}});
      walk_to_end(*simulation, crowd, 2400);
      CHECK(counted(*simulation, "local maps") > 1000);
      CHECK(counted(*simulation, "local sweeps") > counted(*simulation, "local maps"));
    }
  }
}

PLETHOS_MATRIX_TEST("runs on local maps end in the bits of the serial scalar reference, for every size and way to relax") {
  if (!backend.same_bits()) return;
  const GridCrowd crowd = walkers_around_pillar(12);
  struct Shape {
    double size, relaxing;
  };
  for (const Shape shape : {Shape{5, 0}, Shape{12, 1}, Shape{21, 0}, Shape{16, 3}, Shape{33, 0}}) {
    CAPTURE(shape.size);
    const auto run = [&](const backends::Backend& on) {
      const auto simulation =
          crowd.planned(on, "bvp-published", {{"map_size", shape.size}, {"relaxing", shape.relaxing}, {"epsilon", -1.2}, {"behavior", 2}});
      simulation->advance(25);
      return checksum_of(*simulation);
    };
    CHECK(run(backend) == run(plainest_backend()));
  }
}

TEST_CASE("a lone agent with a global map alone arrives around a pillar without touching it, and along a serpentine") {
  const GridCrowd alone = walkers_around_pillar(1);
  const auto around = alone.planned(widest_backend(), "bvp-global", {});
  walk_to_end(*around, alone, 2400);
  // In a corridor as wide as a cell the gradient of a bend leads into the corner, and avoidance keeps the agent off it.
  const GridCrowd crowd = walker_in_serpentine();
  const auto along = crowd.simulation(widest_backend(), "bvp-global");
  for (int step = 0; step < 20000 && along->arrived() == 0; ++step) along->advance(1);
  CHECK(along->arrived() == 1);
}

TEST_CASE("groups with other behavior vectors take other ways, and without epsilon the vector means nothing") {
  GridCrowd crowd = walkers_around_pillar(1);
  crowd.agents[0].position = crowd.world.grid->center({2, 12});
  const auto mean_height = [&](const ParameterValues& values) {
    const auto simulation = crowd.planned(widest_backend(), "bvp-published", values);
    float sum = 0;
    for (int step = 0; step < 200; ++step) {
      simulation->advance(1);
      const Frame frame = frame_of(*simulation);
      sum += frame.y[0];
    }
    return sum / 200;
  };
  const float plain = mean_height({});
  CHECK(mean_height({{"behavior_x", 0}, {"behavior_y", 1}}) == plain);
  CHECK(mean_height({{"behavior_x", 0}, {"behavior_y", 1}, {"epsilon", -1.5}}) > plain + 0.2f);
  CHECK(mean_height({{"behavior_x", 0}, {"behavior_y", -1}, {"epsilon", -1.5}}) < plain - 0.2f);
  CHECK(mean_height({{"behavior_x", 0}, {"behavior_y", -1}, {"epsilon", 1.5}}) > plain + 0.2f);
}

TEST_CASE("of two agents one's own values hold for it alone") {
  GridCrowd crowd = walkers_around_pillar(2);
  const auto end = [&](const std::vector<ParameterValues>& of_groups) {
    const auto simulation = crowd.planned(widest_backend(), "bvp-published", {{"map_size", 11}}, of_groups);
    simulation->advance(160);
    return frame_of(*simulation);
  };
  const Frame alike = end({}), other = end({{}, {{"epsilon", -1.5}, {"map_size", 16}}});
  CHECK(alike.y[0] == other.y[0]);
  CHECK(alike.y[1] != other.y[1]);
}

TEST_CASE("a run that continues from a saved crowd ends as it would have, with the maps that it remembers") {
  GridCrowd crowd = walkers_around_pillar(6);
  for (const bool moves : {false, true}) {
    CAPTURE(moves);
    if (moves) {
      MovingObstacle box{
          .outline = {.vertices = {{10.1f, 12.1f}, {11.9f, 12.1f}, {11.9f, 13.9f}, {10.1f, 13.9f}}}, .from = 1, .until = 2.5};
      crowd.world.moving = {box};
    }
    for (const char* planner : {"bvp-published", "bvp-global"}) {
      CAPTURE(planner);
      const auto whole = crowd.planned(widest_backend(), planner, {}), first = crowd.planned(widest_backend(), planner, {});
      whole->advance(150);
      if (moves) CHECK(counted(*whole, "repairs") == 2);
      int done = 0;
      for (const int at : {10, 30, 70}) {
        const auto second = crowd.planned(widest_backend(), planner, {});
        first->advance(at - done);
        done = at;
        second->checkpointing().load_slab(first->checkpointing().save_slab());
        second->advance(150 - at);
        CHECK(checksum_of(*second) == checksum_of(*whole));
      }
    }
  }
}

PLETHOS_MATRIX_TEST("an agent that joins another group takes its values, with a map of another size, and no other agent notices") {
  const GridCrowd crowd = walkers_around_pillar(2);
  const std::vector<ParameterValues> of_groups{{}, {}, {{"epsilon", -1.5}, {"map_size", 16}}};
  const auto make = [&] { return crowd.planned(backend, "bvp-published", {{"map_size", 11}}, of_groups); };
  const auto same = make(), other = make(), resumed = make(), at_once = make();
  same->advance(160);
  other->advance(41);
  other->apply({.groups_of_agents = {{1, 2}}});
  other->advance(20);
  resumed->apply({.groups_of_agents = {{1, 2}}});
  resumed->checkpointing().load_slab(other->checkpointing().save_slab());
  for (const auto* simulation : {&other, &resumed}) (*simulation)->advance(99);
  const Frame unchanged = frame_of(*same), changed = frame_of(*other);
  CHECK(changed.y[0] == unchanged.y[0]);
  CHECK(changed.y[1] != unchanged.y[1]);
  if (backend.same_bits()) CHECK(checksum_of(*resumed) == simulation::checksum(changed));
  // From the first step on, it is as if the agent had belonged to that group from the start.
  GridCrowd moved = crowd;
  moved.agents[1].group = 2;
  at_once->apply({.groups_of_agents = {{1, 2}}});
  const auto born = moved.planned(backend, "bvp-published", {{"map_size", 11}}, of_groups);
  for (const auto* simulation : {&at_once, &born}) (*simulation)->advance(100);
  CHECK(checksum_of(*at_once) == checksum_of(*born));
}

TEST_CASE("agents pass a door of one cell if the grid's cells are free of walls by their radius already") {
  GridCrowd crowd = crowd_in({"..........", "@@@@.@@@@@", ".........."});
  auto grid = std::make_shared<WorldGrid>(*crowd.world.grid);
  grid->clearance = 0.5f;
  crowd.world.grid = grid;
  crowd.world.goals = {grid->center({2, 0})};
  crowd.agents = {{.position = grid->center({7, 2}), .radius = 0.5f}};
  crowd.parameters.time_step = 0.05f;
  const auto simulation = crowd.planned(widest_backend(), "bvp-published", {{"map_cell", 0.5}});
  for (int step = 0; step < 2000 && simulation->arrived() == 0; ++step) simulation->advance(1);
  CHECK(simulation->arrived() == 1);
}

TEST_CASE("agents keep off obstacles that move, also where the grid's cells are free of walls by their radius") {
  GridCrowd crowd = walkers_around_pillar(1);
  auto grid = std::make_shared<WorldGrid>(*crowd.world.grid);
  // Cells beside walls are blocked, as in a grid that keeps clear of them.
  for (std::int32_t y = 8; y < 16; ++y) {
    for (std::int32_t x = 17; x < 22; ++x) grid->passable[static_cast<std::size_t>(grid->index(x, y))] = 0;
  }
  grid->clearance = 0.25f;
  crowd.world.grid = grid;
  crowd.agents[0].position = grid->center({2, 5});
  crowd.world.goals.own()[0] = grid->center({37, 5});
  MovingObstacle box{.outline = {.vertices = {{12.2f, 14.2f}, {14.8f, 14.2f}, {14.8f, 21.9f}, {12.2f, 21.9f}}}};
  crowd.world.moving = {box};
  const auto simulation = crowd.planned(widest_backend(), "bvp-published", {{"view_angle", 6}});
  World with_box = crowd.world;
  with_box.polygons.push_back(box.outline);
  const std::vector<Segment> walls = with_box.segments();
  const std::vector<float> radius{0.25f};
  for (int step = 0; step < 2400 && simulation->arrived() == 0; ++step) {
    simulation->advance(1);
    const Frame frame = frame_of(*simulation);
    REQUIRE(verify::wall_overlaps({frame.x, frame.y, radius}, walls).count == 0);
  }
  CHECK(simulation->arrived() == 1);
}

TEST_CASE("an epsilon of 2, and a behavior vector of zero, are refused") {
  const GridCrowd crowd = walkers_around_pillar(1);
  CHECK(refusal(crowd, {{"epsilon", 2}}) == "epsilon: found 2, expected a number above -2 and below 2");
  CHECK(refusal(crowd, {{"epsilon", -2}}) == "epsilon: found -2, expected a number above -2 and below 2");
  CHECK(refusal(crowd, {{"behavior_x", 0}, {"behavior_y", 0}}) ==
        "behavior_x, behavior_y: found 0 and 0, expected a vector that is not zero");
  CHECK(refusal(crowd, {{"epsilon", 1.99}}) == "no error");
}

}  // namespace plethos::tests
