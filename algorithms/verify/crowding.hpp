#pragma once

#include <cstdint>

#include "algorithms/simulation/step_record.hpp"

namespace plethos::verify {

/// Measures how much the agents of some steps are in each other's way, for any avoidance method. An agent-step is a step of an agent that
/// heads for a goal before and after it.
///
/// Alone, an agent would take its preferred velocity as far as its maximum speed and acceleration let it. `changed` counts the agent-steps
/// with a velocity that differs from that by more than changed_by: because of others, of a wall, or of random samples. `forbidding` counts
/// neighbors in the agent's list that forbid the velocity that it would take alone. Such a neighbor would come nearer than the two radii
/// and the minimum distance within the time horizon, if both went on and the agent did only its share (own / (own + other's reciprocity))
/// of the avoiding. This is the truncated reciprocal velocity obstacle of van den Berg 2008, with the time horizon of Guy 2009.
struct Crowding {
  std::int64_t steps = 0;        ///< that were measured
  std::int64_t agent_steps = 0;  ///< in them
  std::int64_t changed = 0;      ///< of these
  std::int64_t forbidding = 0;   ///< neighbors, added up over the agent-steps

  /// Return the share of changed agent-steps, in [0, 1], and the mean number of forbidding neighbors; 0 without agent-steps.
  double changed_share() const { return agent_steps > 0 ? static_cast<double>(changed) / static_cast<double>(agent_steps) : 0; }
  double forbidding_mean() const { return agent_steps > 0 ? static_cast<double>(forbidding) / static_cast<double>(agent_steps) : 0; }

  /// m/s. Rounding stays far below it.
  static constexpr double changed_by = 1e-3;
};

/// Adds a step. It looks `time_horizon` seconds ahead, > 0. Cost: agents times neighbors.
void add_step(const simulation::StepRecord& step, double time_horizon, Crowding& crowding);

}  // namespace plethos::verify
