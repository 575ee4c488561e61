// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CROWD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CROWD_INL
#undef PLETHOS_AVOIDANCE_CROWD_INL
#else
#define PLETHOS_AVOIDANCE_CROWD_INL
#endif

#include "algorithms/avoidance/arguments.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

using avoidance::Arguments;
using avoidance::NeighborArguments;
using avoidance::NeighborArgumentsInStep;

/// Returns x1 y2 - y1 x2. It is positive if the second vector points to the left of the first.
template <class L>
PLETHOS_FUNCTION typename L::Float cross(typename L::Float x1, typename L::Float y1, typename L::Float x2, typename L::Float y2) {
  return L::mul_sub(x1, y2, y1 * x2);
}
template <class L>
PLETHOS_FUNCTION typename L::Float dot(typename L::Float x1, typename L::Float y1, typename L::Float x2, typename L::Float y2) {
  return L::mul_add(x1, x2, y1 * y2);
}

/// The agents of a lane, as the exact methods see them.
template <class L>
struct LaneAgent {
  typename L::Float x, y;                      // m
  typename L::Float vx, vy;                    // m/s
  typename L::Float preferred_x, preferred_y;  // m/s
  typename L::Float radius;                    // m, the minimum distance included
  typename L::Float maximum_speed;             // m/s
  typename L::Float reciprocity;
  typename L::UInt id;
  typename L::Float lacked;  // [0, 1): the lacked part of its wanted way (lacked_way.hpp); 0 if agents are not perturbed
};

/// One neighbor of each agent of a lane.
template <class L>
struct LaneNeighbor {
  typename L::Mask yields;   // there is such a neighbor, and the agent takes a share of the avoidance
  typename L::Float x, y;    // m, from the agent to the neighbor; 0 where it does not yield
  typename L::Float vx, vy;  // m/s
  typename L::Float radii;   // m, the sum of both, the minimum distance included
  typename L::Float share;   // (0, 1]: how much of the avoidance is the agent's
};

/// Returns a number in [-1, 1), made of the upper 24 of 32 random bits.
template <class L>
PLETHOS_FUNCTION typename L::Float symmetric_unit(typename L::UInt bits) {
  return L::mul_add(L::to_float(L::bit_cast_int(bits >> 8)), L::set(1.f / 8388608.f), L::set(-1.f));
}

/// Returns Agents::lacked of the agents at `index`, and 0 where not `present`.
template <class L>
PLETHOS_FUNCTION typename L::Float lacked_way(const NeighborArguments& in, typename L::Mask present, typename L::Int index) {
  const auto place = L::bit_cast_uint(index);
  const auto word = L::bit_cast_uint(L::gather(present, in.lacked, L::bit_cast_int(place >> 1)));
  const auto second = L::equal(L::bit_cast_int(place & L::set_uint(1)), L::set_int(1));
  const auto bits = L::select(second, L::bit_cast_int(word >> 16), L::bit_cast_int(word & L::set_uint(0xffff)));
  return L::to_float(bits) * L::set(1.f / 65536.f);
}

/// Loads the agents at the indices `self`.
template <class L>
PLETHOS_FUNCTION LaneAgent<L> lane_agent(const Arguments& in, typename L::Int self) {
  LaneAgent<L> agent;
  agent.x = L::gather(in.position_x, self);
  agent.y = L::gather(in.position_y, self);
  agent.vx = L::gather(in.velocity_x, self);
  agent.vy = L::gather(in.velocity_y, self);
  agent.preferred_x = L::gather(in.preferred_x, self);
  agent.preferred_y = L::gather(in.preferred_y, self);
  agent.radius = L::gather(in.radius, self) + L::set(in.minimum_distance);
  agent.maximum_speed = L::gather(in.maximum_speed, self);
  agent.reciprocity = L::gather(in.reciprocity, self);
  agent.id = L::bit_cast_uint(L::gather(in.id, self));
  agent.lacked = in.perturbation > 0 ? lacked_way<L>(in, L::first_n(L::width), self) : L::set(0.f);
  return agent;
}

/// Returns a column's values for the agents at `index`, and 0 where not `present`. The lane reads them with gather instructions if it
/// `gathers`, otherwise element by element.
template <class L>
PLETHOS_FUNCTION typename L::Float neighbor_column(bool gathers, typename L::Mask present, const float* column, typename L::Int index) {
  if (L::width > 1 && !gathers) return L::gather_each(present, column, index);
  return L::gather(present, column, index);
}

/// Returns the entries [first, end) of one agent's list of neighbors or walls, as many as the lane has elements, and 0 beyond them.
template <class L>
PLETHOS_FUNCTION typename L::Int listed(const Arguments& in, const std::int32_t* list, int agent, int first, int end) {
  std::int32_t index[L::width] = {};
  const int some = end - first < L::width ? end - first : L::width;
  for (int k = 0; k < some; ++k) index[k] = list[static_cast<std::int64_t>(first + k) * in.stride + agent];
  return L::load_unaligned(index);
}

/// Loads one neighbor of each agent. An agent that never yields ignores its neighbors, so two such agents ignore each other.
template <class L>
PLETHOS_FUNCTION LaneNeighbor<L> lane_neighbor(const NeighborArguments& in, const LaneAgent<L>& agent, typename L::Mask present,
                                               typename L::Int index, bool gathers = true) {
  const auto zero = L::set(0.f);
  LaneNeighbor<L> n;
  n.yields = L::less(zero, agent.reciprocity) & present;
  const auto other = neighbor_column<L>(gathers, n.yields, in.reciprocity, index);
  n.share = L::set(0.5f);
  // In most crowds all agents yield alike. The division would then give exactly one half.
  const auto unequal = n.yields & !L::equal(other, agent.reciprocity);
  if (L::any(unequal))
    n.share = L::select(unequal, agent.reciprocity / L::select(unequal, agent.reciprocity + other, L::set(1.f)), n.share);
  n.x = L::select(n.yields, neighbor_column<L>(gathers, n.yields, in.position_x, index) - agent.x, zero);
  n.y = L::select(n.yields, neighbor_column<L>(gathers, n.yields, in.position_y, index) - agent.y, zero);
  n.vx = neighbor_column<L>(gathers, n.yields, in.velocity_x, index);
  n.vy = neighbor_column<L>(gathers, n.yields, in.velocity_y, index);
  n.radii = agent.radius + neighbor_column<L>(gathers, n.yields, in.radius, index);
  return n;
}

/// Writes the velocities of agents that no method steers: passive ones keep theirs, and arrived ones stand.
template <class L>
PLETHOS_FUNCTION void keep_velocity(const Arguments& in, typename L::Int self, typename L::Int state, typename L::Mask inside) {
  const auto passive = L::equal(state, L::set_int(passive_state)) & inside;
  L::scatter(inside, L::gather(passive, in.velocity_x, self), in.candidate_x, self);
  L::scatter(inside, L::gather(passive, in.velocity_y, self), in.candidate_y, self);
}

PLETHOS_KERNEL_END
#endif
