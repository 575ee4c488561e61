#pragma once

#include <cstdint>

namespace plethos::simulation {

/// Columns of agents where a step reads them: x and y of a vector apart, one element for each place in memory. Places change when a step
/// sorts agents; `id` says who is at each. Agents that have left the scene are among them (`state`, an AgentState).
struct AgentColumnsView {
  std::int64_t agents;
  const std::uint32_t* id;
  const float *x, *y;                      ///< m
  const float *velocity_x, *velocity_y;    ///< m/s
  const float *preferred_x, *preferred_y;  ///< m/s, in the last step
  const float* radius;                     ///< m
  const std::int32_t* goal;                ///< index into the world's goals
  const std::int32_t* state;
};

/// Agents in order of their ids, or of an ensemble in order of worlds and then of ids: row r is always the same agent.
struct AgentRowsView {
  std::int64_t agents;
  const float* position;      ///< (agents, 2), m
  const float* velocity;      ///< (agents, 2), m/s
  const std::int32_t* goal;   ///< (agents), index into the world's goals
  const std::int32_t* state;  ///< (agents), AgentState
};

/// Ties a simulation on one rank to programs that work beside it, such as physics, robots and learning, without copies through the host's
/// memory. All pointers are into the memory that the backend computes in (on_device()), and hold until the simulation is next advanced,
/// changed or loaded, or is gone; those of wishes() as long as the simulation. Between steps the caller may read them, and must have read
/// and written all when the next step is launched. Positions, goals and groups are set by Simulation::apply(). Errors: InputError on
/// several ranks.
class Coupling {
 public:
  /// Whether pointers are into a GPU's memory, not the host's.
  virtual bool on_device() const = 0;
  /// Waits, and returns where agents lie. Cost: none.
  virtual AgentColumnsView columns() = 0;
  /// Waits, and returns agents in order of ids. Cost: a pass over all agents; 24 bytes an agent of the backend's memory from the first call
  /// on.
  virtual AgentRowsView rows() = 0;
  /// Returns the wishes of agents, (agents, 2) in the order of rows(), in m/s, which the caller may write between steps. An active agent
  /// whose wish is two finite numbers prefers this velocity, at most its maximum speed, in place of what planner and steering say; the
  /// avoidance method makes of it what it makes of theirs. At first no agent has one: all are NaN. Wishes stay until they are written
  /// again, and saved crowds do not have them. The first call waits; cost: 8 bytes an agent of the backend's memory, and from then on a
  /// pass over working agents in each step.
  virtual float* wishes() = 0;

 protected:
  ~Coupling() = default;
};

}  // namespace plethos::simulation
