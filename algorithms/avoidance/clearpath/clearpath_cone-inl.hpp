// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_CONE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_CONE_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_CONE_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_CONE_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_1_normals-inl.hpp"
#include "core/lane/kernel_macros.hpp"
#include "core/lane/random_key-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// m/s. A pair moves head-on if its relative speed across the line of centers is lower. A random number then decides on its side.
inline constexpr float clearpath_head_on = 1e-6f;

/// Returns random words of a pair of agents, the same for both. `first` is set where `agent` is the first of the two.
template <class L>
PLETHOS_FUNCTION PhiloxWords<L> clearpath_pair(const ClearpathArguments& in, const LaneAgent<L>& agent, typename L::Int other,
                                               typename L::Mask& first) {
  // This stream belongs to pairs alone: no step has this number.
  constexpr std::uint32_t stream = 0xfffffffeu;
  const auto own = L::bit_cast_int(agent.id);
  first = L::less(own, other);
  const auto first_id = L::bit_cast_uint(L::select(first, own, other));
  const auto second_id = L::bit_cast_uint(L::select(first, other, own));
  return philox<L>(random_key<L>(in.random, agent.id), id_in_world<L>(in.random, first_id), id_in_world<L>(in.random, second_id), stream,
                   L::set_uint(0));
}

/// A neighbor as a region is made of it.
template <class L>
struct ClearpathMeeting {
  LaneNeighbor<L> n;
  ClearpathCone<L> cone;
  typename L::Float apex_x, apex_y;  // m/s, relative to the preferred velocity
  typename L::Float touch;           // m, the sum of the radii
  typename L::Float space;           // m, from disc to disc; negative if they overlap
  typename L::Mask overlap;
  typename L::Mask left;    // the pair passes on the left
  typename L::Mask agrees;  // it agrees on a side, since both yield
};

/// Returns the cone of one neighbor's reciprocal velocity obstacle (section 3.2) with its apex at (1 - a) v_A + a v_B, cut off by the
/// tangent to the velocities that collide within the horizon (appendix A.1). Of agents that overlap, the cone is a half-plane beyond which
/// they have parted after a step.
template <class L>
PLETHOS_FUNCTION ClearpathMeeting<L> clearpath_meet(const ClearpathArguments& in, const ClearpathAgent<L>& agent, typename L::Mask present,
                                                    typename L::Int index) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const Float one = L::set(1.f);
  const Float tiny = L::set(clearpath_tiny);
  ClearpathMeeting<L> meeting;
  meeting.n = lane_neighbor<L>(in, agent, present, index, in.options.gather);
  const LaneNeighbor<L>& n = meeting.n;
  const Float distance = L::sqrt(dot<L>(n.x, n.y, n.x, n.y));

  ClearpathCone<L>& cone = meeting.cone;
  const Float over_distance = one / L::max(distance, tiny);
  cone.nx = n.x * over_distance;
  cone.ny = n.y * over_distance;
  const Float across = cross<L>(cone.nx, cone.ny, agent.vx - n.vx, agent.vy - n.vy);
  const auto same_place = n.yields & L::less(distance, tiny);
  const auto head_on = n.yields & L::less(L::abs(across), L::set(clearpath_head_on));
  auto left = L::less(zero, across);
  if (L::any(same_place) || (in.sides && L::any(head_on))) {
    auto first = present;
    const NeighborArguments& others = in;
    const PhiloxWords<L> random = clearpath_pair<L>(in, agent, L::gather(n.yields, others.id, index), first);
    left = (head_on & L::less(symmetric_unit<L>(random.word[0]), zero)) | ((!head_on) & left);
    Float ux = symmetric_unit<L>(random.word[1]);
    const Float uy = symmetric_unit<L>(random.word[2]);
    const Float size = L::sqrt(dot<L>(ux, uy, ux, uy));
    ux = L::select(L::less(size, tiny), one, ux);
    const Float turned = L::select(first, one, L::set(-1.f)) / L::max(size, tiny);
    cone.nx = L::select(same_place, turned * ux, cone.nx);
    cone.ny = L::select(same_place, turned * uy, cone.ny);
  }

  const Float touch = n.radii - L::set(in.minimum_distance);
  const auto overlap = n.yields & L::less(distance, touch);
  // Within the minimum distance the cone is that of touching discs.
  const Float radii = L::min(n.radii, L::max(distance, tiny));
  const Float gap = L::max(distance - radii, zero);
  const auto apart = L::less(zero, gap);
  const Float space = L::select(overlap, distance - touch, gap);
  const Float side = L::sqrt(gap * (distance + radii));
  const Float sine = radii * over_distance;
  const Float cosine = side * over_distance;
  const Float apex_x = L::mul_add(n.share, n.vx - agent.vx, agent.vx - agent.preferred_x);
  const Float apex_y = L::mul_add(n.share, n.vy - agent.vy, agent.vy - agent.preferred_y);
  const Float apex = dot<L>(cone.nx, cone.ny, apex_x, apex_y);
  Float ahead = n.share * (L::select(overlap, L::set(1.f / in.time_step), L::set(1.f / agent.time_horizon)) * space);
  if (agent.neighbors_yield) ahead = L::max(ahead, clearpath_retreat<L>(agent.limits, cone.nx, cone.ny) - apex);
  const Float half = L::select(apart, ahead * radii / L::max(side, tiny), zero);

  cone.left_x = L::neg_mul_add(sine, cone.ny, cosine * cone.nx);
  cone.left_y = L::mul_add(sine, cone.nx, cosine * cone.ny);
  cone.right_x = L::mul_add(sine, cone.ny, cosine * cone.nx);
  cone.right_y = L::neg_mul_add(sine, cone.nx, cosine * cone.ny);
  const Float middle_x = L::mul_add(ahead, cone.nx, apex_x);
  const Float middle_y = L::mul_add(ahead, cone.ny, apex_y);
  cone.anchor_x = L::select(apart, apex_x, middle_x);
  cone.anchor_y = L::select(apart, apex_y, middle_y);
  cone.truncation = apex + ahead;
  cone.corner_left_x = L::neg_mul_add(half, cone.ny, middle_x);
  cone.corner_left_y = L::mul_add(half, cone.nx, middle_y);
  cone.corner_right_x = L::mul_add(half, cone.ny, middle_x);
  cone.corner_right_y = L::neg_mul_add(half, cone.nx, middle_y);
  cone.open_left = L::first_n(0);
  cone.open_right = L::first_n(0);
  meeting.apex_x = apex_x;
  meeting.apex_y = apex_y;
  meeting.touch = touch;
  meeting.space = space;
  meeting.overlap = overlap;
  meeting.left = left;
  meeting.agrees = L::less(n.share, one) & L::first_n(in.sides ? L::width : 0);
  return meeting;
}

PLETHOS_KERNEL_END
#endif
