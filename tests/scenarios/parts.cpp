#include "scenarios/parts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "algorithms/distribution/slabs.hpp"
#include "algorithms/distribution/start.hpp"
#include "backends/backend.hpp"
#include "backends/ranks/agree.hpp"
#include "scenarios/builders/builder.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/run/advance.hpp"
#include "scenarios/run/run_identity.hpp"
#include "scenarios/validation.hpp"
#include "tests/harness/errors.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/ranks.hpp"

// ctest runs this file by itself and under mpiexec with 2, 3, 4 and 8 ranks.

namespace plethos::tests {
namespace {

using namespace scenarios;

ScenarioRequest request(const std::string& name, std::int64_t agents, const Settings& settings = {}) {
  return ScenarioRequest{.name = name, .agents = agents, .settings = settings};
}

distribution::RowRange own_slab(std::int64_t agents) { return distribution::Slabs(agents, ranks().size()).of(ranks().rank()); }

/// Checks that what ranks make together is the scenario that one makes by itself. `margin`: the agents beside a slab that are there, too.
void check_parts(const ScenarioRequest& asked, std::int64_t margin) {
  CAPTURE(asked.name);
  CAPTURE(ranks().rank());
  const Scenario whole = make_scenario(asked);
  const Scenario part = make_scenario(asked, {ranks()});
  CHECK(!whole.part);
  REQUIRE(part.part.has_value() == !ranks().alone());
  CHECK(part.count() == whole.count());
  const AgentRange own = own_agents(part, ranks());
  const distribution::RowRange slab = own_slab(whole.count());
  CHECK(own.first == slab.first);
  REQUIRE(static_cast<std::int64_t>(own.records.size()) == slab.size());
  // memcmp() takes no null pointer, which a rank without agents has.
  const bool same = own.records.empty() ||
                    std::memcmp(own.records.data(), &whole.agents[static_cast<std::size_t>(own.first)], own.records.size_bytes()) == 0;
  CHECK(same);
  CHECK(static_cast<std::int64_t>(part.agents.size()) <= slab.size() + 2 * margin);
  CHECK(part.world.goals == whole.world.goals);
  CHECK(part.world.bounds.low == whole.world.bounds.low);
  CHECK(part.world.bounds.high == whole.world.bounds.high);
  CHECK(part.parameters.steps == whole.parameters.steps);
  CHECK(part.groups == whole.groups);
  CHECK(count_travelers(part, ranks()) == whole.count());
  CHECK(count_endless(part, ranks()) == 0);
  CHECK(run_identity(part, {}, ranks()) == run_identity(whole, {}));

  const Scenario with_all = make_scenario(asked, {ranks(), ranks().rank() == 0});
  if (ranks().rank() == 0) {
    CHECK(with_all.agents.size() == whole.agents.size());
  }
  CHECK(run_identity(with_all, {}, ranks()) == run_identity(whole, {}));
  CHECK(count_travelers(with_all, ranks()) == whole.count());
}

/// Agents in a row, a metre apart but for one, which overlaps with the next one.
Builder row_builder() {
  constexpr auto make = [](const Builder& builder, const BuilderInput& input) {
    const std::int64_t count = input.count(builder.agents), close = std::llround(input.value("close"));
    Scenario scenario{.groups = {"row"}};
    const auto place = [&](std::int64_t id) { return Vec2{static_cast<float>(id) + (id == close ? 0.9f : 0.f), 0}; };
    for (std::int64_t id = 0; id < count; ++id) scenario.world.goals.push_back(place(id));
    const distribution::RowRange ids = input.ids(static_cast<std::size_t>(count));
    for (std::int64_t id = ids.first; id < ids.end; ++id) {
      AgentRecord& agent = scenario.agents.emplace_back(input.agent);
      agent.position = place(id);
      agent.goal = static_cast<std::int32_t>(id);
    }
    return scenario;
  };
  return {
      "row", "", 20000, false, {{"close", "", -1, 1e6, "", -1}}, make, [](const Builder&, const BuilderInput&) { return std::int64_t{1}; }};
}

}  // namespace

TEST_CASE("parts: ranks make the scenario together that one makes by itself") {
  // Five slabs' blocks of ids, the last of which is not full.
  check_parts(request("lattice", 19000), 139);
  check_parts(request("lattice", 19000, {{"pitch", 1.1}, {"steps", 77.}}), 139);
  check_parts(request("streams", 17001, {{"columns", 20.}}), 84);
  check_parts(request("lattice", 3), 3);
}

TEST_CASE("parts: what overlaps across the border of two ranks' parts is found, and all say so") {
  const Builder builder = row_builder();
  BuilderInput input;
  const auto fault = [&](std::int64_t close) {
    input.values["close"] = static_cast<double>(close);
    const Scenario scenario = build(builder, input, {ranks()});
    return input_error([&] { backends::agree(ranks(), [&] { validate(scenario); }); });
  };
  CHECK(fault(-1) == "no error");
  for (const std::int64_t close :
       {std::int64_t{100}, std::min<std::int64_t>(distribution::Slabs(20000, ranks().size()).size(), 10000) - 1, std::int64_t{19998}}) {
    const std::string text = fault(close);
    CHECK(text.starts_with("row: agent " + std::to_string(close + 1) + ": found the start"));
    CHECK(text.find("from that of row: agent " + std::to_string(close) + ", expected") != std::string::npos);
  }
}

TEST_CASE("parts: agents that ranks have made walk as those of one rank") {
  for (const ScenarioRequest& asked :
       {request("lattice", 9000, {{"pitch", 1.2}}), request("streams", 9000, {{"columns", 40.}, {"clearing", 21.}})}) {
    const backends::Backend backend = backends::make_backend({"serial", "scalar", 1});
    simulation::MethodChoices methods{.avoidance = "orca"};
    const auto checksum = [&](const backends::Ranks& all) {
      const Scenario scenario = make_scenario(asked, {all});
      const auto run = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.range(), methods, {all});
      run->advance(20);
      return checksum_of(*run);
    };
    const std::uint64_t together = checksum(ranks());
    if (ranks().rank() == 0) CHECK(together == checksum(backends::self()));
  }
}

TEST_CASE("parts: ranks that have only their own agents know what is true of all") {
  std::vector<AgentRecord> all(9000);
  for (std::size_t id = 0; id < all.size(); ++id) {
    all[id].group = static_cast<std::int32_t>(id % 7);
    if (id % 3 == 1) all[id].state = AgentState::settled;
    if (id % 4 == 3) all[id].state = AgentState::absent;
  }
  all[8999].radius = 2;
  all[5000].velocity = {30, 40};
  const distribution::RowRange slab = own_slab(9000);
  const distribution::CrowdAtStart crowd = distribution::crowd_at_start(ranks(), AgentRange(all).part(slab.first, slab.end));
  CHECK(crowd.largest_radius == 2);
  CHECK(crowd.greatest_speed == doctest::Approx(50.05));
  CHECK(crowd.arrived == 2250);
  CHECK(crowd.absent == 2250);
  REQUIRE(crowd.groups.size() == all.size());
  for (std::size_t id = 0; id < all.size(); ++id) REQUIRE(crowd.groups[id] == all[id].group);
}

TEST_CASE("parts: a rank without the agents of its slab is told so") {
  const Scenario scenario = make_scenario(request("lattice", 10));
  const auto create = [&](const AgentRange& agents) {
    simulation::Simulation::create(backends::make_backend({"serial", "scalar", 1}), scenario.parameters, scenario.world, agents, {});
  };
  CHECK_NOTHROW(create(scenario.agents));
  CHECK_THROWS_WITH_AS(create(AgentRange(scenario.agents).part(1, 10)),
                       "agents: found those from 1 on, 9 of them, expected those from 0 up to 10", InputError);
  CHECK_THROWS_AS(create(AgentRange(scenario.agents).part(0, 9)), InputError);
}

}  // namespace plethos::tests
