#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/simulation/simulation.hpp"
#include "tests/algorithms/avoidance/walkers.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

constexpr const char* methods[] = {"rvo", "clearpath-guarded", "orca"};

simulation::Statistics run(const backends::Backend& backend, const std::pair<World, std::vector<AgentRecord>>& scene, const char* method,
                           int steps, const Parameters& parameters = {}) {
  const auto& [world, agents] = scene;
  const auto simulation = simulation::Simulation::create(backend, parameters, world, agents, methods_of(method));
  simulation->advance(steps);
  return simulation->statistics();
}

/// Two agents on a line, each with its goal where the other starts: the mirror image of one is the other, in every bit.
std::pair<World, std::vector<AgentRecord>> head_on() {
  World world;
  world.goals = {{5, 0}, {-5, 0}};
  world.bounds = {{-6, -6}, {6, 6}};
  return {world, {walker({-5, 0}, 0), walker({5, 0}, 1)}};
}

/// m: how deep discs may overlap where a ring meets in the middle.
float allowed_depth(const std::string& method) {
  const float radius = AgentRecord{}.radius;
  if (method == "clearpath-guarded") return 0;
  // A random sample may graze; so may who takes the velocity that violates least, or leaves neighbors out.
  return method == "rvo" ? 0.01f * radius : 0.1f * radius;
}

}  // namespace

PLETHOS_MATRIX_TEST("a pair head on passes without touching, and arrives, by every method") {
  for (const char* method : methods) {
    CAPTURE(method);
    const simulation::Statistics statistics = run(backend, head_on(), method, 220);
    CHECK(statistics.overlaps == 0);
    CHECK(statistics.minimum_separation > (std::string(method).starts_with("clearpath") ? 0.019f : 0.f));
    CHECK(statistics.arrived == 2);
  }
}

PLETHOS_MATRIX_TEST("a symmetric ring dissolves by every method") {
  Parameters parameters;
  parameters.samples = 100;
  for (const char* method : methods) {
    for (const int count : {2, 3, 8, 25}) {
      CAPTURE(method);
      CAPTURE(count);
      const simulation::Statistics statistics = run(backend, ring(count, 4), method, 350, parameters);
      CHECK(statistics.arrived == count);
      CHECK(statistics.minimum_separation >= -allowed_depth(method));
    }
  }
}

TEST_CASE("larger symmetric rings dissolve by ClearPath") {
  const backends::Backend widest = backends::make_backend({"serial", "simd", 1});
  for (const char* method : {"clearpath-guarded"}) {
    for (const int count : {16, 50}) {
      CAPTURE(method);
      CAPTURE(count);
      const simulation::Statistics statistics = run(widest, ring(count, std::max(4.f, 0.15f * static_cast<float>(count))), method, 600);
      CHECK(statistics.arrived == count);
      if (std::string(method) == "clearpath-guarded") CHECK(statistics.overlaps == 0);
    }
  }
}

TEST_CASE("orca: without a perturbation a pair head on stands for good") {
  const backends::Backend serial = backends::make_backend({"serial", "scalar", 1});
  Parameters parameters;
  parameters.perturbation = 0;
  CHECK(run(serial, head_on(), "orca", 1000, parameters).arrived == 0);
}

}  // namespace plethos::tests
