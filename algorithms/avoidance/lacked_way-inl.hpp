// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_LACKED_WAY_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_LACKED_WAY_INL
#undef PLETHOS_AVOIDANCE_LACKED_WAY_INL
#else
#define PLETHOS_AVOIDANCE_LACKED_WAY_INL
#endif

#include <cstdint>

#include "core/lane/kernel_macros.hpp"
#include "core/lane/lane_vec2-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// s: the time constant of an agent's memory of being held up.
inline constexpr float lacked_memory = 4.f;

/// Returns the part of its wanted way, in [0, 1], that an agent lacks in a step. Progress that is missing because of the agent's own
/// acceleration does not count: an agent that gains speed as fast as it can lacks nothing. `before` and `after` are its velocities, and all
/// velocities are in m/s. Acceleration can change them by `reach` m/s in a step.
template <class L>
PLETHOS_FUNCTION typename L::Float lack_of_step(LaneVec2<L> preferred, LaneVec2<L> before, LaneVec2<L> after, typename L::Float reach) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f), one = L::set(1.f);
  const auto along = [&](LaneVec2<L> v) PLETHOS_LAMBDA { return L::mul_add(preferred.x, v.x, preferred.y * v.y); };
  const auto part = [&](Float x) PLETHOS_LAMBDA { return L::select(L::less(x, zero), zero, L::select(L::less(one, x), one, x)); };
  // Divisions whose result no element takes are left out.
  const Float wanted = along(preferred);
  const auto wants = L::less(zero, wanted);
  if (L::none(wants)) return zero;
  const Float made = along(after);
  Float lack = part(one - made / wanted);
  const LaneVec2<L> change{preferred.x - before.x, preferred.y - before.y};
  const Float size = L::sqrt(squared_length<L>(change));
  Float possible_gain = along(change);
  const auto beyond = L::less(reach, size);
  if (L::any(beyond)) possible_gain = possible_gain * L::select(beyond, reach / size, one);
  const auto gains = L::less(zero, possible_gain);
  if (L::any(gains)) {
    const Float gain = made - along(before);
    lack = L::select(gains, lack * part((possible_gain - gain) / possible_gain), lack);
  }
  return L::select(wants, lack, zero);
}

/// Returns the memory of being held up, in 1/65536, after one more step of `time_step` seconds: an exponential mean over lacked_memory. The
/// step's number decides whether it is rounded down or up, so that the mean is right however short steps are. The lane has to_int besides
/// what all lanes have.
template <class L>
PLETHOS_FUNCTION typename L::Int remembered_lack(typename L::Int lacked, typename L::Float lack, float time_step, std::uint32_t step) {
  const float rate = time_step < lacked_memory ? time_step / lacked_memory : 1.f;
  const float turn = static_cast<float>((step * 2654435769u) >> 8) * (1.f / 16777216.f);
  const auto before = L::to_float(lacked), most = L::set(65535.f);
  const auto after = L::mul_add(L::set(rate), L::mul_add(most, lack, -before), before) + L::set(turn);
  return L::to_int(L::select(L::less(after, most), after, most));
}

PLETHOS_KERNEL_END
#endif
