#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/agent.hpp"
#include "core/world.hpp"

namespace plethos::scenarios {

/// Travelers of a group that have no way to their goals.
struct Unreachable {
  std::int32_t group;      ///< AgentRecord::group
  std::int64_t agents;     ///< the number that cannot reach their goal, or one of those that follow it
  std::int64_t travelers;  ///< the number of all travelers of the group
};

struct Reachability {
  std::vector<Unreachable> groups;  ///< the groups with such travelers, by index
  bool checked = true;              ///< false: so many walls stand so densely that the check would take minutes

  std::int64_t agents() const;
};

/// Finds the travelers whose discs cannot get from their start to their goals between the walls, wherever the roadmap may lead. A gap that
/// is narrower than the agent, by more than a tenth of a millimetre, is closed. The result is exact but for micrometres: a line joins two
/// walls that are nearer to each other than an agent is wide, and the agent can go anywhere in its face of the plane between these lines
/// and the walls. If agents have more than eight radii, they count as the next smaller of eight. Only walls count: agents do not block each
/// other. Cost: n log n in the walls for each radius, if few stand near each other; a look-up for each agent.
Reachability find_unreachable(const World& world, std::span<const AgentRecord> agents);

/// Finds for each journey whether a disc of `radius` metres can get from its `a` to its `b` between the walls. Returns nothing if the check
/// would take minutes. Exact and dear as find_unreachable(), for one radius.
std::optional<std::vector<bool>> reachable(const World& world, float radius, std::span<const Line> journeys);

/// Returns one line for each of the groups that have such travelers; `groups` are the names of all.
std::vector<std::string> reach_warnings(std::span<const std::string> groups, const Reachability& reachability);

}  // namespace plethos::scenarios
