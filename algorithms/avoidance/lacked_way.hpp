#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "core/vec2.hpp"

/// An agent's memory of being held up, for methods whose agents then turn aside (perturbation-inl.hpp). It is the part of the wanted way
/// that the agent has lacked lately, from 0 to 1, in 16 bits. It is 0 at the start, and 0.22 after a second of standing. It is not part of
/// a paper.
namespace plethos::avoidance {

/// s: the time constant of an agent's memory.
inline constexpr float lacked_memory = 4.f;

/// Returns the part of its wanted way, in [0, 1], that an agent lacks in a step. Progress that is missing because of the agent's own
/// acceleration does not count: an agent that gains speed as fast as it can lacks nothing. `before` and `after` are its velocities, and all
/// velocities are in m/s. Acceleration can change them by `reach` m/s in a step.
KOKKOS_INLINE_FUNCTION float lack_of_step(Vec2 preferred, Vec2 before, Vec2 after, float reach) {
  const auto along = [&](Vec2 v) { return Kokkos::fma(preferred.x, v.x, preferred.y * v.y); };
  const auto part = [](float x) { return x < 0.f ? 0.f : x > 1.f ? 1.f : x; };
  const float wanted = along(preferred);
  if (!(wanted > 0.f)) return 0.f;
  const float made = along(after);
  const float lack = part(1.f - made / wanted);
  const Vec2 change{preferred.x - before.x, preferred.y - before.y};
  const float size = Kokkos::sqrt(Kokkos::fma(change.x, change.x, change.y * change.y));
  const float possible_gain = along(change) * (size > reach ? reach / size : 1.f);
  const float gain = made - along(before);
  return possible_gain > 0.f ? lack * part((possible_gain - gain) / possible_gain) : lack;
}

/// Returns the memory, in 1/65536, after one more step of `time_step` seconds: an exponential mean over lacked_memory. The step's number
/// decides whether it is rounded down or up, so that the mean is right however short steps are.
KOKKOS_INLINE_FUNCTION std::uint32_t remembered_lack(std::uint32_t lacked, float lack, float time_step, std::uint32_t step) {
  const float rate = time_step < lacked_memory ? time_step / lacked_memory : 1.f;
  const float before = static_cast<float>(lacked);
  const float turn = static_cast<float>((step * 2654435769u) >> 8) * (1.f / 16777216.f);
  const float after = Kokkos::fma(rate, Kokkos::fma(65535.f, lack, -before), before) + turn;
  return after < 65535.f ? static_cast<std::uint32_t>(after) : 65535u;
}

}  // namespace plethos::avoidance
