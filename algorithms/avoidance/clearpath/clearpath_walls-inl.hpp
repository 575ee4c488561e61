// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_WALLS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_WALLS_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_WALLS_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_WALLS_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_1_normals-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// Adds the region of one wall to the table: the cone of directions that meet the segment swept by the agent's disc. The cone is cut off
/// perpendicularly to the nearest point, at the speed that reaches it within the horizon. Its apex is 0, since walls do not move. Returns
/// the agents that overlap the wall.
template <class L, int Capacity>
PLETHOS_FUNCTION typename L::Mask clearpath_wall(const ClearpathArguments& in, const ClearpathAgent<L>& agent, typename L::Mask present,
                                                 typename L::Int index, int place, ClearpathTable<L, Capacity>& table) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const Float one = L::set(1.f);
  const Float tiny = L::set(clearpath_tiny);
  const Float along_x = L::gather(present, in.segment_direction_x, index);
  const Float along_y = L::gather(present, in.segment_direction_y, index);
  const Float length = L::gather(present, in.segment_length, index);
  Float end_x[2];
  Float end_y[2];
  end_x[0] = L::gather(present, in.segment_x, index) - agent.x;
  end_y[0] = L::gather(present, in.segment_y, index) - agent.y;
  end_x[1] = L::mul_add(length, along_x, end_x[0]);
  end_y[1] = L::mul_add(length, along_y, end_y[0]);
  const Float nearest = L::min(L::max(-L::mul_add(along_x, end_x[0], along_y * end_y[0]), zero), length);
  const Float x = L::mul_add(nearest, along_x, end_x[0]);
  const Float y = L::mul_add(nearest, along_y, end_y[0]);
  const Float distance = L::sqrt(L::mul_add(x, x, y * y));

  ClearpathCone<L> cone;
  const auto on_wall = L::less(distance, tiny);
  const Float over_distance = one / L::max(distance, tiny);
  cone.nx = L::select(on_wall, -along_y, x * over_distance);
  cone.ny = L::select(on_wall, along_x, y * over_distance);
  const Float touch = agent.radius - L::set(in.minimum_distance);
  const auto overlap = present & L::less(distance, touch);
  const Float radius = L::min(agent.radius, distance);
  const Float gap = distance - radius;
  const Float apex_x = -agent.preferred_x;
  const Float apex_y = -agent.preferred_y;
  const Float apex = dot<L>(cone.nx, cone.ny, apex_x, apex_y);
  Float ahead = L::select(overlap, L::set(1.f / in.time_step) * (distance - touch), L::set(1.f / agent.time_horizon_obstacles) * gap);
  if (agent.walls_yield) ahead = L::max(ahead, clearpath_retreat<L>(agent.limits, cone.nx, cone.ny) - apex);

  for (int k = 0; k < 2; ++k) {
    const Float size = L::max(L::sqrt(L::mul_add(end_x[k], end_x[k], end_y[k] * end_y[k])), radius);
    const Float over_size = one / L::max(size, tiny);
    const Float sine = radius * over_size;
    const Float cosine = L::sqrt((size - radius) * (size + radius)) * over_size;
    const Float ux = end_x[k] * over_size;
    const Float uy = end_y[k] * over_size;
    const Float left_x = L::neg_mul_add(sine, uy, cosine * ux);
    const Float left_y = L::mul_add(sine, ux, cosine * uy);
    const Float right_x = L::mul_add(sine, uy, cosine * ux);
    const Float right_y = L::neg_mul_add(sine, ux, cosine * uy);
    if (k == 0) {
      cone.left_x = left_x;
      cone.left_y = left_y;
      cone.right_x = right_x;
      cone.right_y = right_y;
    } else {
      const auto lefter = L::less(zero, cross<L>(cone.left_x, cone.left_y, left_x, left_y));
      const auto righter = L::less(cross<L>(cone.right_x, cone.right_y, right_x, right_y), zero);
      cone.left_x = L::select(lefter, left_x, cone.left_x);
      cone.left_y = L::select(lefter, left_y, cone.left_y);
      cone.right_x = L::select(righter, right_x, cone.right_x);
      cone.right_y = L::select(righter, right_y, cone.right_y);
    }
  }
  // In contact both sides are the wall's own line. Rounding must not tilt them.
  const auto apart = L::less(zero, gap);
  cone.left_x = L::select(apart, cone.left_x, -cone.ny);
  cone.left_y = L::select(apart, cone.left_y, cone.nx);
  cone.right_x = L::select(apart, cone.right_x, cone.ny);
  cone.right_y = L::select(apart, cone.right_y, -cone.nx);

  const Float back = L::select(apart, zero, ahead);
  cone.anchor_x = L::mul_add(back, cone.nx, apex_x);
  cone.anchor_y = L::mul_add(back, cone.ny, apex_y);
  cone.truncation = apex + ahead;
  const Float forward = L::select(apart, ahead, zero);
  const Float left = forward / L::max(dot<L>(cone.left_x, cone.left_y, cone.nx, cone.ny), tiny);
  const Float right = forward / L::max(dot<L>(cone.right_x, cone.right_y, cone.nx, cone.ny), tiny);
  cone.corner_left_x = L::mul_add(left, cone.left_x, cone.anchor_x);
  cone.corner_left_y = L::mul_add(left, cone.left_y, cone.anchor_y);
  cone.corner_right_x = L::mul_add(right, cone.right_x, cone.anchor_x);
  cone.corner_right_y = L::mul_add(right, cone.right_y, cone.anchor_y);
  cone.open_left = L::first_n(0);
  cone.open_right = L::first_n(0);
  clearpath_store<L>(table.add(clearpath_of_wall, place), present, cone);

  if (place < clearpath_guarded_walls) {
    const Float speed = clearpath_braking_speed<L>(L::select(overlap, distance - touch, gap), agent.limits.radius[1], in.time_step);
    const Float offset = L::max(apex + speed, clearpath_retreat<L>(agent.limits, cone.nx, cone.ny));
    const auto guards = present & L::less(speed, agent.limits.radius[0]);
    // This guard is left out together with its wall.
    if (L::any(guards)) clearpath_store_half_plane<L>(table.add(clearpath_of_wall, place), guards, cone.nx, cone.ny, offset);
  }
  return overlap;
}

PLETHOS_KERNEL_END
#endif
