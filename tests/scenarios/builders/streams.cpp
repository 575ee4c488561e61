#include "scenarios/builders/streams.hpp"

#include <cmath>

#include "scenarios/validation.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

TEST_CASE("four streams walk along the diagonals of a square, each as far as the others") {
  BuilderInput input{.agents = 403, .values = {{"jitter", 0}, {"columns", 4}, {"pitch", 1.5}, {"clearing", 10}}};
  const Scenario scenario = build(streams_builder(), input);
  validate(scenario);
  REQUIRE(scenario.agents.size() == 403);
  CHECK(scenario.groups.size() == 4);
  // 101 agents in rows of four: 26 rows.
  for (const AgentRecord& agent : scenario.agents) {
    const Vec2 way = scenario.world.goals[static_cast<std::size_t>(agent.goal)] - agent.position;
    CHECK(length(way) == doctest::Approx(2 * 10 + 25 * 1.5));
    CHECK(std::abs(way.x) == doctest::Approx(std::abs(way.y)));
    CHECK(dot(agent.position, way) < 0);
    CHECK(std::abs(cross(agent.position, way)) / length(way) <= 1.5 * 1.5 + 1e-4);
  }
}

TEST_CASE("the seed moves the places of a stream by the jitter at most") {
  const auto streams = [](std::uint64_t seed, double jitter) {
    return build(streams_builder(), {.values = {{"jitter", jitter}}, .parameters = {.seed = seed}});
  };
  const Scenario regular = streams(1, 0);
  const Scenario once = streams(1, 0.2);
  const Scenario again = streams(1, 0.2);
  const Scenario other = streams(2, 0.2);
  float most = 0;
  std::size_t moved = 0;
  for (std::size_t i = 0; i < once.agents.size(); ++i) {
    CHECK(once.agents[i].position == again.agents[i].position);
    most = std::fmax(most, length(once.agents[i].position - regular.agents[i].position));
    moved += once.agents[i].position == other.agents[i].position ? 0 : 1;
  }
  CHECK(most > 0.2f);
  CHECK(most < 0.29f);
  CHECK(moved == once.agents.size());
}

TEST_CASE("streams that cannot be are refused") {
  const auto error = [](const char* key, double value) {
    return input_error([&] { build(streams_builder(), {.values = {{key, value}}}); });
  };
  CHECK(error("pitch", 0.8) == "streams: pitch: found 0.8 m, expected at least 0.9 m (two radii and twice the jitter): starts may overlap");
  CHECK(contains(error("clearing", 4), "streams: clearing: found 4 m, expected at least 4.95 m"));
}
