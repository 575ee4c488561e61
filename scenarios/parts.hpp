#pragma once

#include "backends/ranks/self/self.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// How several ranks make a scenario.
struct Making {
  const backends::Ranks& ranks = backends::self();
  bool needs_all = false;  ///< whether this rank needs all agents, and not only those of its slab
};

/// Returns the agents that a rank answers for: of a scenario that ranks have made together those of its slab (distribution::Slabs), else
/// all.
AgentRange own_agents(const Scenario& scenario, const backends::Ranks& ranks);

/// If ranks have made a scenario together: together, returns the sum of what each has counted among its own agents. Otherwise returns the
/// count of this one.
std::int64_t sum_of_parts(const Scenario& scenario, const backends::Ranks& ranks, std::int64_t count);

}  // namespace plethos::scenarios
