#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/simulation/statistics.hpp"
#include "core/agent.hpp"
#include "core/vec2.hpp"

namespace plethos::simulation {

/// All that the further steps of a simulation depend on, besides its parameters, world and methods. It lies in host memory, in order of id.
/// It belongs to no backend: every backend takes the same steps from it, bit for bit.
struct Snapshot {
  std::vector<AgentRecord> agents;         ///< their present state
  std::vector<Vec2> preferred_velocities;  ///< m/s, of the last step
  std::vector<std::uint16_t> lacked;       ///< Agents::lacked, in 1/65536
  std::vector<std::uint32_t> remembered;   ///< Agents::memory, one agent's words after the other's
  std::vector<std::uint32_t> carried;      ///< what the planner remembers of agents elsewhere, in the same way
  std::vector<std::uint32_t> of_planner;   ///< what the planner remembers beside that
  Statistics statistics;                   ///< of the steps so far
  bool measured = false;                   ///< whether `statistics` has the separations at the present positions
};

}  // namespace plethos::simulation
