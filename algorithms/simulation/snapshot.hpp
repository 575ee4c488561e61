#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/simulation/statistics.hpp"
#include "core/agent.hpp"
#include "core/vec2.hpp"

namespace plethos::simulation {

/// All that the further steps of a simulation depend on, besides its parameters, world and methods, in host memory and by id. It belongs to
/// no backend: whichever goes on from it takes the same steps, bit for bit.
struct Snapshot {
  std::vector<AgentRecord> agents;         ///< as they are now; groups are not kept
  std::vector<Vec2> preferred_velocities;  ///< m/s, of the last step
  std::vector<std::uint16_t> lacked;       ///< Agents::lacked, in 1/65536
  std::vector<std::uint32_t> remembered;   ///< Agents::memory: the words of one agent after those of the one before
  Statistics statistics;                   ///< so far
  bool measured = false;                   ///< whether `statistics` has the separations at the present positions
};

}  // namespace plethos::simulation
