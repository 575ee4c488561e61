#include <doctest/doctest.h>

#include <array>
#include <string>
#include <thread>

#include "tests/harness/frames.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

struct Run {
  std::string lanes, neighbors, avoidance;
};

/// Returns the checksum of a crowd among walls some steps later.
std::uint64_t checksum_after(const Run& run) {
  Random random("two threads");
  World world{.bounds = {{-10, -10}, {10, 10}}};
  std::vector<AgentRecord> agents(200);
  for (AgentRecord& agent : agents) {
    agent.position = {random.between(-10, 10), random.between(-10, 10)};
    agent.goal = static_cast<std::int32_t>(world.goals.size());
    world.goals.push_back({random.between(-10, 10), random.between(-10, 10)});
  }
  for (int i = 0; i < 30; ++i) {
    const Vec2 corner{random.between(-9, 9), random.between(-9, 9)};
    world.polygons.push_back({{corner, corner + Vec2{0.5f, 0}, corner + Vec2{0.5f, 0.5f}}});
  }
  const backends::Backend backend = backends::make_backend({"serial", run.lanes, 1});
  const auto simulation = simulation::Simulation::create(backend, {}, world, agents, {run.avoidance, run.neighbors});
  simulation->advance(20);
  return checksum_of(*simulation);
}

}  // namespace

TEST_CASE("two simulations run from two threads, each on lanes of its own, as one after the other") {
  const std::vector<backends::SimdTarget>& targets = backends::simd_targets();
  const std::string narrow = targets.empty() ? "scalar" : targets.front().name;
  const std::string wide = targets.empty() ? "scalar" : targets.back().name;
  const std::array<Run, 2> runs{Run{narrow, "grid", "rvo"}, Run{wide, "kdtree", "orca"}};
  std::array<std::uint64_t, 2> found{};
  std::thread other([&] { found[0] = checksum_after(runs[0]); });
  found[1] = checksum_after(runs[1]);
  other.join();
  for (const std::size_t k : {0u, 1u}) {
    CAPTURE(runs[k].lanes);
    CHECK(found[k] == checksum_after(runs[k]));
  }
}

}  // namespace plethos::tests
