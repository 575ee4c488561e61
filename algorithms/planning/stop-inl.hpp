// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_PLANNING_STOP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_PLANNING_STOP_INL
#undef PLETHOS_PLANNING_STOP_INL
#else
#define PLETHOS_PLANNING_STOP_INL
#endif

#include "core/lane/kernel_macros.hpp"
#include "core/lane/lane_vec2-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// Returns the velocity, in m/s, of an agent that would stop after `way`, in m: `speed`, or less if the way is shorter than a step of
/// `time_step` seconds.
template <class L>
PLETHOS_FUNCTION LaneVec2<L> velocity_to_stop(LaneVec2<L> way, typename L::Float speed, float time_step) {
  const auto away = L::sqrt(squared_length<L>(way));
  const auto far = L::less(speed * L::set(time_step), away);
  auto scale = speed / away;
  if (!L::all(far)) scale = L::select(far, scale, L::set(1.f / time_step));
  return LaneVec2<L>{way.x * scale, way.y * scale};
}

PLETHOS_KERNEL_END
#endif
