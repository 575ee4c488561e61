#include "algorithms/simulation/saved_crowd.hpp"

#include <bit>

#include "algorithms/simulation/simulation.hpp"
#include "core/error.hpp"
#include "tests/harness/random.hpp"
#include "tests/harness/results.hpp"
#include "tests/harness/saved_rows.hpp"

namespace plethos::tests {
namespace {

using simulation::MethodChoices;
using simulation::SavedSlab;
using simulation::Simulation;

struct Setting {
  World world{};
  std::vector<AgentRecord> agents{};
  Parameters parameters{};
};

/// Makes a dense crowd around a wall, with a roadmap. Some agents are passive, some arrive soon, and some go on to another goal.
Setting crowd() {
  Random random("snapshot");
  Setting setting{.world = {.polygons = {{{{-0.2f, -3}, {0.2f, -3}, {0.2f, 3}, {-0.2f, 3}}}}, .bounds = {{-7, -7}, {7, 7}}}};
  for (int i = 0; i < 70; ++i) {
    AgentRecord agent{.position = {random.between(0.5f, 6), random.between(-5, 5)}};
    if (i % 2 == 0) agent.position.x = -agent.position.x;
    agent.radius = 0.2f;
    agent.goal = i;
    if (i % 9 == 0) {
      agent.state = AgentState::passive;
      agent.velocity = {random.between(-0.5f, 0.5f), random.between(-0.5f, 0.5f)};
    }
    setting.agents.push_back(agent);
    setting.world.goals.push_back(i % 4 == 1 ? agent.position + Vec2{0, 0.6f} : Vec2{-agent.position.x, random.between(-5, 5)});
    setting.world.next_goals.push_back(i % 10 == 1 ? i - 1 : -1);
  }
  setting.parameters.neighbors = 6;
  return setting;
}

/// Returns the methods with the roadmap of crowd(), unless they name another planner.
MethodChoices by_roadmap(MethodChoices methods = {}) {
  methods.planner = "roadmap";
  methods.roadmap_nodes = {{0, 4}, {0, -4}};
  return methods;
}

/// Returns methods of which searches, planners, steering or avoidance remember something, or use the step's number.
std::vector<MethodChoices> remembering_methods() {
  std::vector<MethodChoices> result;
  for (const std::string& avoidance : simulation::method_family("avoidance").names()) result.push_back(by_roadmap({avoidance, "grid"}));
  result.push_back(by_roadmap({"orca", "hash"}));
  result.push_back(by_roadmap({"clearpath2", "kdtree", "reynolds"}));
  result.push_back({"orca", "grid", "reynolds", "straight"});
  return result;
}

}  // namespace

PLETHOS_MATRIX_TEST("a simulation goes on from a saved crowd as the one that saved it, bit for bit") {
  const Setting setting = crowd();
  const backends::Backend other = backends::make_backend({"serial", "scalar", 0});
  for (const MethodChoices& methods : remembering_methods()) {
    for (const int before : {0, 33}) {
      CAPTURE(methods.avoidance);
      CAPTURE(methods.neighbors);
      CAPTURE(methods.planner);
      CAPTURE(before);
      const auto create = [&](const backends::Backend& where) {
        return Simulation::create(where, setting.parameters, setting.world, setting.agents, methods);
      };
      // If lanes round otherwise, the saved crowd has to be their own.
      const auto source = create(backend.same_bits() ? other : backend);
      source->advance(before);
      const SavedSlab saved = source->checkpointing().save_slab();
      source->advance(31);
      const Result expected = result_of(*source);
      const auto resumed = create(backend);
      // The simulation forgets what it did before.
      resumed->advance(before == 0 ? 20 : 0);
      resumed->checkpointing().load_slab(saved);
      CHECK(resumed->arrived() == saved.crowd.statistics.arrived);
      resumed->advance(31);
      check_same(result_of(*resumed), expected);
      if (before > 0) CHECK(expected.statistics.arrived > saved.crowd.statistics.arrived);
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("it does not matter whether statistics were asked for before a crowd is saved") {
  const Setting setting = crowd();
  const auto create = [&] { return Simulation::create(backend, setting.parameters, setting.world, setting.agents, by_roadmap()); };
  const auto source = create();
  // Some agents overlap at the start. These overlaps are counted once, and not again after the crowd is loaded.
  const std::uint64_t overlaps = source->statistics().overlaps;
  CHECK(overlaps > 0);
  const SavedSlab saved = source->checkpointing().save_slab();
  CHECK(saved.crowd.statistics.overlaps == 0);
  const auto resumed = create();
  resumed->checkpointing().load_slab(saved);
  CHECK(resumed->checkpointing().save_slab().rows == saved.rows);
  for (std::size_t i = 0; i < setting.agents.size(); ++i) {
    CHECK(std::bit_cast<float>(word_of(saved, static_cast<std::int64_t>(i), "aggression")) == setting.agents[i].aggression);
  }
  check_same(result_of(*resumed), result_of(*source));
  source->advance(15);
  resumed->advance(15);
  check_same(result_of(*resumed), result_of(*source));
}

TEST_CASE("those who have arrived leave the working set at once") {
  const Setting setting = crowd();
  const backends::Backend backend = backends::make_backend({"serial", "scalar", 0});
  const auto create = [&] { return Simulation::create(backend, setting.parameters, setting.world, setting.agents, by_roadmap()); };
  const auto source = create();
  source->advance(160);
  REQUIRE(source->working() < 70);
  const auto resumed = create();
  resumed->checkpointing().load_slab(source->checkpointing().save_slab());
  // Agents leave the working set at once, not at the next look.
  CHECK(resumed->working() <= source->working());
}

TEST_CASE("a crowd that another simulation has saved is refused, and rows that no agent can have") {
  const Setting setting = crowd();
  const backends::Backend backend = backends::make_backend({"serial", "scalar", 0});
  const auto saved_by = [&](std::size_t agents, const MethodChoices& methods) {
    return Simulation::create(backend, setting.parameters, setting.world, std::span(setting.agents).first(agents), methods)
        ->checkpointing()
        .save_slab();
  };
  const auto simulation = Simulation::create(backend, setting.parameters, setting.world, setting.agents, by_roadmap());
  CHECK_THROWS_WITH_AS(simulation->checkpointing().load_slab(saved_by(69, by_roadmap())), "found 69 agents, expected 70", InputError);
  CHECK_THROWS_AS(simulation->checkpointing().load_slab(saved_by(70, by_roadmap({"rvo", "grid", "reynolds"}))), InputError);
  const SavedSlab whole = saved_by(70, by_roadmap());
  SavedSlab cut = whole;
  cut.crowd.fields.pop_back();
  CHECK_THROWS_AS(simulation->checkpointing().load_slab(cut), InputError);
  for (const char* field : {"position", "radius", "goal", "state"}) {
    CAPTURE(field);
    SavedSlab damaged = whole;
    word_of(damaged, 7, field) = 0x7fc00000u;
    CHECK_THROWS_WITH_AS(simulation->checkpointing().load_slab(damaged), "agent 7: found a row that no agent of this world can have",
                         InputError);
  }
}

}  // namespace plethos::tests
