// Records what RVO2 decides on the scenes of tests/algorithms/avoidance/star_yards.hpp. It is no part of the build: RVO2 is no part of
// Plethos. With its sources (github.com/snape/RVO2, commit 1c25b27) in RVO2/:
//
//   g++ -std=c++20 -O3 -ffp-contract=off -I. -IRVO2/src tests/recorders/star_yards.cpp core/world.cpp RVO2/src/*.cc -o /tmp/record
//   /tmp/record 100 > tests/algorithms/avoidance/star_yards_recorded.hpp
#include "tests/algorithms/avoidance/star_yards.hpp"

#include <RVO.h>

#include <cmath>
#include <cstdio>
#include <vector>

namespace {

namespace yards = plethos::tests::star_yards;

RVO::Vector2 to_rvo2(plethos::Vec2 v) { return {v.x, v.y}; }

/// Returns the velocities after a step, in micrometres a second. Returns nothing if RVO2's tree of walls cuts a wall in two, because the
/// half-planes of its pieces are not those of the wall.
std::vector<long> decide(const yards::Yard& yard) {
  RVO::RVOSimulator simulator;
  simulator.setTimeStep(yards::time_step);
  std::size_t corners = 0;
  for (const std::vector<plethos::Vec2>& outline : yard.outlines) {
    std::vector<RVO::Vector2> vertices;
    for (const plethos::Vec2 corner : outline) vertices.push_back(to_rvo2(corner));
    simulator.addObstacle(vertices);
    corners += vertices.size();
  }
  simulator.processObstacles();
  if (simulator.getNumObstacleVertices() != corners) return {};
  for (const yards::Walker& walker : yard.walkers) {
    const std::size_t agent = simulator.addAgent(to_rvo2(walker.position), yards::neighbor_distance, yards::neighbors, yards::time_horizon,
                                                 yards::time_horizon_obstacles, walker.radius, walker.maximum_speed);
    simulator.setAgentVelocity(agent, to_rvo2(walker.velocity));
    simulator.setAgentPrefVelocity(agent, to_rvo2(walker.preferred));
  }
  simulator.doStep();
  std::vector<long> result;
  for (std::size_t i = 0; i < yard.walkers.size(); ++i) {
    const RVO::Vector2& v = simulator.getAgentVelocity(i);
    result.push_back(std::lround(1e6 * static_cast<double>(v.x())));
    result.push_back(std::lround(1e6 * static_cast<double>(v.y())));
  }
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  const int wanted = argc > 1 ? std::atoi(argv[1]) : 100;
  std::vector<unsigned> seeds;
  std::vector<long> numbers;
  // The kinds take turns.
  for (unsigned seed = 0; static_cast<int>(seeds.size()) < wanted; ++seed) {
    if (yards::kind_of(seed) != yards::kind_of(seeds.size())) continue;
    const std::vector<long> decided = decide(yards::make_yard(seed));
    if (decided.empty()) continue;
    seeds.push_back(seed);
    numbers.insert(numbers.end(), decided.begin(), decided.end());
  }
  std::puts(
      "#pragma once\n\n#include <array>\n#include <cstdint>\n\n"
      "// What RVO2 decides (github.com/snape/RVO2, commit 1c25b27, g++ 12.2 -O3, float32), written by tests/recorders/star_yards.cpp. "
      "Numbers\n"
      "// only; RVO2 itself is not part of Plethos.\n"
      "namespace plethos::tests::star_yards {\n\n// clang-format off\n\n"
      "/// Seeds of the scenes: those of which RVO2's tree of walls cuts no wall in two.");
  const auto print = [](const char* type, const char* name, const auto& values) {
    std::printf("inline constexpr std::array<%s, %zu> %s{", type, values.size(), name);
    int column = 1000;
    for (const auto value : values) {
      if (column > 130) column = std::printf("\n    ") - 1;
      column += std::printf("%lld,", static_cast<long long>(value));
    }
    std::puts("};\n");
  };
  print("std::uint32_t", "seeds", seeds);
  std::puts("/// Velocities x, y of each scene's agents after one step, in micrometres a second.");
  print("std::int32_t", "velocities", numbers);
  std::puts("// clang-format on\n\n}  // namespace plethos::tests::star_yards");
}
