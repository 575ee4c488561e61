#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/simulation/simulation.hpp"

namespace plethos::tests {

inline simulation::MethodChoices methods_of(const std::string& avoidance, const ParameterValues& values = {}) {
  simulation::MethodChoices methods{.avoidance = avoidance};
  methods.values = simulation::values_in_use(values, methods);
  return methods;
}

inline AgentRecord walker(Vec2 from, std::int32_t goal) { return {.position = from, .goal = goal}; }

/// Makes agents evenly on a circle of `radius` metres, each with its goal opposite. Only random numbers break the symmetry.
inline std::pair<World, std::vector<AgentRecord>> ring(int count, float radius) {
  World world{.bounds = {{-radius - 2, -radius - 2}, {radius + 2, radius + 2}}};
  std::vector<AgentRecord> agents;
  for (int i = 0; i < count; ++i) {
    const float angle = 6.2831853f * static_cast<float>(i) / static_cast<float>(count);
    const Vec2 start{radius * std::cos(angle), radius * std::sin(angle)};
    world.goals.push_back({-start.x, -start.y});
    agents.push_back(walker(start, i));
  }
  return {world, agents};
}

}  // namespace plethos::tests
