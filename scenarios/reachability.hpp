#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// Travelers of a group to whose goals no way leads.
struct Unreachable {
  std::int32_t group;      ///< index into Scenario::groups
  std::int64_t agents;     ///< so many of them cannot reach their goal, or one of those that follow it
  std::int64_t travelers;  ///< of so many that the group has
};

struct Reachability {
  std::vector<Unreachable> groups;  ///< those in which somebody cannot, by index
  bool checked = true;              ///< false: so many walls stand so densely that it would take minutes

  std::int64_t agents() const;
};

/// Whether a disc can get from each traveler's start to its goals between the walls, wherever the roadmap may lead: a gap that is narrower
/// than the agent (by more than a tenth of a millimetre) is closed. Exact but for micrometres: two walls nearer to each other than an
/// agent is wide are joined by a line, and the agent can go anywhere in the face of the plane that these lines and the walls leave around
/// it. Agents that differ in more than eight radii are taken for the next smaller of eight. Others than the walls do not count: nobody
/// is in anybody's way. Cost: n log n in the walls for each radius, if few stand near each other; a look-up for each agent.
Reachability find_unreachable(const Scenario& scenario);

/// One line for each of the groups.
std::vector<std::string> reach_warnings(const Scenario& scenario, const Reachability& reachability);

}  // namespace plethos::scenarios
