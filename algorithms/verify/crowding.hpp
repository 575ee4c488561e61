#pragma once

#include <cstdint>

#include "algorithms/simulation/step_record.hpp"

namespace plethos::verify {

/// How much the agents of some steps are in each other's way, whatever method they avoid by. An agent-step is a step of an agent that
/// heads for a goal before and after it.
///
/// Alone, an agent would take its preferred velocity as far as its maximum speed and acceleration let it. `changed` counts agent-steps in
/// which it took one that differs from that by more than changed_by: for others, for a wall, or because its method samples. `forbidding`
/// counts neighbors that forbid what it would take alone: those of its list with whom it would come nearer than the two radii and the
/// minimum distance within the time horizon, if both went on and it did no more than its share (own / (own + other's reciprocity)) of the
/// avoiding: the truncated reciprocal velocity obstacle of van den Berg 2008, with the time horizon of Guy 2009.
struct Crowding {
  std::int64_t steps = 0;        ///< looked at
  std::int64_t agent_steps = 0;  ///< in them
  std::int64_t changed = 0;      ///< of these
  std::int64_t forbidding = 0;   ///< neighbors, added up over the agent-steps

  /// Share of the agent-steps, in [0, 1], and neighbors of an agent-step in the mean; 0 without agent-steps.
  double changed_share() const { return agent_steps > 0 ? static_cast<double>(changed) / static_cast<double>(agent_steps) : 0; }
  double forbidding_mean() const { return agent_steps > 0 ? static_cast<double>(forbidding) / static_cast<double>(agent_steps) : 0; }

  /// m/s. Rounding stays far below.
  static constexpr double changed_by = 1e-3;
};

/// Adds a step, looking `time_horizon` seconds ahead, > 0. Cost: agents times neighbors.
void add_step(const simulation::StepRecord& step, double time_horizon, Crowding& crowding);

}  // namespace plethos::verify
