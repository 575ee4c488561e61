// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_COLLISION_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_COLLISION_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_COLLISION_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_COLLISION_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_cone-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// The share of its acceleration that an agent uses to part. The rest keeps rounding from putting the way out beyond its limits.
inline constexpr float clearpath_parting = 0.9f;
/// Cosine of the largest angle between a cone's axis and the radius to the point where a side touches the disc. It keeps the cone at least
/// as wide as a right angle.
inline constexpr float clearpath_blunt = 0.70710678f;

/// Makes the cone that of a collision, for agents that overlap (section 3.4). The velocities that the agent reaches in a step are a disc
/// around its own. The velocities with which the pair still overlaps after the step are another disc: the discs' Minkowski difference over
/// the step, of which the agent takes its share. The cone holds the whole second disc and touches it where the two circles cross, so that
/// it forbids few other velocities that can be reached. If no reachable velocity parts the pair, the cone opens to a half-plane that leaves
/// the fastest way out.
template <class L>
PLETHOS_FUNCTION void clearpath_collision(const ClearpathArguments& in, const ClearpathAgent<L>& agent, ClearpathMeeting<L>& meeting) {
  using Float = typename L::Float;
  const LaneNeighbor<L>& n = meeting.n;
  ClearpathCone<L>& cone = meeting.cone;
  const auto overlap = meeting.overlap;
  const Float one = L::set(1.f);
  const Float tiny = L::set(clearpath_tiny);
  const Float per_step = n.share * L::set(1.f / in.time_step);
  const Float center_x = L::mul_add(per_step, n.x, meeting.apex_x);
  const Float center_y = L::mul_add(per_step, n.y, meeting.apex_y);
  const Float still = per_step * meeting.touch;
  const Float reached = L::set(clearpath_parting) * agent.limits.radius[1];

  const Float x = center_x - agent.limits.x[1];
  const Float y = center_y - agent.limits.y[1];
  const Float between = L::sqrt(dot<L>(x, y, x, y));
  const auto concentric = L::less(between, tiny);
  const Float over_between = one / L::max(between, tiny);
  const Float nx = L::select(concentric, cone.nx, x * over_between);
  const Float ny = L::select(concentric, cone.ny, y * over_between);
  // The cosine of an angle at the center of the second disc, between the way to the first disc and the way to a crossing of the circles.
  const Float crossing =
      L::mul_add(between, between, L::mul_sub(still, still, reached * reached)) / L::max(L::set(2.f) * between * still, tiny);
  const Float cosine = L::min(L::max(crossing, L::set(clearpath_blunt)), one);
  const Float sine = L::sqrt((one - cosine) * (one + cosine));
  const Float center = dot<L>(nx, ny, center_x, center_y);
  const Float tip = L::max(center - still / cosine, clearpath_retreat<L>(agent.limits, nx, ny));
  const Float tip_x = L::mul_add(tip - center, nx, center_x);
  const Float tip_y = L::mul_add(tip - center, ny, center_y);

  cone.nx = L::select(overlap, nx, cone.nx);
  cone.ny = L::select(overlap, ny, cone.ny);
  cone.left_x = L::select(overlap, L::neg_mul_add(cosine, ny, sine * nx), cone.left_x);
  cone.left_y = L::select(overlap, L::mul_add(cosine, nx, sine * ny), cone.left_y);
  cone.right_x = L::select(overlap, L::mul_add(cosine, ny, sine * nx), cone.right_x);
  cone.right_y = L::select(overlap, L::neg_mul_add(cosine, nx, sine * ny), cone.right_y);
  cone.anchor_x = L::select(overlap, tip_x, cone.anchor_x);
  cone.anchor_y = L::select(overlap, tip_y, cone.anchor_y);
  cone.truncation = L::select(overlap, tip, cone.truncation);
  cone.corner_left_x = L::select(overlap, tip_x, cone.corner_left_x);
  cone.corner_left_y = L::select(overlap, tip_y, cone.corner_left_y);
  cone.corner_right_x = L::select(overlap, tip_x, cone.corner_right_x);
  cone.corner_right_y = L::select(overlap, tip_y, cone.corner_right_y);
}

PLETHOS_KERNEL_END
#endif
