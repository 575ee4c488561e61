#include "scenarios/geometry/exit_goal.hpp"

#include <algorithm>

namespace plethos::scenarios {

std::int32_t add_exit_goal(std::span<const std::vector<Vec2>> outlines, std::span<const AgentRecord> agents, float minimum_distance,
                           const FreeParts& free, World& world) {
  const auto narrower = [](const AgentRecord& a, const AgentRecord& b) { return a.radius < b.radius; };
  const auto [smallest, largest] = std::minmax_element(agents.begin(), agents.end(), narrower);
  const float margin = 0.1f * largest->radius + minimum_distance;
  return world.add_exit({{outlines.begin(), outlines.end()}, find_landings(free, outlines, smallest->radius, largest->radius, margin)});
}

}  // namespace plethos::scenarios
