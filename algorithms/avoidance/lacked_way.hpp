#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "core/vec2.hpp"

/// What an agent remembers of being held up, for methods whose agents turn aside then (perturbation-inl.hpp): the part of its wanted way
/// that it has lacked lately, between 0 and 1, in 16 bits. It is 0 at the start, and 0.22 after a second of standing. Not part of a paper.
namespace plethos::avoidance {

/// s: how long an agent remembers what it has lacked.
inline constexpr float lacked_memory = 4.f;

/// The part of its wanted way that an agent lacks in a step, in [0, 1]: what it makes less than at its preferred velocity, as far as that
/// is not owed to its own acceleration. Who gains speed as fast as it can lacks nothing. `before` and `after` are its velocities, all
/// in m/s, and `reach` in m/s is how much acceleration may change them in a step.
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

/// The memory, in 1/65536, after a step of `time_step` seconds more: an exponential mean over lacked_memory. It is rounded down and up by
/// turns, by the step's number, so that the mean is right however short steps are.
KOKKOS_INLINE_FUNCTION std::uint32_t remembered_lack(std::uint32_t lacked, float lack, float time_step, std::uint32_t step) {
  const float rate = time_step < lacked_memory ? time_step / lacked_memory : 1.f;
  const float before = static_cast<float>(lacked);
  const float turn = static_cast<float>((step * 2654435769u) >> 8) * (1.f / 16777216.f);
  const float after = Kokkos::fma(rate, Kokkos::fma(65535.f, lack, -before), before) + turn;
  return after < 65535.f ? static_cast<std::uint32_t>(after) : 65535u;
}

}  // namespace plethos::avoidance
