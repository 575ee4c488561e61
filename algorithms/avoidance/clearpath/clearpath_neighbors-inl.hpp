// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_NEIGHBORS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_NEIGHBORS_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_NEIGHBORS_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_NEIGHBORS_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_collision-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_table-inl.hpp"
#include "core/lane/kernel_macros.hpp"
#include "core/lane/philox-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// m/s. A pair moves head-on if its relative speed across the line of centers is lower. A random number then decides on its side.
inline constexpr float clearpath_head_on = 1e-6f;

/// Returns random words of a pair of agents, the same for both. `first` is set where `agent` is the first of the two.
template <class L>
PLETHOS_FUNCTION PhiloxWords<L> clearpath_pair(const ClearpathArguments& in, const LaneAgent<L>& agent, typename L::Int other_low,
                                               typename L::Int other_high, typename L::Mask& first) {
  // This stream belongs to pairs alone: no step has this number.
  constexpr std::uint32_t stream = 0xfffffffeu;
  const auto low = L::bit_cast_int(agent.id_low);
  const auto high = L::bit_cast_int(agent.id_high);
  first = L::less(high, other_high) | (L::equal(high, other_high) & L::less(low, other_low));
  const auto first_low = L::bit_cast_uint(L::select(first, low, other_low));
  const auto second_low = L::bit_cast_uint(L::select(first, other_low, low));
  const auto first_high = L::bit_cast_uint(L::select(first, high, other_high));
  const auto second_high = L::bit_cast_uint(L::select(first, other_high, high));
  return philox<L>(in.seed, first_low, second_low, stream, (first_high << 16) ^ second_high);
}

/// Adds the region of one neighbor to the table (section 3.2). It is the cone of the reciprocal velocity obstacle with its apex at (1 - a)
/// v_A + a v_B, cut off by the tangent to the velocities that collide within the horizon (appendix A.1). It also adds the wrong side of the
/// line through the apex, if sides are agreed on. Agents that overlap must part. As published, the region of the collision takes the place
/// of both. With clearpath-guarded the cone opens to a half-plane beyond which the pair has parted after a step. Returns the agents that
/// overlap their neighbor.
template <class L, int Capacity>
PLETHOS_FUNCTION typename L::Mask clearpath_neighbor(const ClearpathArguments& in, const ClearpathAgent<L>& agent, typename L::Mask present,
                                                     typename L::Int index, int place, ClearpathTable<L, Capacity>& table) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const Float one = L::set(1.f);
  const Float tiny = L::set(clearpath_tiny);
  const LaneNeighbor<L> n = lane_neighbor<L>(in, agent, present, index, in.options.gather);
  const Float distance = L::sqrt(dot<L>(n.x, n.y, n.x, n.y));

  ClearpathCone<L> cone;
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
    const PhiloxWords<L> random =
        clearpath_pair<L>(in, agent, L::gather(n.yields, others.id_low, index), L::gather(n.yields, others.id_high, index), first);
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
  const Float side = L::sqrt(gap * (distance + radii));
  const Float sine = radii * over_distance;
  const Float cosine = side * over_distance;
  const Float apex_x = L::mul_add(n.share, n.vx - agent.vx, agent.vx - agent.preferred_x);
  const Float apex_y = L::mul_add(n.share, n.vy - agent.vy, agent.vy - agent.preferred_y);
  const Float apex = dot<L>(cone.nx, cone.ny, apex_x, apex_y);
  Float ahead = n.share * L::select(overlap, L::set(1.f / in.time_step) * (distance - touch), L::set(1.f / agent.time_horizon) * gap);
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
  // With clearpath-guarded the cone is closed on the wrong side as far as the horizon goes. A pair agrees on a side only if both yield.
  const auto agrees = L::less(n.share, one) & L::first_n(in.sides ? L::width : 0);
  const auto opens = agrees & L::first_n(in.guarded ? L::width : 0);
  cone.open_left = opens & !left;
  cone.open_right = opens & left;
  const Float ahead_x = cone.nx;
  const Float ahead_y = cone.ny;
  if (!in.guarded && L::any(overlap)) clearpath_collision<L>(in, agent, n, touch, overlap, apex_x, apex_y, cone);
  clearpath_store<L>(table.add(clearpath_of_neighbor, place), n.yields, cone);

  if (in.sides && !in.guarded) {
    // Type-II as published: the wrong side of the line through the apex.
    const auto forbids = n.yields & agrees & !overlap;
    const Float wrong_x = L::select(left, ahead_y, -ahead_y);
    const Float wrong_y = L::select(left, -ahead_x, ahead_x);
    clearpath_store_half_plane<L>(table.add(clearpath_of_neighbor, place), forbids, wrong_x, wrong_y,
                                  dot<L>(wrong_x, wrong_y, apex_x, apex_y));
  }
  if (in.guarded && place < clearpath_guarded_neighbors) {
    // An agent stays able to stop within its share of the gap. A neighbor that does not yield is expected to keep its velocity.
    const auto alone = L::less_equal(one, n.share);
    const Float base_x = L::select(alone, n.vx, zero) - agent.preferred_x;
    const Float base_y = L::select(alone, n.vy, zero) - agent.preferred_y;
    const Float speed =
        clearpath_braking_speed<L>(n.share * L::select(overlap, distance - touch, gap), agent.limits.radius[1], in.time_step);
    Float offset = dot<L>(cone.nx, cone.ny, base_x, base_y) + speed;
    offset = L::max(offset, clearpath_retreat<L>(agent.limits, cone.nx, cone.ny));
    const auto reaches = L::less(speed, agent.limits.radius[0] + L::select(alone, L::sqrt(dot<L>(n.vx, n.vy, n.vx, n.vy)), zero));
    const auto guards = n.yields & reaches;
    if (L::any(guards)) clearpath_store_half_plane<L>(table.add(clearpath_of_guard, place), guards, cone.nx, cone.ny, offset);
  }
  return overlap;
}

PLETHOS_KERNEL_END
#endif
