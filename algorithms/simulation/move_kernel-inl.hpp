// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_SIMULATION_MOVE_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_SIMULATION_MOVE_KERNEL_INL
#undef PLETHOS_SIMULATION_MOVE_KERNEL_INL
#else
#define PLETHOS_SIMULATION_MOVE_KERNEL_INL
#endif

#include "core/lane/kernel_macros.hpp"
#include "core/lane/lane_vec2-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// Returns an agent's velocity of after a step, in m/s: the `chosen` one, or as much of the way to it as `limit`, in m/s, allows.
template <class L>
PLETHOS_FUNCTION LaneVec2<L> next_velocity(LaneVec2<L> before, LaneVec2<L> chosen, typename L::Float limit) {
  LaneVec2<L> change{chosen.x - before.x, chosen.y - before.y};
  const auto size = L::sqrt(squared_length<L>(change));
  const auto beyond = L::less(limit, size);
  if (L::any(beyond)) {
    const auto share = L::select(beyond, limit / size, L::set(1.f));
    change = LaneVec2<L>{change.x * share, change.y * share};
  }
  return LaneVec2<L>{before.x + change.x, before.y + change.y};
}

/// Returns where an agent comes in a step, in m.
template <class L>
PLETHOS_FUNCTION LaneVec2<L> next_position(LaneVec2<L> before, LaneVec2<L> velocity, float time_step) {
  return LaneVec2<L>{L::mul_add(velocity.x, L::set(time_step), before.x), L::mul_add(velocity.y, L::set(time_step), before.y)};
}

/// Whether an agent at a place has reached its goal, which is a point.
template <class L>
PLETHOS_FUNCTION typename L::Mask has_reached_point(LaneVec2<L> place, LaneVec2<L> point, typename L::Float goal_radius) {
  return L::less(squared_length<L>({point.x - place.x, point.y - place.y}), goal_radius * goal_radius);
}

PLETHOS_KERNEL_END
#endif
