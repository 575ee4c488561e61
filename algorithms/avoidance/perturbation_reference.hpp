#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "algorithms/avoidance/rvo/rvo_reference.hpp"

/// The plain version of perturbation-inl.hpp, which changes the preferred velocities of agents that others have held up. It is not part of
/// the papers.
namespace plethos::avoidance::reference {

/// Returns in m^2/s^2 how fast an agent moves to the left of its way, times its preferred speed.
inline double to_the_left(const Agent& agent) { return dot({-agent.preferred_velocity.y, agent.preferred_velocity.x}, agent.velocity); }

/// The neighbors that forbid the preferred velocity, and sums over those that yield: their reciprocity is above 0.
struct BlockedBy {
  bool beside_walls = false;  // true if any wall is near, whether or not it forbids the velocity
  bool anybody = false;
  int yielding = 0;
  double lacked = 0;  // the sum of the parts of their ways that they have lacked
  double left = 0;    // the sum of to_the_left()

  void add(const Agent& other) {
    anybody = true;
    if (other.reciprocity <= 0) return;
    ++yielding;
    lacked += other.lacked;
    left += to_the_left(other);
  }
};

struct Perturbation {
  double tangent = 1;       // of the angle by which agents turn aside for each fifth of their ways; 0: never
  double most_turns = 1;    // the largest multiple of that tangent
  double time_step = 0.05;  // s
  std::uint64_t seed = 1;
  std::uint32_t step = 0;
};

/// Returns the part of its wanted way that an agent lacks in a step. It moved with `before` and moves with self.velocity after the step. It
/// lacks nothing if it gains speed as fast as it can.
inline double lack_of_step(const Agent& self, Vector before, double time_step) {
  const Vector preferred = self.preferred_velocity;
  const double wanted = dot(preferred, preferred);
  if (wanted <= 0) return 0;
  const double lack = std::clamp(1 - dot(self.velocity, preferred) / wanted, 0.0, 1.0);
  const Vector change = preferred - before;
  const double reach = self.maximum_acceleration * time_step;
  const double possible = std::min(1.0, length(change) > 0 ? reach / length(change) : 1.0) * dot(change, preferred);
  if (possible <= 0) return lack;
  return lack * std::clamp(1 - dot(self.velocity - before, preferred) / possible, 0.0, 1.0);
}

/// Returns the agent's memory after that step: a mean over 4 s.
inline double remembered_lack(double lacked, double lack, double time_step) {
  return lacked + std::min(1.0, time_step / 4) * (lack - lacked);
}

/// Returns the preferred velocity, or another one of the same speed, of a blocked agent.
///
/// In the open an agent turns aside if it makes less than 9/10 of the way that it prefers, has lacked more than a fifth of it lately, and
/// the others that block it have lacked as much. The tangent applies for each fifth that all lack more, most_turns times at most. The agent
/// turns to the side to which it and they already move. If they hardly move aside, the mean of its own random number and of one that all
/// share decides for a second.
///
/// An agent that makes less than 1/10 of its way is stuck if it has lacked three tenths of it beside walls, or nine tenths in the open; the
/// others must have lacked as much if they yield. It then goes anywhere: beside walls in 85 of 100 seconds, behind agents that never yield
/// in every other one, and among others in every 16th.
inline Vector perturbed(const Agent& self, const BlockedBy& blocked, const Perturbation& perturbation) {
  const Vector preferred = self.preferred_velocity;
  const double progress = dot(self.velocity, preferred);
  const double whole = dot(preferred, preferred);
  const auto steps = static_cast<std::uint32_t>(std::max(1, static_cast<int>(1.f / static_cast<float>(perturbation.time_step))));
  const auto unit = [&](std::uint64_t id, std::size_t k) {
    const auto words = philox(perturbation.seed, id, perturbation.step / steps, 1);
    return 2 * std::ldexp(static_cast<double>(words[k] >> 8), -24) - 1;
  };
  const double together = blocked.yielding > 0 ? std::min(self.lacked, blocked.lacked / blocked.yielding) : 0;
  const bool turns = !blocked.beside_walls && together > 0.2 && progress < 0.9 * whole;
  const double waited = blocked.beside_walls || blocked.yielding == 0 ? self.lacked : together;
  const bool stuck = blocked.anybody && waited > (blocked.beside_walls ? 0.3 : 0.9) && progress < 0.1 * whole;
  const double share = blocked.beside_walls ? 0.85 : blocked.yielding == 0 ? 0.5 : 0.0625;
  const bool anywhere = stuck && unit(self.id, 1) < 2 * share - 1;
  if (perturbation.tangent <= 0 || !(anywhere || turns)) return preferred;
  const double side = to_the_left(self) + blocked.left + whole / 32 * (unit(~std::uint64_t{0}, 0) + unit(self.id, 0));
  const double tangent = perturbation.tangent * std::min((together - 0.2) / 0.2, perturbation.most_turns) * (side < 0 ? -1 : 1);
  const Vector way = anywhere ? Vector{unit(self.id, 2), unit(self.id, 3)} : preferred + tangent * Vector{-preferred.y, preferred.x};
  return length(preferred) / length(way) * way;
}

}  // namespace plethos::avoidance::reference
