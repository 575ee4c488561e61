// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_RVO_OBSTACLES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_RVO_OBSTACLES_INL
#undef PLETHOS_AVOIDANCE_RVO_OBSTACLES_INL
#else
#define PLETHOS_AVOIDANCE_RVO_OBSTACLES_INL
#endif

#include "algorithms/avoidance/rvo/rvo_arguments.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

using avoidance::RvoArguments;
using avoidance::RvoPublished;
using avoidance::RvoSteady;

/// A time in seconds, or a distance in metres or its square, that is never reached.
inline constexpr float rvo_never = 1e18f;
/// m^2. The least power that costs, and the test that spares them, divide by. Discs that touch exactly so have an urgency like discs a
/// little apart. An infinite urgency would make all samples equally bad.
inline constexpr float rvo_touching = 1e-9f;
/// m^2. The power at which an approach that deepens an overlap is judged. It is far less than the power of discs that are about to touch,
/// so that no agent flees from one neighbor through another.
inline constexpr float rvo_deepening = 1e-3f;
// Times to collision are kept as their inverses, "urgencies" in 1/s. An urgency is 0 if no collision comes. The cost is then deviation +
// aggression * urgency, the minimum over times is a maximum, and no sample needs a division for a neighbor.

/// A neighbor as the samples see it, relative to the agent. The apex of its velocity obstacle is at (1 - a) v_A + a v_B.
template <class L>
struct RvoNeighbor {
  typename L::Float x, y;            // m, from the agent to the neighbor
  typename L::Float power;           // m^2: squared distance minus squared sum of radii; negative in an overlap
  typename L::Float apex_x, apex_y;  // m/s
  typename L::Float share;           // a: the agent's share of the avoidance
  typename L::Float factor;          // 1 / (a * power): urgency over approach + sqrt(discriminant); in an overlap over the approach
  typename L::Float strike_power;    // 1 / factor; in an overlap so large that the neighbor strikes no sample
};

/// A wall in its own frame: the segment from (0, 0) to (length, 0), the agent above it at (along, height).
template <class L>
struct RvoWall {
  typename L::Float along, height, length;  // m
  typename L::Float direction_x, direction_y;
  typename L::Float side;                            // 1 if the agent is left of the segment, else -1
  typename L::Float gap;                             // m: height less the agent's radius
  typename L::Float power_0, power_1;                // m^2: like a neighbor's power, of the discs around the two ends
  typename L::Float strike_gap, strike_0, strike_1;  // the same, but so large in an overlap that the wall strikes no sample
  typename L::Mask overlap;                          // the agent's disc reaches into the wall
};

/// An agent as its samples see it.
template <class L>
struct RvoAgent {
  typename L::Float x, y;                      // m
  typename L::Float vx, vy;                    // m/s
  typename L::Float preferred_x, preferred_y;  // m/s
  typename L::Float radius;                    // m, the minimum distance included
  typename L::Float maximum_speed;             // m/s
  typename L::Float reach;                     // m/s: how far the velocity may change in a step
  typename L::Float reciprocity;
  typename L::Float aggression;  // m
  typename L::UInt id;
};

/// Ways to read agents: RvoEach reads an agent of its own for each element of a lane, at index `self`; RvoAll reads agent i for all of
/// them.
template <class L>
struct RvoEach {
  typename L::Int self;

  PLETHOS_FUNCTION typename L::Float read(const float* p) const { return L::gather(p, self); }
  PLETHOS_FUNCTION typename L::Int read(const std::int32_t* p) const { return L::gather(p, self); }
};
template <class L>
struct RvoAll {
  int i;

  PLETHOS_FUNCTION typename L::Float read(const float* p) const { return L::set(p[i]); }
  PLETHOS_FUNCTION typename L::Int read(const std::int32_t* p) const { return L::set_int(p[i]); }
};

template <class L, class Agents>
PLETHOS_FUNCTION RvoAgent<L> rvo_agent(const RvoArguments& in, const Agents& agents) {
  RvoAgent<L> agent;
  agent.x = agents.read(in.position_x);
  agent.y = agents.read(in.position_y);
  agent.vx = agents.read(in.velocity_x);
  agent.vy = agents.read(in.velocity_y);
  agent.preferred_x = agents.read(in.preferred_x);
  agent.preferred_y = agents.read(in.preferred_y);
  agent.radius = agents.read(in.radius) + L::set(in.minimum_distance);
  agent.maximum_speed = agents.read(in.maximum_speed);
  agent.reach = agents.read(in.maximum_acceleration) * L::set(in.time_step);
  agent.reciprocity = agents.read(in.reciprocity);
  agent.aggression = agents.read(in.aggression);
  agent.id = L::bit_cast_uint(agents.read(in.id));
  return agent;
}

/// The ray from an agent against a disc.
template <class L>
struct RvoRay {
  typename L::Float approach;      // p . u
  typename L::Float speed;         // u . u
  typename L::Float discriminant;  // approach^2 - speed * power
};

template <class L>
PLETHOS_FUNCTION RvoRay<L> rvo_ray(typename L::Float x, typename L::Float y, typename L::Float power, typename L::Float ux,
                                   typename L::Float uy) {
  RvoRay<L> ray;
  ray.approach = L::mul_add(x, ux, y * uy);
  ray.speed = L::mul_add(ux, ux, uy * uy);
  ray.discriminant = L::neg_mul_add(ray.speed, power, ray.approach * ray.approach);
  return ray;
}

/// Returns whether a ray that starts outside a disc ever enters it.
template <class L>
PLETHOS_FUNCTION typename L::Mask rvo_enters(const RvoRay<L>& ray) {
  return L::less(L::set(0.f), ray.discriminant) & L::less(L::set(0.f), ray.approach);
}

/// Returns whether the ray enters so soon that the urgency exceeds `limit` > 0. Entry is at power / (approach + sqrt(discriminant)), so the
/// test compares sqrt(discriminant) with limit * power - approach. A ray that leads away, or misses, fails by itself: its discriminant is
/// at most approach^2, or negative.
template <class L>
PLETHOS_FUNCTION typename L::Mask rvo_enters_soon(const RvoRay<L>& ray, typename L::Float power, typename L::Float limit) {
  const typename L::Float rest = L::max(L::mul_sub(limit, power, ray.approach), L::set(0.f));
  return L::less(rest * rest, ray.discriminant);
}

/// Returns approach + sqrt(discriminant). Over the power, it is the inverse of the entry time; over the speed, the time until a ray from
/// inside leaves.
template <class L>
PLETHOS_FUNCTION typename L::Float rvo_pace(const RvoRay<L>& ray) {
  return ray.approach + L::sqrt(L::max(ray.discriminant, L::set(0.f)));
}

/// Returns the time at which a ray that starts inside the disc leaves it.
template <class L>
PLETHOS_FUNCTION typename L::Float rvo_exit_time(const RvoRay<L>& ray) {
  return L::select(L::less(L::set(1e-12f), ray.speed), rvo_pace<L>(ray) / L::max(ray.speed, L::set(1e-12f)), L::set(rvo_never));
}

/// Returns the urgency of an overlap from which the agent parts after `exit` seconds: that of a collision after time_step^2 / exit. Parting
/// within a hundredth of a step costs next to nothing, and parting after a step is as bad as a collision within the step. Among velocities
/// that stay in the overlap the one that parts soonest costs least.
template <class L>
PLETHOS_FUNCTION typename L::Float rvo_overlap_urgency(typename L::Float exit, float time_step) {
  return exit * L::set(1.f / (time_step * time_step));
}

/// Loads the neighbor at `index`. If it is not present, or the agent does not yield to it, it becomes a disc at the agent's own place that
/// no ray enters.
template <class L>
PLETHOS_FUNCTION RvoNeighbor<L> rvo_neighbor(const avoidance::NeighborArguments& in, const RvoAgent<L>& agent, typename L::Mask present,
                                             typename L::Int index) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const Float one = L::set(1.f);
  const Float sum = agent.reciprocity + L::gather(present, in.reciprocity, index);
  // An agent that never yields ignores its neighbors, so two such agents ignore each other.
  const auto yields = L::less(zero, agent.reciprocity) & present;
  RvoNeighbor<L> n;
  n.share = L::select(yields, agent.reciprocity / L::select(yields, sum, one), one);
  n.x = L::select(yields, L::gather(present, in.position_x, index) - agent.x, zero);
  n.y = L::select(yields, L::gather(present, in.position_y, index) - agent.y, zero);
  const Float radii = agent.radius + L::gather(present, in.radius, index);
  n.power = L::select(yields, L::neg_mul_add(radii, radii, L::mul_add(n.x, n.x, n.y * n.y)), one);
  n.apex_x = L::mul_add(one - n.share, agent.vx, n.share * L::gather(present, in.velocity_x, index));
  n.apex_y = L::mul_add(one - n.share, agent.vy, n.share * L::gather(present, in.velocity_y, index));
  const Float power = L::select(L::less(n.power, zero), L::set(rvo_deepening), n.power);
  const Float divisor = L::max(n.share * power, L::set(rvo_touching));
  n.factor = one / divisor;
  n.strike_power = L::select(L::less(n.power, zero), L::set(rvo_never), divisor);
  return n;
}

/// Loads the wall at `index`. A wall that is not present lies so far away that nothing reaches it.
template <class L>
PLETHOS_FUNCTION RvoWall<L> rvo_wall(const RvoArguments& in, const RvoAgent<L>& agent, typename L::Mask present, typename L::Int index) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const Float radius_squared = agent.radius * agent.radius;
  RvoWall<L> w;
  w.direction_x = L::gather(present, in.segment_direction_x, index);
  w.direction_y = L::gather(present, in.segment_direction_y, index);
  w.length = L::gather(present, in.segment_length, index);
  const Float from_x = agent.x - L::gather(present, in.segment_x, index);
  const Float from_y = agent.y - L::gather(present, in.segment_y, index);
  const Float height = L::mul_sub(w.direction_x, from_y, w.direction_y * from_x);
  w.side = L::select(L::less(height, zero), L::set(-1.f), L::set(1.f));
  w.height = L::select(present, L::abs(height), L::set(1e6f));
  w.along = L::mul_add(w.direction_x, from_x, w.direction_y * from_y);
  w.gap = w.height - agent.radius;
  const Float to_end = w.length - w.along;
  w.power_0 = L::mul_add(w.along, w.along, w.height * w.height) - radius_squared;
  w.power_1 = L::mul_add(to_end, to_end, w.height * w.height) - radius_squared;
  const auto beside = L::less_equal(zero, w.along) & L::less_equal(zero, to_end);
  w.overlap = (beside & L::less(w.gap, zero)) | L::less(w.power_0, zero) | L::less(w.power_1, zero);
  const Float never = L::set(rvo_never);
  w.strike_gap = L::select(w.overlap, never, w.gap);
  w.strike_0 = L::select(w.overlap, never, L::max(w.power_0, L::set(rvo_touching)));
  w.strike_1 = L::select(w.overlap, never, L::max(w.power_1, L::set(rvo_touching)));
  return w;
}

/// Returns the inverse of the time to the collision with one neighbor at the velocity (vx, vy). In an overlap it judges how the overlap
/// deepens and ends.
template <class L>
PLETHOS_FUNCTION typename L::Float rvo_neighbor_urgency(const RvoNeighbor<L>& n, typename L::Float vx, typename L::Float vy,
                                                        float time_step) {
  using Float = typename L::Float;
  const RvoRay<L> ray = rvo_ray<L>(n.x, n.y, n.power, vx - n.apex_x, vy - n.apex_y);
  Float urgency = L::select(rvo_enters<L>(ray), rvo_pace<L>(ray) * n.factor, L::set(0.f));
  const auto overlap = L::less(n.power, L::set(0.f));
  if (L::any(overlap)) {
    const Float deepens = L::max(ray.approach, L::set(0.f)) * n.factor;
    urgency = L::select(overlap, deepens + rvo_overlap_urgency<L>(rvo_exit_time<L>(ray) * n.share, time_step), urgency);
  }
  return urgency;
}

/// A velocity relative to one wall: in the wall's frame, and as rays against the discs around its ends.
template <class L>
struct RvoWallRays {
  typename L::Float along;     // m/s, towards the wall's second end
  typename L::Float down;      // m/s, towards the wall's line
  typename L::Mask hits_side;  // the ray enters the Minkowski sum of wall and disc between the ends
  RvoRay<L> end_0, end_1;
};

template <class L>
PLETHOS_FUNCTION RvoWallRays<L> rvo_wall_rays(const RvoWall<L>& w, typename L::Float vx, typename L::Float vy) {
  const auto zero = L::set(0.f);
  RvoWallRays<L> rays;
  rays.along = L::mul_add(w.direction_x, vx, w.direction_y * vy);
  rays.down = w.side * L::mul_sub(w.direction_y, vx, w.direction_x * vy);
  const auto place = L::mul_add(w.along, rays.down, w.gap * rays.along);
  rays.hits_side =
      L::less(zero, w.gap) & L::less(zero, rays.down) & L::less_equal(zero, place) & L::less_equal(place, w.length * rays.down);
  rays.end_0 = rvo_ray<L>(-w.along, w.height, w.power_0, rays.along, rays.down);
  rays.end_1 = rvo_ray<L>(w.length - w.along, w.height, w.power_1, rays.along, rays.down);
  return rays;
}

/// Returns the inverse of the time to the collision with one wall, less what is spared. In an overlap it judges how the overlap deepens and
/// ends.
template <class L, class Variant>
PLETHOS_FUNCTION typename L::Float rvo_wall_urgency(const RvoWall<L>& w, typename L::Float vx, typename L::Float vy, Variant variant) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const RvoWallRays<L> rays = rvo_wall_rays<L>(w, vx, vy);
  Float urgency = zero;
  if (L::any(rays.hits_side)) urgency = L::select(rays.hits_side, rays.down / w.gap, zero);
  const auto enters_0 = rvo_enters<L>(rays.end_0) & !rays.hits_side;
  if (L::any(enters_0)) urgency = L::select(enters_0, rvo_pace<L>(rays.end_0) / L::max(w.power_0, L::set(rvo_touching)), urgency);
  const auto enters_1 = rvo_enters<L>(rays.end_1) & !rays.hits_side;
  if (L::any(enters_1))
    urgency = L::select(enters_1, L::max(urgency, rvo_pace<L>(rays.end_1) / L::max(w.power_1, L::set(rvo_touching))), urgency);
  if constexpr (Variant::steady) urgency = L::max(urgency - L::set(Variant::spared), zero);
  if (L::any(w.overlap)) {
    const auto before_0 = L::less(w.along, zero);
    const auto beside = (!before_0) & L::less_equal(zero, w.length - w.along);
    const Float leaves_side = L::select(L::less(rays.down, L::set(-1e-12f)), w.gap / L::min(rays.down, L::set(-1e-12f)), L::set(rvo_never));
    const Float leaves_end = L::select(before_0, rvo_exit_time<L>(rays.end_0), rvo_exit_time<L>(rays.end_1));
    const Float approach = L::select(beside, zero, L::max(L::select(before_0, rays.end_0.approach, rays.end_1.approach), zero));
    const Float leaves = L::select(beside, leaves_side, leaves_end);
    urgency =
        L::select(w.overlap, L::mul_add(approach, L::set(1.f / rvo_deepening), rvo_overlap_urgency<L>(leaves, variant.time_step)), urgency);
  }
  return urgency;
}

/// Returns whether a velocity hits one wall so soon that the urgency exceeds `limit`. It is false in an overlap, which the cost judges.
template <class L>
PLETHOS_FUNCTION typename L::Mask rvo_hits_wall_soon(const RvoWall<L>& w, typename L::Float vx, typename L::Float vy,
                                                     typename L::Float limit) {
  const RvoWallRays<L> rays = rvo_wall_rays<L>(w, vx, vy);
  const auto side = rays.hits_side & L::less(limit * w.strike_gap, rays.down);
  const auto ends = rvo_enters_soon<L>(rays.end_0, w.strike_0, limit) | rvo_enters_soon<L>(rays.end_1, w.strike_1, limit);
  return side | (ends & !rays.hits_side);
}

PLETHOS_KERNEL_END
#endif
