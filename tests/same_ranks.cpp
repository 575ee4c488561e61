#include <algorithm>
#include <bit>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/simulation/simulation.hpp"
#include "backends/device_facts.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/methods.hpp"
#include "tests/harness/random.hpp"
#include "tests/harness/ranks.hpp"
#include "tests/harness/results.hpp"
#include "tests/scenarios/rooms_map.hpp"
#include "tests/scenarios/temporary_folder.hpp"

// One crowd on several ranks, each on another backend, ends as on one. ctest runs this file under mpiexec with 1, 2, 3, 4 and 8 ranks. Rank
// 0 computes what is expected, and compares.

namespace plethos::tests {
namespace {

using simulation::MethodChoices;
using simulation::SavedSlab;
using simulation::Simulation;
using simulation::Statistics;

/// What is simulated.
struct Case {
  std::string name{};
  Parameters parameters{};
  World world{};
  std::vector<AgentRecord> agents{};
  MethodChoices methods = {};
  std::int64_t steps = 40;
  distribution::Balance balance = {};
  std::optional<distribution::GpuPath> between_gpus = {};
};

struct SharedResult : Result {
  distribution::Shares shares{};
};

SharedResult simulate(const backends::Backend& backend, const Case& what, const backends::Ranks& all) {
  const auto simulation =
      Simulation::create(backend, what.parameters, what.world, what.agents, what.methods, {all, what.balance, what.between_gpus});
  // A look in between opens a step and closes none.
  simulation->advance(what.steps / 2);
  simulation->statistics();
  simulation->advance(what.steps - what.steps / 2);
  return {result_of(*simulation), simulation->measurements().shares()};
}

/// The backend of this rank: ranks differ in it.
const backends::Backend& own_backend() {
  static const backends::Backend backend = [] {
    std::vector<backends::BackendOptions> able;
    for (const backends::BackendOptions& options : all_configurations()) {
      if (backends::make_backend(options).same_bits()) able.push_back(options);
    }
    return backends::make_backend(able[static_cast<std::size_t>(ranks().rank()) % able.size()]);
  }();
  return backend;
}

/// Runs a part of a test that ranks do together. A fault of one rank would leave the others waiting.
void together(const std::function<void()>& part) {
  try {
    part();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rank %d: %s\n", ranks().rank(), error.what());
    if (!ranks().alone()) ranks().abort(3);
    throw;
  }
}

/// Checks that all ranks together end as one does. Returns what they have found.
SharedResult require_same(const Case& what) {
  INFO(what.name << ", seed " << seed());
  SharedResult found;
  together([&] { found = simulate(own_backend(), what, ranks()); });
  if (ranks().rank() == 0) check_same(found, simulate(plainest_backend(), what, backends::self()));
  return found;
}

std::unique_ptr<Simulation> make(const backends::Backend& backend, const Case& what, const backends::Ranks& all) {
  return Simulation::create(backend, what.parameters, what.world, what.agents, what.methods, {all, what.balance, what.between_gpus});
}

/// Returns a crowd as it was saved, with the rows of all agents on every rank.
SavedSlab save(Simulation& simulation, const backends::Ranks& all) {
  SavedSlab own = simulation.checkpointing().save_slab();
  SavedSlab saved{std::move(own.crowd), 0, {}};
  all.gather(std::as_bytes(std::span(own.rows)), [&](int, std::span<const std::byte> bytes) {
    const auto* const words = reinterpret_cast<const std::uint32_t*>(bytes.data());
    saved.rows.insert(saved.rows.end(), words, words + bytes.size() / 4);
  });
  saved.rows.resize(static_cast<std::size_t>(saved.crowd.agents * simulation::words_of(saved.crowd.fields)));
  all.broadcast(std::as_writable_bytes(std::span(saved.rows)));
  return saved;
}

/// Checks that ranks save the same after so many steps as one does, and that both go on from it on the other number of ranks.
void require_same_restart(const Case& what, std::int64_t steps) {
  INFO(what.name << ", saved after " << steps << ", seed " << seed());
  SavedSlab saved;
  Result found, found_by_one;
  together([&] {
    const auto before = make(own_backend(), what, ranks());
    before->advance(steps);
    saved = save(*before, ranks());
  });
  const auto alone = make(plainest_backend(), what, backends::self());
  alone->advance(steps);
  const SavedSlab by_one = save(*alone, backends::self());
  CHECK(saved.rows == by_one.rows);
  CHECK(saved.crowd.fields == by_one.crowd.fields);
  CHECK(saved.crowd.of_planner == by_one.crowd.of_planner);
  CHECK(saved.crowd.statistics.overlaps == by_one.crowd.statistics.overlaps);
  CHECK(saved.crowd.statistics.lost == by_one.crowd.statistics.lost);
  CHECK(saved.crowd.statistics.arrived == by_one.crowd.statistics.arrived);
  if (ranks().rank() == 0) CHECK(saved.crowd.statistics.arrivals == by_one.crowd.statistics.arrivals);
  const auto go_on = [&](const backends::Backend& backend, const backends::Ranks& all) {
    const auto after = make(backend, what, all);
    after->checkpointing().load_slab(saved);
    after->advance(what.steps - steps);
    return result_of(*after);
  };
  together([&] { found = go_on(own_backend(), ranks()); });
  if (ranks().rank() != 0) return;
  const Result expected = simulate(plainest_backend(), what, backends::self());
  check_same(found, expected);
  check_same(go_on(plainest_backend(), backends::self()), expected);
}

MethodChoices methods_of(const std::string& avoidance, const std::string& neighbors, const std::string& steering,
                         const std::string& planner) {
  MethodChoices methods{.avoidance = avoidance, .neighbors = neighbors, .steering = steering, .planner = planner};
  if (avoidance == "rvo") methods.values["samples"] = 40;
  return methods;
}

/// People in a rectangle of open ground, who head for places a few metres away, so that some of them arrive soon.
Case walkers(float width, float height, std::size_t count) {
  Case what{.parameters = {.time_step = 0.1f, .neighbors = 8, .neighbor_distance = 3}, .world = {.bounds = {{0, 0}, {width, height}}}};
  Random random("walkers");
  for (std::size_t i = 0; i < count; ++i) {
    AgentRecord agent;
    agent.position = {random.between(0, width), random.between(0, height)};
    agent.radius = random.between(0.15f, 0.3f);
    agent.reciprocity = i % 7 == 0 ? 0.8f : 0.5f;
    agent.goal = static_cast<std::int32_t>(i);
    const float x = agent.position.x + random.between(-4, 4), y = agent.position.y + random.between(-4, 4);
    what.world.goals.push_back({std::clamp(x, 0.f, width), std::clamp(y, 0.f, height)});
    if (i % 11 == 0) {
      agent.state = AgentState::passive;
      agent.velocity = {random.between(-1, 1), random.between(-1, 1)};
    }
    what.agents.push_back(agent);
  }
  return what;
}

/// A street of 40 m. Eight ranks have regions of about 5 m of it, which is less than two ranks apart need not see of each other.
Case street() { return walkers(40, 6, 160); }

#ifdef __SANITIZE_ADDRESS__
// A search reads and writes the same beside every avoidance method, and each run takes several times as long here.
constexpr bool with_every_pair = false;
#else
constexpr bool with_every_pair = true;
#endif

constexpr const char* exact_searches[] = {"grid", "kdtree", "brute"};

TEST_CASE("ranks: every search with every avoidance and steering method, leaving and standing") {
  for (const std::string neighbors : exact_searches) {
    for (const std::string& avoidance : simulation::method_family("avoidance").names()) {
      if (!with_every_pair && neighbors != "grid" && avoidance != "orca") continue;
      for (const std::string& steering : simulation::method_family("steering").names()) {
        for (const bool leave : {false, true}) {
          Case what = street();
          what.name = neighbors + ", " + avoidance + ", " + steering + (leave ? ", leaving" : ", standing");
          what.parameters.leave_on_arrival = leave;
          what.methods = methods_of(avoidance, neighbors, steering, "straight");
          const SharedResult result = require_same(what);
          // Otherwise nothing is tested of those that stand or have left.
          CHECK(result.statistics.arrived > 16);
          if (neighbors == "grid") require_same_restart(what, 21);
        }
      }
    }
  }
}

TEST_CASE("ranks: every planner, leaving and standing") {
  const TemporaryFolder folder;
  const scenarios::Scenario scenario =
      scenarios::make_scenario({.name = "map", .agents = 80, .map_file = folder.write("rooms.map", rooms_map(32))});
  for (const MethodInfo& planner : simulation::method_family("planner").methods) {
    // A planner of the tests that answers queries only.
    if (planner.name == "fickle") continue;
    for (const bool leave : {false, true}) {
      Case what{planner.name + (leave ? ", leaving" : ", standing"), scenario.parameters, scenario.world, scenario.agents};
      what.parameters.leave_on_arrival = leave;
      what.parameters.neighbor_distance = 4;
      what.methods = methods_of("orca", leave ? "grid" : "kdtree", "none", planner.name);
      // A step on local maps takes as long as hundreds of others.
      what.steps = planner.name.starts_with("bvp") ? 30 : 80;
      require_same(what);
      require_same_restart(what, what.steps * 2 / 5);
    }
  }
}

/// Scenarios with obstacles that move, choices among goals, and costs of crowds.
TEST_CASE("ranks: scenarios whose world changes") {
  for (const std::string name : {"doors", "castle", "car", "bvp-moods"}) {
    scenarios::ScenarioRequest request{.name = name};
    if (name != "bvp-moods" && name != "car") request.agents = 150;
    if (name == "bvp-moods") request.methods["planner"] = "bvp-global";
    const scenarios::Scenario scenario = make_scenario(request);
    Case what{name, scenario.parameters, scenario.world, scenario.agents};
    what.methods = scenarios::choose_methods(scenario, request);
    what.steps = 100;
    require_same(what);
    require_same_restart(what, 64);
  }
}

TEST_CASE("ranks: slabs of ids on several ranks, with agents that stand, and regions of where agents are then") {
  // Three slabs, the last of which is not full.
  Case what = walkers(60, 60, 9000);
  what.methods = methods_of("none", "grid", "none", "straight");
  what.steps = 30;
  for (std::size_t i = 0; i < what.agents.size(); ++i) {
    what.world.goals.own()[i] = {5, 5};
    what.agents[i].maximum_speed = what.agents[i].preferred_speed = 20;
  }
  what.balance.spare_capacity = 0;
  for (const bool leave : {false, true}) {
    what.parameters.leave_on_arrival = leave;
    require_same_restart(what, 16);
  }
}

TEST_CASE("ranks: what does not fit is refused on all, and whether statistics were asked for does not matter") {
  Case what = street();
  what.methods = methods_of("orca", "grid", "none", "straight");
  SavedSlab saved;
  together([&] {
    const auto before = make(own_backend(), what, ranks());
    before->advance(20);
    const Statistics expected = before->statistics();
    saved = save(*before, ranks());
    const auto after = make(own_backend(), what, ranks());
    after->checkpointing().load_slab(saved);
    const Statistics found = after->statistics(), again = after->statistics();
    CHECK(found.overlaps == expected.overlaps);
    CHECK(again.overlaps == expected.overlaps);
    CHECK(found.minimum_separation == expected.minimum_separation);
  });
  const auto load = [&](const SavedSlab& other, const Case& into) { make(own_backend(), into, ranks())->checkpointing().load_slab(other); };
  Case other = what;
  other.agents.pop_back();
  CHECK_THROWS_WITH_AS(load(saved, other), "found 160 agents, expected 159", InputError);
  other = what;
  other.methods.steering = "reynolds";
  CHECK_THROWS_AS(load(saved, other), InputError);
  const auto words = static_cast<std::size_t>(simulation::words_of(saved.crowd.fields));
  for (const std::size_t word : {std::size_t{0}, std::size_t{6}, std::size_t{13}, std::size_t{14}}) {
    CAPTURE(word);
    SavedSlab damaged = saved;
    // Not a number as a place or a radius; a goal or a state that there is not.
    damaged.rows[78 * words + word] = word < 13 ? 0x7fc00000u : 1000u;
    CHECK_THROWS_WITH_AS(load(damaged, what), "agent 78: found a row that no agent of this world can have", InputError);
  }
}

TEST_CASE("ranks: regions that move every 16 steps") {
  for (const bool leave : {false, true}) {
    Case what = street();
    what.name = leave ? "leaving" : "standing";
    what.parameters.leave_on_arrival = leave;
    what.methods = methods_of("orca", "grid", "none", "straight");
    what.steps = 100;
    what.balance.interval = 16;
    what.balance.imbalance = 0;
    const SharedResult result = require_same(what);
    if (!ranks().alone()) CHECK(result.shares.divisions == 6);
  }
}

TEST_CASE("ranks: on GPUs, whichever way messages go between them") {
  if (ranks().alone()) return;
  Case what = street();
  what.methods = methods_of("orca", "grid", "none", "straight");
  if (backends::device_count() == 0) {
    what.between_gpus = distribution::GpuPath::peers;
    CHECK(thrown<MachineError>([&] { make(own_backend(), what, ranks()); }) == "between GPUs: ipc: not all ranks have a GPU of one host");
    return;
  }
  backends::BackendOptions options;
  options.name = backends::device_backend();
  const backends::Backend backend = backends::make_backend(options);
  what.steps = 80;
  what.balance.interval = 32;
  what.balance.imbalance = 0;
  const Result expected = simulate(plainest_backend(), what, backends::self());
  for (const distribution::GpuPath path : {distribution::GpuPath::host, distribution::GpuPath::peers}) {
    INFO(distribution::name_of(path));
    what.between_gpus = path;
    // The second finds the memory that the first has left.
    for (int time = 0; time < 2; ++time) {
      SharedResult found;
      together([&] { found = simulate(backend, what, ranks()); });
      if (ranks().rank() == 0) check_same(found, expected);
      CHECK(found.shares.path == path);
      CHECK(found.shares.divisions > 0);
    }
  }
}

TEST_CASE("ranks: everybody in one corner of a large world, where most ranks own nobody") {
  for (const std::string neighbors : exact_searches) {
    Case what = walkers(12, 12, 120);
    what.name = neighbors;
    what.world.bounds = {{-500, -500}, {500, 500}};
    what.balance.cells = 64;
    what.methods = methods_of("orca", neighbors, "none", "straight");
    require_same(what);
  }
}

TEST_CASE("ranks: one rank gets more agents than it has had room for") {
  Case what = walkers(60, 6, 500);
  for (std::size_t i = 0; i < what.agents.size(); ++i) {
    what.world.goals.own()[i] = {30, 3};
    what.agents[i].maximum_speed = what.agents[i].preferred_speed = 3;
  }
  what.parameters.leave_on_arrival = true;
  what.methods = methods_of("none", "grid", "none", "straight");
  what.balance.spare_capacity = 0;
  what.steps = 120;
  const SharedResult result = require_same(what);
  if (!ranks().alone()) CHECK(result.shares.migrations > 20);
}

TEST_CASE("ranks: distances that tie across borders") {
  Case what = walkers(40, 6, 0);
  what.methods = methods_of("orca", "grid", "none", "straight");
  // Each has eight neighbors at two distances, and keeps three.
  what.parameters.neighbors = 3;
  for (int x = 0; x < 40; ++x) {
    for (int y = 0; y < 6; ++y) {
      AgentRecord agent{.position = {static_cast<float>(x), static_cast<float>(y)}, .goal = static_cast<std::int32_t>(what.agents.size())};
      what.world.goals.push_back({agent.position.x + (y % 2 == 0 ? 5.f : -5.f), agent.position.y});
      what.agents.push_back(agent);
    }
  }
  for (const std::string neighbors : exact_searches) {
    what.name = neighbors;
    what.methods.neighbors = neighbors;
    require_same(what);
  }
}

TEST_CASE("ranks: agents that cross several regions before they migrate") {
  Case what = street();
  what.methods = methods_of("orca", "grid", "none", "straight");
  for (std::size_t i = 0; i < what.agents.size(); i += 3) {
    AgentRecord& agent = what.agents[i];
    agent.state = AgentState::passive;
    agent.velocity = {i % 2 == 0 ? 15.f : -15.f, 0};
  }
  require_same(what);
}

TEST_CASE("ranks: few agents cross borders, most stay where they are in memory, and some stand") {
  Case what = walkers(80, 30, 3000);
  what.methods = methods_of("orca", "grid", "none", "straight");
  what.steps = 112;
  for (const std::string neighbors : {"grid", "kdtree"}) {
    what.name = neighbors;
    what.methods.neighbors = neighbors;
    const SharedResult found = require_same(what);
    if (ranks().alone()) continue;
    CHECK(found.shares.migrations > 0);
    // In each of the seven times that agents migrate.
    CHECK(found.shares.migrations < 7 * what.agents.size() / 16);
    if (ranks().rank() == 0) CHECK(found.statistics.arrived > 1000);
  }
}

TEST_CASE("ranks: an agent that is faster than all were at the start ends the run on all") {
  if (ranks().alone()) return;
  Case what = street();
  what.methods = methods_of("orca", "grid", "none", "straight");
  const auto simulation = make(own_backend(), what, ranks());
  SavedSlab saved;
  together([&] { saved = save(*simulation, ranks()); });
  // The first component of a passive agent's velocity.
  const auto words = static_cast<std::size_t>(simulation::words_of(saved.crowd.fields));
  saved.rows[77 * words + 2] = std::bit_cast<std::uint32_t>(20.f);
  together([&] {
    simulation->checkpointing().load_slab(saved);
    simulation->advance(15);
  });
  CHECK(thrown<MachineError>([&] { simulation->advance(1); }).starts_with("ranks: found an agent faster than "));
}

TEST_CASE("ranks: a lack of agents, and of those that move") {
  Case what = street();
  what.name = "two agents";
  what.agents.resize(2);
  what.methods = methods_of("orca", "grid", "none", "straight");
  require_same(what);
  what = street();
  what.name = "nobody moves";
  for (AgentRecord& agent : what.agents) agent.state = AgentState::absent;
  require_same(what);
}

TEST_CASE("ranks: methods and functions that need one rank are refused") {
  if (ranks().alone()) return;
  Case what = street();
  const auto create = [&] { return Simulation::create(own_backend(), what.parameters, what.world, what.agents, what.methods, {ranks()}); };
  what.methods.neighbors = "hash";
  CHECK_THROWS_WITH_AS(create(),
                       ("neighbors: found hash on " + std::to_string(ranks().size()) +
                        " ranks, which needs all agents in one process; expected grid, kdtree or brute")
                           .c_str(),
                       InputError);
  what.methods.neighbors = "grid";
  const auto simulation = create();
  simulation::StepRecord record;
  CHECK_THROWS_AS(simulation->measurements().advance(record), InputError);
  CHECK_THROWS_AS(simulation->apply({.leaving = {0}}), InputError);
}

}  // namespace
}  // namespace plethos::tests
