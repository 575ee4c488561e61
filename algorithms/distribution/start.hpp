#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/distribution/regions.hpp"
#include "backends/ranks/ranks.hpp"
#include "core/agent.hpp"

namespace plethos::distribution {

/// Returns the greatest speed that an agent can have, in m/s: methods choose velocities of at most the preferred or the maximum speed, and
/// passive agents keep theirs.
float greatest_speed(const AgentRecord& agent);

/// What is true of all agents at the start, whichever rank has them.
struct CrowdAtStart {
  float largest_radius = 0;  ///< m
  float greatest_speed = 0;  ///< m/s: no agent ever has more
  float least_time = 0;      ///< s: no agent goes as far as its radius in less
  std::int64_t arrived = 0;  ///< agents that have, settled ones among them
  std::int64_t absent = 0;   ///< agents that are
  std::int64_t agents = 0;
  std::vector<std::int32_t> groups;  ///< AgentRecord::group, by id; empty if all are in group 0
};

/// Together: each rank gives the agents of its slab (Slabs), one process by itself all. Cost: a pass over them; and 4 bytes an agent of the
/// crowd, which are sent to every rank if there are several groups.
CrowdAtStart crowd_at_start(const backends::Ranks& ranks, const AgentRange& slab);

/// The agents that a rank owns at the start, each with its id. They are in no order.
struct OwnAtStart {
  std::vector<std::uint32_t> ids;
  std::vector<AgentRecord> records;
};

/// Together: each rank gives the agents of its slab, and gets those in its region. Works in rounds, so that what is sent takes little
/// memory. Cost: a copy of each record, and 60 bytes sent for each that another rank owns.
OwnAtStart own_at_start(const backends::Ranks& ranks, const Regions& regions, const AgentRange& slab);

}  // namespace plethos::distribution
