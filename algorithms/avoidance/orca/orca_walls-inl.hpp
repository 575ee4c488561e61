// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_ORCA_WALLS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_ORCA_WALLS_INL
#undef PLETHOS_AVOIDANCE_ORCA_WALLS_INL
#else
#define PLETHOS_AVOIDANCE_ORCA_WALLS_INL
#endif

#include "algorithms/avoidance/orca/orca_arguments.hpp"
#include "algorithms/avoidance/orca/orca_program-inl.hpp"
#include "core/lane/kernel_macros.hpp"
#include "core/world.hpp"

PLETHOS_KERNEL_BEGIN

using avoidance::OrcaArguments;

/// The square of a speed that is never reached.
inline constexpr float orca_never = 1e30f;
/// m/s. Half-planes cover another wall even if they lack this much.
inline constexpr float orca_covered = 1e-5f;
/// A share of the radius. An agent this near to the line of the next wall counts as beside neither of two walls that meet.
inline constexpr float orca_beside = 1e-3f;

/// A wall as its agent sees it: the agent is to the right of the way from the first end to the second.
template <class L>
struct OrcaWall {
  typename L::Mask present;
  typename L::Float x1, y1, x2, y2;        // m, from the agent to the ends
  typename L::Float dx, dy;                // unit vector from the first end to the second
  typename L::Float length;                // m
  typename L::Float before_x, before_y;    // unit vector of the wall that ends at the first end, from the agent's side
  typename L::Float behind_x, behind_y;    // the same of the wall that starts at the second end
  typename L::Mask convex_1, convex_2;     // the corner at this end stands out towards the agent; the wall's free ends do
  typename L::Mask free_1, free_2;         // no wall goes on there
  typename L::Float along;                 // m, from the first end to the agent's foot on the wall's line
  typename L::Float squared_1, squared_2;  // m^2, distances from the ends
  typename L::Float squared_line;          // m^2, distance from the line
};

/// Loads the walls at `index`. Where a chain ends, its other side goes on. A wall is not present if it is solid on the agent's side, or out
/// of reach within the time horizon.
template <class L>
PLETHOS_FUNCTION OrcaWall<L> orca_wall(const OrcaArguments& in, const LaneAgent<L>& agent, typename L::Mask present,
                                       typename L::Int index) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const auto none = L::set_int(0);
  OrcaWall<L> w;
  const Float dx = L::gather(present, in.segment_direction_x, index);
  const Float dy = L::gather(present, in.segment_direction_y, index);
  w.length = L::gather(present, in.segment_length, index);
  const Float ax = L::gather(present, in.segment_x, index) - agent.x;
  const Float ay = L::gather(present, in.segment_y, index) - agent.y;
  const Float bx = L::mul_add(w.length, dx, ax);
  const Float by = L::mul_add(w.length, dy, ay);
  const Float height = cross<L>(ax, ay, dx, dy);
  const auto turned = L::less(zero, height);
  w.x1 = L::select(turned, bx, ax);
  w.y1 = L::select(turned, by, ay);
  w.x2 = L::select(turned, ax, bx);
  w.y2 = L::select(turned, ay, by);
  w.dx = L::select(turned, -dx, dx);
  w.dy = L::select(turned, -dy, dy);

  const auto previous = L::gather(present, in.segment_previous, index);
  const auto next = L::gather(present, in.segment_next, index);
  const auto before = L::select(turned, next, previous);
  const auto behind = L::select(turned, previous, next);
  const auto linked_1 = present & !L::less(before, none);
  const auto linked_2 = present & !L::less(behind, none);
  const Float sign = L::select(turned, L::set(-1.f), L::set(1.f));
  w.before_x = L::select(linked_1, sign * L::gather(linked_1, in.segment_direction_x, before), -w.dx);
  w.before_y = L::select(linked_1, sign * L::gather(linked_1, in.segment_direction_y, before), -w.dy);
  w.behind_x = L::select(linked_2, sign * L::gather(linked_2, in.segment_direction_x, behind), -w.dx);
  w.behind_y = L::select(linked_2, sign * L::gather(linked_2, in.segment_direction_y, behind), -w.dy);
  // At a free end the wall turns back, along the same line. The sign of a direction crossed with its opposite is that of a rounding error.
  w.free_1 = !linked_1;
  w.free_2 = !linked_2;
  w.convex_1 = w.free_1 | L::less_equal(zero, cross<L>(w.before_x, w.before_y, w.dx, w.dy));
  w.convex_2 = w.free_2 | L::less_equal(zero, cross<L>(w.dx, w.dy, w.behind_x, w.behind_y));

  w.along = -dot<L>(w.x1, w.y1, w.dx, w.dy);
  w.squared_1 = dot<L>(w.x1, w.y1, w.x1, w.y1);
  w.squared_2 = dot<L>(w.x2, w.y2, w.x2, w.y2);
  w.squared_line = height * height;
  const Float squared = L::select(L::less(w.along, zero), w.squared_1, L::select(L::less(w.length, w.along), w.squared_2, w.squared_line));
  const Float reach = L::mul_add(L::set(in.time_horizon_obstacles), agent.maximum_speed, agent.radius);
  const auto solid = L::gather(present, in.segment_solid, index);
  const auto inside = L::equal(solid, L::select(turned, L::set_int(solid_left), L::set_int(solid_right)));
  w.present = present & (!inside) & L::less(squared, reach * reach);
  return w;
}

/// Returns whether existing half-planes already keep the agent from the wall for the whole time horizon.
template <class L, class Lines>
PLETHOS_FUNCTION typename L::Mask orca_is_covered(const LaneAgent<L>& agent, const OrcaWall<L>& w, float rate, const Lines& lines) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const Float least = L::mul_sub(L::set(rate), agent.radius, L::set(orca_covered));
  return lines.any([&](const OrcaHalfPlane<L>& line) PLETHOS_LAMBDA {
    const auto some = !(L::equal(line.dx, zero) & L::equal(line.dy, zero));
    const Float depth_1 = line.violation(L::set(rate) * w.x1, L::set(rate) * w.y1);
    const Float depth_2 = line.violation(L::set(rate) * w.x2, L::set(rate) * w.y2);
    return some & L::less_equal(least, depth_1) & L::less_equal(least, depth_2);
  });
}

/// One half-plane for each agent, or none.
template <class L>
struct OrcaLine : OrcaHalfPlane<L> {
  using OrcaHalfPlane<L>::x, OrcaHalfPlane<L>::y, OrcaHalfPlane<L>::dx, OrcaHalfPlane<L>::dy;
  typename L::Mask some;

  PLETHOS_FUNCTION void put(typename L::Mask where, typename L::Float to_x, typename L::Float to_y, typename L::Float to_dx,
                            typename L::Float to_dy) {
    some = some | where;
    x = L::select(where, to_x, x);
    y = L::select(where, to_y, y);
    dx = L::select(where, to_dx, dx);
    dy = L::select(where, to_dy, dy);
  }
};

/// Makes the half-plane of an agent whose disc reaches into the wall: it must not go deeper. At a corner that stands back, the walls that
/// meet there make it instead. At the second corner the next wall makes it if that wall clearly faces the agent. Clears `open` for agents
/// that need no more of this wall.
template <class L>
PLETHOS_FUNCTION void orca_touching_wall(const LaneAgent<L>& agent, const OrcaWall<L>& w, typename L::Mask& open, OrcaLine<L>& line) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const Float tiny = L::set(1e-12f);
  const Float radius_squared = agent.radius * agent.radius;
  const auto before = L::less(w.along, zero);
  const auto behind = L::less(w.length, w.along);
  const auto at_1 = open & before & L::less_equal(w.squared_1, radius_squared);
  const auto at_2 = open & behind & L::less_equal(w.squared_2, radius_squared);
  const auto beside = open & !(before | behind) & L::less_equal(w.squared_line, radius_squared);
  const Float away_1 = L::max(L::sqrt(w.squared_1), tiny);
  const Float away_2 = L::max(L::sqrt(w.squared_2), tiny);
  line.put(at_1 & w.convex_1, zero, zero, -w.y1 / away_1, w.x1 / away_1);
  const auto by_next = L::less(cross<L>(w.x2, w.y2, w.behind_x, w.behind_y), L::set(-orca_beside) * agent.radius);
  line.put(at_2 & w.convex_2 & (w.free_2 | !by_next), zero, zero, -w.y2 / away_2, w.x2 / away_2);
  line.put(beside, zero, zero, -w.dx, -w.dy);
  open = open & !(at_1 | at_2 | beside);
}

/// Makes the half-plane of a wall that the agent does not touch (section 4.4). It is tangent to the wall's velocity obstacle, cut off at
/// the time horizon, at the point nearest to the agent's velocity. A leg of the obstacle that would run into the neighboring wall follows
/// that wall instead; that wall then makes the half-plane.
template <class L>
PLETHOS_FUNCTION void orca_distant_wall(const LaneAgent<L>& agent, const OrcaWall<L>& w, float rate, typename L::Mask open,
                                        OrcaLine<L>& line) {
  using Float = typename L::Float;
  using Mask = typename L::Mask;
  const Float zero = L::set(0.f);
  const Float one = L::set(1.f);
  const Float r = agent.radius;
  const Float radius_squared = r * r;
  // Seen from nearly along the wall, one end hides the other.
  const Mask oblique = L::less_equal(w.squared_line, radius_squared);
  const Mask only_1 = open & oblique & L::less(w.along, zero);
  const Mask only_2 = open & oblique & L::less(w.length, w.along);
  open = open & !(only_1 & !w.convex_1) & !(only_2 & !w.convex_2);
  const Mask single = only_1 | only_2 | L::less_equal(w.length, zero);

  const Float xa = L::select(only_2, w.x2, w.x1);
  const Float ya = L::select(only_2, w.y2, w.y1);
  const Float xb = L::select(only_1, w.x1, w.x2);
  const Float yb = L::select(only_1, w.y1, w.y2);
  const Float squared_a = L::max(L::select(only_2, w.squared_2, w.squared_1), L::set(1e-12f));
  const Float squared_b = L::max(L::select(only_1, w.squared_1, w.squared_2), L::set(1e-12f));
  const Mask convex_a = (only_2 & w.convex_2) | ((!only_2) & w.convex_1);
  const Mask convex_b = (only_1 & w.convex_1) | ((!only_1) & w.convex_2);
  const Float leg_a = L::sqrt(L::max(squared_a - radius_squared, zero));
  const Float leg_b = L::sqrt(L::max(squared_b - radius_squared, zero));
  // A corner that stands back has no leg of its own: the line of the wall goes on.
  Float left_x = L::select(convex_a, L::mul_sub(xa, leg_a, ya * r) / squared_a, -w.dx);
  Float left_y = L::select(convex_a, L::mul_add(xa, r, ya * leg_a) / squared_a, -w.dy);
  Float right_x = L::select(convex_b, L::mul_add(xb, leg_b, yb * r) / squared_b, w.dx);
  Float right_y = L::select(convex_b, L::mul_sub(yb, leg_b, xb * r) / squared_b, w.dy);

  const Float before_x = L::select(only_2, w.dx, w.before_x);
  const Float before_y = L::select(only_2, w.dy, w.before_y);
  const Float behind_x = L::select(only_1, w.dx, w.behind_x);
  const Float behind_y = L::select(only_1, w.dy, w.behind_y);
  // Beside a free end a leg is parallel to the wall where the agent just touches its line, and there is nothing that it could run into.
  const Mask foreign_left = convex_a & (only_2 | !w.free_1) & L::less_equal(cross<L>(left_x, left_y, before_x, before_y), zero);
  const Mask foreign_right = convex_b & (only_1 | !w.free_2) & L::less_equal(cross<L>(right_x, right_y, behind_x, behind_y), zero);
  left_x = L::select(foreign_left, -before_x, left_x);
  left_y = L::select(foreign_left, -before_y, left_y);
  right_x = L::select(foreign_right, behind_x, right_x);
  right_y = L::select(foreign_right, behind_y, right_y);

  // Vectors to the agent's velocity from the centers of the discs that cut the obstacle off.
  const Float t_rate = L::set(rate);
  const Float cut_radius = t_rate * r;
  const Float ca_x = t_rate * xa;
  const Float ca_y = t_rate * ya;
  const Float cb_x = t_rate * xb;
  const Float cb_y = t_rate * yb;
  const Float va_x = agent.vx - ca_x;
  const Float va_y = agent.vy - ca_y;
  const Float vb_x = agent.vx - cb_x;
  const Float vb_y = agent.vy - cb_y;
  const Float cut_x = cb_x - ca_x;
  const Float cut_y = cb_y - ca_y;
  const Float cut_squared = L::select(single, one, L::max(dot<L>(cut_x, cut_y, cut_x, cut_y), L::set(1e-24f)));
  const Float t = L::select(single, L::set(0.5f), dot<L>(va_x, va_y, cut_x, cut_y) / cut_squared);
  const Float t_left = dot<L>(va_x, va_y, left_x, left_y);
  const Float t_right = dot<L>(vb_x, vb_y, right_x, right_y);
  const Mask before_left = L::less(t_left, zero);
  const Mask before_right = L::less(t_right, zero);
  const Mask before_cut = L::less(t, zero);
  const Mask behind_cut = L::less(one, t);

  const Mask disc_a = open & ((before_cut & before_left) | (single & before_left & before_right));
  const Mask disc_b = open & (!disc_a) & behind_cut & before_right;
  const Float w_x = L::select(disc_b, vb_x, va_x);
  const Float w_y = L::select(disc_b, vb_y, va_y);
  const Float w_length = L::max(L::sqrt(dot<L>(w_x, w_y, w_x, w_y)), L::set(1e-12f));
  const Float unit_x = w_x / w_length;
  const Float unit_y = w_y / w_length;
  line.put(disc_a | disc_b, L::mul_add(cut_radius, unit_x, L::select(disc_b, cb_x, ca_x)),
           L::mul_add(cut_radius, unit_y, L::select(disc_b, cb_y, ca_y)), unit_y, -unit_x);
  open = open & !(disc_a | disc_b);

  const Float never = L::set(orca_never);
  const Float off_x = L::neg_mul_add(t, cut_x, va_x);
  const Float off_y = L::neg_mul_add(t, cut_y, va_y);
  const Float left_off_x = L::neg_mul_add(t_left, left_x, va_x);
  const Float left_off_y = L::neg_mul_add(t_left, left_y, va_y);
  const Float right_off_x = L::neg_mul_add(t_right, right_x, vb_x);
  const Float right_off_y = L::neg_mul_add(t_right, right_y, vb_y);
  const Float off_cut = L::select(before_cut | behind_cut | single, never, dot<L>(off_x, off_y, off_x, off_y));
  const Float off_left = L::select(before_left, never, dot<L>(left_off_x, left_off_y, left_off_x, left_off_y));
  const Float off_right = L::select(before_right, never, dot<L>(right_off_x, right_off_y, right_off_x, right_off_y));
  const Mask on_cut = open & L::less_equal(off_cut, off_left) & L::less_equal(off_cut, off_right);
  const Mask on_left = open & (!on_cut) & L::less_equal(off_left, off_right);
  const Mask on_right = open & !(on_cut | on_left);
  line.put(on_cut, L::mul_add(cut_radius, w.dy, ca_x), L::neg_mul_add(cut_radius, w.dx, ca_y), -w.dx, -w.dy);
  line.put(on_left & !foreign_left, L::neg_mul_add(cut_radius, left_y, ca_x), L::mul_add(cut_radius, left_x, ca_y), left_x, left_y);
  line.put(on_right & !foreign_right, L::mul_add(cut_radius, right_y, cb_x), L::neg_mul_add(cut_radius, right_x, cb_y), -right_x, -right_y);
}

/// Adds the half-plane of one wall, unless half-planes before it cover the wall.
template <class L, class Lines>
PLETHOS_FUNCTION void orca_add_wall(const OrcaArguments& in, const LaneAgent<L>& agent, typename L::Mask present, typename L::Int index,
                                    Lines& lines) {
  const auto zero = L::set(0.f);
  const float rate = 1.f / in.time_horizon_obstacles;
  const OrcaWall<L> w = orca_wall<L>(in, agent, present, index);
  typename L::Mask open = w.present & !orca_is_covered<L>(agent, w, rate, lines);
  OrcaLine<L> line{{zero, zero, zero, zero}, L::first_n(0)};
  orca_touching_wall<L>(agent, w, open, line);
  if (L::any(open)) orca_distant_wall<L>(agent, w, rate, open, line);
  if (L::none(line.some)) return;
  lines.add(line);
}

PLETHOS_KERNEL_END
#endif
