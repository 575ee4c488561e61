// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_ORCA_AGENTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_ORCA_AGENTS_INL
#undef PLETHOS_AVOIDANCE_ORCA_AGENTS_INL
#else
#define PLETHOS_AVOIDANCE_ORCA_AGENTS_INL
#endif

#include "algorithms/avoidance/orca/orca_arguments.hpp"
#include "algorithms/avoidance/orca/orca_program-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

using avoidance::OrcaArguments;

/// Gives (x, y), the direction in which an agent leaves a neighbor if their motion names none. It leads away from the neighbor. If both
/// stand on the same point, the agent with the lower id goes left.
template <class L>
PLETHOS_FUNCTION void orca_part(const NeighborArguments& in, const LaneAgent<L>& agent, const LaneNeighbor<L>& n, typename L::Int index,
                                typename L::Mask present, typename L::Float& x, typename L::Float& y) {
  const auto first = L::less(L::bit_cast_int(agent.id), L::gather(present, in.id, index));
  const auto distance = L::sqrt(dot<L>(n.x, n.y, n.x, n.y));
  const auto apart = L::less(L::set(1e-12f), distance);
  const auto divisor = L::max(distance, L::set(1e-12f));
  x = L::select(apart, -n.x / divisor, L::select(first, L::set(-1.f), L::set(1.f)));
  y = L::select(apart, -n.y / divisor, L::set(0.f));
}

/// Returns the half-plane of one neighbor (van den Berg et al. 2011, section 4.2). The relative velocity leaves the velocity obstacle by
/// the least change u, and the agent takes its share of u. If the two overlap, the obstacle is that of one time step.
template <class L>
PLETHOS_FUNCTION OrcaHalfPlane<L> orca_of_agent(const OrcaArguments& in, const LaneAgent<L>& agent, typename L::Mask present,
                                                typename L::Int index) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const LaneNeighbor<L> n = lane_neighbor<L>(in, agent, present, index);
  const Float rx = agent.vx - n.vx;
  const Float ry = agent.vy - n.vy;
  const Float distance_squared = dot<L>(n.x, n.y, n.x, n.y);
  const Float radii_squared = n.radii * n.radii;
  const auto overlap = L::less_equal(distance_squared, radii_squared);
  const Float rate = L::select(overlap, L::set(1.f / in.time_step), L::set(1.f / in.time_horizon));

  // w leads to the relative velocity from the center of the disc that cuts the cone off.
  const Float wx = L::neg_mul_add(rate, n.x, rx);
  const Float wy = L::neg_mul_add(rate, n.y, ry);
  const Float w_squared = dot<L>(wx, wy, wx, wy);
  const Float towards = dot<L>(wx, wy, n.x, n.y);
  const auto on_disc = overlap | (L::less(towards, zero) & L::less(radii_squared * w_squared, towards * towards));

  const Float w = L::sqrt(w_squared);
  const auto still = L::less_equal(w, L::set(1e-12f));
  const Float inverse = L::set(1.f) / L::max(w, L::set(1e-12f));
  Float unit_x = wx * inverse;
  Float unit_y = wy * inverse;
  if (L::any(still & n.yields)) {
    Float x;
    Float y;
    orca_part<L>(in, agent, n, index, n.yields, x, y);
    unit_x = L::select(still, x, unit_x);
    unit_y = L::select(still, y, unit_y);
  }
  const Float out = L::mul_sub(n.radii, rate, w);

  const Float leg = L::sqrt(L::max(distance_squared - radii_squared, zero));
  const Float side = L::select(L::less(zero, cross<L>(n.x, n.y, wx, wy)), leg, -leg);
  const Float scale = L::set(1.f) / L::max(distance_squared, L::set(1e-12f));
  const Float leg_x = L::mul_sub(n.x, side, n.y * n.radii) * scale;
  const Float leg_y = L::mul_add(n.x, n.radii, n.y * side) * scale;
  const Float along = dot<L>(rx, ry, leg_x, leg_y);

  const Float ux = L::select(on_disc, out * unit_x, L::mul_sub(along, leg_x, rx));
  const Float uy = L::select(on_disc, out * unit_y, L::mul_sub(along, leg_y, ry));
  return {L::mul_add(n.share, ux, agent.vx), L::mul_add(n.share, uy, agent.vy),
          L::select(n.yields, L::select(on_disc, unit_y, leg_x), zero), L::select(n.yields, L::select(on_disc, -unit_x, leg_y), zero)};
}

PLETHOS_KERNEL_END
#endif
