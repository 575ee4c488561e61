#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "algorithms/avoidance/rvo/rvo_reference.hpp"

/// What agents of the exact methods prefer where others are in their way, plainly. Not part of the papers.
namespace plethos::avoidance::reference {

/// Of which neighbors some forbid the preferred velocity; of those that yield, whose reciprocity is above 0.
struct BlockedBy {
  bool anybody = false, yielding = false;

  void add(const Agent& other) {
    anybody = true;
    yielding = yielding || other.reciprocity > 0;
  }
};

struct Perturbation {
  double tangent = 1;       // of the angle by which agents turn at most; 0: never
  double time_step = 0.05;  // s
  std::uint64_t seed = 1;
  std::uint32_t step = 0;
};

/// The preferred velocity, or, kept for a second: who makes less than 9/10 of the way that it prefers and is blocked by others that yield
/// turns to the right by a random angle; who makes less than 1/10 of it and is blocked by anybody goes anywhere every other time.
inline Vector perturbed(const Agent& self, const BlockedBy& blocked, const Perturbation& perturbation) {
  const Vector preferred = self.preferred_velocity;
  const double progress = dot(self.velocity, preferred);
  const double whole = dot(preferred, preferred);
  const auto steps = static_cast<std::uint32_t>(std::max(1, static_cast<int>(1.f / static_cast<float>(perturbation.time_step))));
  const auto words = philox(perturbation.seed, self.id, perturbation.step / steps, 1);
  const auto unit = [&](std::size_t k) { return std::ldexp(static_cast<double>(words[k] >> 8), -24); };
  const bool anywhere = blocked.anybody && progress < 0.1 * whole && unit(1) < 0.5;
  const bool turns = blocked.yielding && progress < 0.9 * whole;
  if (perturbation.tangent <= 0 || !(anywhere || turns)) return preferred;
  const Vector right{preferred.y, -preferred.x};
  const Vector way = anywhere ? Vector{2 * unit(2) - 1, 2 * unit(3) - 1} : preferred + perturbation.tangent * unit(0) * right;
  return length(preferred) / length(way) * way;
}

}  // namespace plethos::avoidance::reference
