#include "scenarios/builders/lattice.hpp"

#include <cmath>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

namespace {

Scenario lattice(std::uint64_t seed, double jitter) {
  return build(lattice_builder(), {.agents = 90, .values = {{"pitch", 3}, {"jitter", jitter}}, .parameters = {.seed = seed}});
}

}  // namespace

TEST_CASE("without jitter, starts are a square lattice around the origin") {
  const Scenario scenario = lattice(1, 0);
  CHECK(scenario.agents[0].position == Vec2{-13.5f, -13.5f});
  CHECK(scenario.agents[1].position == Vec2{-10.5f, -13.5f});
  CHECK(scenario.agents[10].position == Vec2{-13.5f, -10.5f});
}

TEST_CASE("jitter stays within its limit") {
  const Scenario regular = lattice(1, 0);
  const Scenario jittered = lattice(1, 0.5);
  float most = 0;
  for (std::size_t i = 0; i < 90; ++i) {
    const Vec2 moved = jittered.agents[i].position - regular.agents[i].position;
    most = std::fmax(most, std::fmax(std::abs(moved.x), std::abs(moved.y)));
  }
  CHECK(most <= 0.5f + 1e-5f);
  CHECK(most > 0.4f);
}

TEST_CASE("goals are the starts of others, each once") {
  const Scenario scenario = lattice(1, 0.5);
  std::set<std::pair<float, float>> goals;
  std::set<std::pair<float, float>> starts;
  for (const AgentRecord& agent : scenario.agents) {
    const Vec2 goal = scenario.world.goals[static_cast<std::size_t>(agent.goal)];
    CHECK(goal != agent.position);
    goals.insert({goal.x, goal.y});
    starts.insert({agent.position.x, agent.position.y});
  }
  CHECK(goals.size() == 90);
  CHECK(goals == starts);
}

TEST_CASE("goals are those of Sattolo's shuffle, one swap after the other") {
  for (const std::size_t count : {1, 2, 3, 63, 64, 65, 66, 130, 5000}) {
    CAPTURE(count);
    const Scenario scenario = build(lattice_builder(), {.agents = static_cast<std::int64_t>(count), .parameters = {.seed = 7}});
    std::vector<std::size_t> next(count);
    std::iota(next.begin(), next.end(), std::size_t{0});
    PhiloxStream random(7, count);
    for (std::size_t i = count - 1; i > 0; --i) std::swap(next[i], next[static_cast<std::size_t>(random.below(i))]);
    bool same = true;
    for (std::size_t i = 0; i < count; ++i) same = same && scenario.world.goals[i] == scenario.agents[next[i]].position;
    CHECK(same);
  }
}

TEST_CASE("the seed decides starts and goals") {
  const auto equal = [](const Scenario& a, const Scenario& b) {
    for (std::size_t i = 0; i < a.agents.size(); ++i) {
      if (a.agents[i].position != b.agents[i].position || a.world.goals[i] != b.world.goals[i]) return false;
    }
    return true;
  };
  CHECK(equal(lattice(1, 0.5), lattice(1, 0.5)));
  CHECK_FALSE(equal(lattice(1, 0.5), lattice(2, 0.5)));
  CHECK_FALSE(equal(lattice(1, 0), lattice(2, 0)));
}

TEST_CASE("jitter that may make starts overlap is refused") {
  CHECK(input_error([&] {
          build(lattice_builder(), {.values = {{"pitch", 1}, {"jitter", 0.4}}});
        }) == "lattice: pitch: found 1 m, expected at least 1.3 m (two radii and twice the jitter): starts may overlap");
}
