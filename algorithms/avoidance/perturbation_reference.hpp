#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "algorithms/avoidance/rvo/rvo_reference.hpp"

/// What agents of the exact methods prefer where others have held them up, plainly. Not part of the papers.
namespace plethos::avoidance::reference {

/// m^2/s^2: how fast an agent moves to the left of its way, times its preferred speed.
inline double to_the_left(const Agent& agent) { return dot({-agent.preferred_velocity.y, agent.preferred_velocity.x}, agent.velocity); }

/// Which neighbors forbid the preferred velocity, and what those that yield, whose reciprocity is above 0, do.
struct BlockedBy {
  bool beside_walls = false;  // some are near, whether they forbid it or not
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
  double most_turns = 1;    // so many times the tangent at most
  double time_step = 0.05;  // s
  std::uint64_t seed = 1;
  std::uint32_t step = 0;
};

/// The part of its wanted way that an agent, which moved with `before`, lacks in a step after which it moves with self.velocity: none if it
/// gains speed as fast as it can.
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

/// What it remembers after that: a mean over 4 s.
inline double remembered_lack(double lacked, double lack, double time_step) {
  return lacked + std::min(1.0, time_step / 4) * (lack - lacked);
}

/// The preferred velocity, or another one of the same speed. In the open an agent turns aside that makes less than 9/10 of the way that it
/// prefers, has lacked more than a fifth of it lately, and is blocked by others that have, too: by the tangent for each fifth that all lack
/// more, most_turns times at most, to the side to which it and they move already, or where they hardly do to a random one: the
/// mean of its own number and of one that all share decides for a second. Who makes less than 1/10 of it is stuck if it has lacked three
/// tenths of it beside walls, or nine tenths in the open, as have the others if they yield; it then goes anywhere, in 85 of 100 seconds
/// beside walls, every other one behind agents that never yield, and every 16th among others.
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
