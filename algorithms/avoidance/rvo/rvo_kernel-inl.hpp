// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_RVO_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_RVO_KERNEL_INL
#undef PLETHOS_AVOIDANCE_RVO_KERNEL_INL
#else
#define PLETHOS_AVOIDANCE_RVO_KERNEL_INL
#endif

#include "algorithms/avoidance/rvo/rvo_arguments.hpp"
#include "core/lane/kernel_macros.hpp"
#include "core/lane/philox-inl.hpp"

PLETHOS_KERNEL_BEGIN

using avoidance::RvoArguments;

/// Stands for a time in seconds, or a distance in metres or its square, that is never reached.
inline constexpr float rvo_never = 1e18f;
/// The least power in m^2 that is divided by: discs that touch exactly have an urgency like those a little apart, not an infinite one,
/// from which no sample could be told to be better.
inline constexpr float rvo_touching = 1e-9f;
/// Random samples that are tried together: the words of one Philox block.
inline constexpr int rvo_batch = 4;

// Times to collision are kept as their inverses, "urgencies" in 1/s: 0 where no collision comes, so that the cost is
// deviation + aggression * urgency, the minimum over times a maximum, and no sample needs a division for a neighbor.

/// A neighbor as the samples see it: in the frame of the agent, its velocity obstacle moved to the apex (1 - a) v_A + a v_B.
template <class L>
struct RvoNeighbor {
  typename L::Float x, y;            // m, from the agent to the neighbor
  typename L::Float power;           // m^2: squared distance minus squared sum of radii; negative in an overlap
  typename L::Float apex_x, apex_y;  // m/s
  typename L::Float share;           // a: how much of the avoidance is the agent's
  typename L::Float factor;          // 1 / (a * power): urgency over approach + sqrt(discriminant)
  typename L::Float strike_power;    // a * power; in an overlap so much that the neighbor strikes no sample
};

/// A wall in its own frame: the segment from (0, 0) to (length, 0), the agent above it at (along, height).
template <class L>
struct RvoWall {
  typename L::Float along, height, length;  // m
  typename L::Float direction_x, direction_y;
  typename L::Float side;                            // 1 if the agent is left of the segment, else -1
  typename L::Float gap;                             // m: height less the agent's radius
  typename L::Float power_0, power_1;                // m^2: as a neighbor's, of the discs around the two ends
  typename L::Float strike_gap, strike_0, strike_1;  // the same, but in an overlap so much that the wall strikes no sample
  typename L::Mask overlap;                          // the agent's disc reaches into the wall
};

/// An agent, all that its samples are tested against, and the best of them so far.
template <class L, int Capacity>
struct RvoAgent {
  typename L::Int self;                        // index
  typename L::Mask active;                     // the others in the lane only fill it up
  typename L::Float x, y;                      // m
  typename L::Float vx, vy;                    // m/s
  typename L::Float preferred_x, preferred_y;  // m/s
  typename L::Float radius;                    // m, the minimum distance included
  typename L::Float maximum_speed;             // m/s
  typename L::Float reach;                     // m/s: how far the velocity may change in a step
  typename L::Float aggression;                // m
  typename L::Float best_x, best_y;            // m/s
  typename L::Float cost;                      // m/s, of the best
  int neighbor_count;  // of the agent in the lane that has most; the others' tables are filled up with nothing to meet
  int wall_count;
  RvoNeighbor<L> neighbors[Capacity];
  RvoWall<L> walls[Capacity];
};

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

/// Whether a ray that starts outside a disc ever enters it.
template <class L>
PLETHOS_FUNCTION typename L::Mask rvo_enters(const RvoRay<L>& ray) {
  return L::less(L::set(0.f), ray.discriminant) & L::less(L::set(0.f), ray.approach);
}

/// Whether it enters so soon that the urgency exceeds `limit` > 0. Entry is at power / (approach + sqrt(discriminant)), so that
/// sqrt(discriminant) is compared with what the approach leaves of limit * power. A ray that leads away, or misses, fails by itself:
/// its discriminant is at most approach^2, or negative.
template <class L>
PLETHOS_FUNCTION typename L::Mask rvo_enters_soon(const RvoRay<L>& ray, typename L::Float power, typename L::Float limit) {
  const typename L::Float rest = L::max(L::mul_sub(limit, power, ray.approach), L::set(0.f));
  return L::less(rest * rest, ray.discriminant);
}

/// approach + sqrt(discriminant): over the power, the inverse of the entry time; over the speed, the time until a ray from inside leaves.
template <class L>
PLETHOS_FUNCTION typename L::Float rvo_pace(const RvoRay<L>& ray) {
  return ray.approach + L::sqrt(L::max(ray.discriminant, L::set(0.f)));
}

/// When a ray that starts inside the disc leaves it.
template <class L>
PLETHOS_FUNCTION typename L::Float rvo_exit_time(const RvoRay<L>& ray) {
  return L::select(L::less(L::set(1e-12f), ray.speed), rvo_pace<L>(ray) / L::max(ray.speed, L::set(1e-12f)), L::set(rvo_never));
}

/// The urgency that stands for an overlap from which the agent parts after `exit` seconds: as of a collision after time_step^2 / exit.
/// What parts within a hundredth of a step is a trifle, what takes a step as bad as a collision within the step, and among velocities that
/// stay in the overlap the one that parts soonest costs least.
template <class L>
PLETHOS_FUNCTION typename L::Float rvo_overlap_urgency(typename L::Float exit, float time_step) {
  return exit * L::set(1.f / (time_step * time_step));
}

/// Fills the table of an agent's neighbors. Where an agent has fewer than others in its lane, or does not yield, an entry is a disc at
/// the agent's own place that no ray enters.
template <class L, int Capacity>
PLETHOS_FUNCTION void rvo_load_neighbors(const RvoArguments& in, RvoAgent<L, Capacity>& agent) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const Float one = L::set(1.f);
  const Float own = L::gather(in.reciprocity, agent.self);
  const auto count = L::select(agent.active, L::gather(in.neighbor_count, agent.self), L::set_int(0));
  int j = 0;
  for (; L::any(L::less(L::set_int(j), count)); ++j) {
    const auto present = L::less(L::set_int(j), count);
    const auto index = L::gather(present, in.neighbor + static_cast<std::int64_t>(j) * in.stride, agent.self);
    const Float sum = own + L::gather(present, in.reciprocity, index);
    // An agent that never yields ignores its neighbors; so do two that do not.
    const auto yields = L::less(zero, own) & present;
    RvoNeighbor<L>& n = agent.neighbors[j];
    n.share = L::select(yields, own / L::select(yields, sum, one), one);
    n.x = L::select(yields, L::gather(present, in.position_x, index) - agent.x, zero);
    n.y = L::select(yields, L::gather(present, in.position_y, index) - agent.y, zero);
    const Float radii = agent.radius + L::gather(present, in.radius, index);
    n.power = L::select(yields, L::neg_mul_add(radii, radii, L::mul_add(n.x, n.x, n.y * n.y)), one);
    n.apex_x = L::mul_add(one - n.share, agent.vx, n.share * L::gather(present, in.velocity_x, index));
    n.apex_y = L::mul_add(one - n.share, agent.vy, n.share * L::gather(present, in.velocity_y, index));
    const Float scaled_power = n.share * n.power;
    n.factor = one / L::max(scaled_power, L::set(rvo_touching));
    n.strike_power = L::select(L::less(n.power, zero), L::set(rvo_never), scaled_power);
  }
  agent.neighbor_count = j;
}

template <class L, int Capacity>
PLETHOS_FUNCTION void rvo_load_walls(const RvoArguments& in, RvoAgent<L, Capacity>& agent) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const Float radius_squared = agent.radius * agent.radius;
  const auto count = L::select(agent.active, L::gather(in.wall_count, agent.self), L::set_int(0));
  int j = 0;
  for (; L::any(L::less(L::set_int(j), count)); ++j) {
    const auto present = L::less(L::set_int(j), count);
    const auto index = L::gather(present, in.wall + static_cast<std::int64_t>(j) * in.stride, agent.self);
    RvoWall<L>& w = agent.walls[j];
    w.direction_x = L::gather(present, in.segment_direction_x, index);
    w.direction_y = L::gather(present, in.segment_direction_y, index);
    w.length = L::gather(present, in.segment_length, index);
    const Float from_x = agent.x - L::gather(present, in.segment_x, index);
    const Float from_y = agent.y - L::gather(present, in.segment_y, index);
    const Float height = L::mul_sub(w.direction_x, from_y, w.direction_y * from_x);
    w.side = L::select(L::less(height, zero), L::set(-1.f), L::set(1.f));
    // A wall that is not there lies so far above that nothing reaches it.
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
    w.strike_0 = L::select(w.overlap, never, w.power_0);
    w.strike_1 = L::select(w.overlap, never, w.power_1);
  }
  agent.wall_count = j;
}

/// Inverse of the time to the collision with one neighbor at the velocity (vx, vy), or what stands for it in an overlap.
template <class L>
PLETHOS_FUNCTION typename L::Float rvo_neighbor_urgency(const RvoNeighbor<L>& n, typename L::Float vx, typename L::Float vy,
                                                        float time_step) {
  using Float = typename L::Float;
  const RvoRay<L> ray = rvo_ray<L>(n.x, n.y, n.power, vx - n.apex_x, vy - n.apex_y);
  Float urgency = L::select(rvo_enters<L>(ray), rvo_pace<L>(ray) * n.factor, L::set(0.f));
  const auto overlap = L::less(n.power, L::set(0.f));
  if (L::any(overlap)) urgency = L::select(overlap, rvo_overlap_urgency<L>(rvo_exit_time<L>(ray) * n.share, time_step), urgency);
  return urgency;
}

/// A velocity against one wall: in the wall's frame, and as rays against the discs around its ends.
template <class L>
struct RvoWallRays {
  typename L::Float along;     // m/s, towards the wall's second end
  typename L::Float down;      // m/s, towards the wall's line
  typename L::Mask hits_side;  // the Minkowski sum of wall and disc is entered between the ends
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

/// Inverse of the time to the collision with one wall, or what stands for it in an overlap.
template <class L>
PLETHOS_FUNCTION typename L::Float rvo_wall_urgency(const RvoWall<L>& w, typename L::Float vx, typename L::Float vy, float time_step) {
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
  if (L::any(w.overlap)) {
    const auto before_0 = L::less(w.along, zero);
    const auto beside = (!before_0) & L::less_equal(zero, w.length - w.along);
    const Float leaves_side = L::select(L::less(rays.down, L::set(-1e-12f)), w.gap / L::min(rays.down, L::set(-1e-12f)), L::set(rvo_never));
    const Float leaves_end = L::select(before_0, rvo_exit_time<L>(rays.end_0), rvo_exit_time<L>(rays.end_1));
    urgency = L::select(w.overlap, rvo_overlap_urgency<L>(L::select(beside, leaves_side, leaves_end), time_step), urgency);
  }
  return urgency;
}

/// Whether a velocity hits one wall so soon that the urgency exceeds `limit`; false in an overlap, which is left to the cost.
template <class L>
PLETHOS_FUNCTION typename L::Mask rvo_hits_wall_soon(const RvoWall<L>& w, typename L::Float vx, typename L::Float vy,
                                                     typename L::Float limit) {
  const RvoWallRays<L> rays = rvo_wall_rays<L>(w, vx, vy);
  const auto side = rays.hits_side & L::less(limit * w.strike_gap, rays.down);
  const auto ends = rvo_enters_soon<L>(rays.end_0, w.strike_0, limit) | rvo_enters_soon<L>(rays.end_1, w.strike_1, limit);
  return side | (ends & !rays.hits_side);
}

/// Cost of a velocity (section 3.3): distance to the preferred one plus aggression over the time to the first collision.
template <class L, int Capacity>
PLETHOS_FUNCTION typename L::Float rvo_cost(const RvoAgent<L, Capacity>& agent, typename L::Float vx, typename L::Float vy,
                                            typename L::Float deviation, float time_step) {
  typename L::Float urgency = L::set(0.f);
  for (int j = 0; j < agent.neighbor_count; ++j) urgency = L::max(rvo_neighbor_urgency<L>(agent.neighbors[j], vx, vy, time_step), urgency);
  for (int j = 0; j < agent.wall_count; ++j) urgency = L::max(rvo_wall_urgency<L>(agent.walls[j], vx, vy, time_step), urgency);
  return L::mul_add(agent.aggression, urgency, deviation);
}

/// A random point of the unit disc from 32 random bits, evenly distributed over its area (the concentric map of Shirley and Chiu,
/// 1997, with sine and cosine of at most pi / 4 as polynomials, accurate to 3e-8).
template <class L>
PLETHOS_FUNCTION void rvo_unit_disc(typename L::UInt bits, typename L::Float& x, typename L::Float& y) {
  using Float = typename L::Float;
  const Float step = L::set(1.f / 32768.f);
  const Float offset = L::set(1.f / 65536.f - 1.f);
  const Float a = L::mul_add(L::to_float(L::bit_cast_int(bits & L::set_uint(0xFFFFu))), step, offset);
  const Float b = L::mul_add(L::to_float(L::bit_cast_int(bits >> 16)), step, offset);
  const auto first = L::less(L::abs(b), L::abs(a));
  const Float r = L::select(first, a, b);
  const Float t = L::select(first, b, a) / r;
  const Float u = t * t;
  const Float sine = r * t *
                     L::mul_add(L::mul_add(L::mul_add(L::set(-3.59543992e-05f), u, L::set(0.00249000685f)), u, L::set(-0.0807454363f)), u,
                                L::set(0.785398185f));
  const Float cosine =
      r * L::mul_add(L::mul_add(L::mul_add(L::set(-0.000318879f), u, L::set(0.0158499125f)), u, L::set(-0.308424264f)), u, L::set(1.f));
  x = L::select(first, cosine, sine);
  y = L::select(first, sine, cosine);
}

/// Velocities that are tried together, one Philox block of them for every agent of the lane.
template <class L>
struct RvoCandidates {
  typename L::Float x[rvo_batch], y[rvo_batch];  // m/s
  typename L::Float deviation[rvo_batch];        // m/s, from the preferred velocity
  typename L::Float limit[rvo_batch];            // 1/s: with more urgency than this the sample loses
  typename L::Mask wins[rvo_batch];              // not known to lose yet
};

/// Strikes the candidates that meet a neighbor or a wall too soon to win.
template <class L, int Capacity>
PLETHOS_FUNCTION void rvo_strike(const RvoAgent<L, Capacity>& agent, RvoCandidates<L>& candidates) {
  auto alive = candidates.wins[0];
  for (int s = 1; s < rvo_batch; ++s) alive = alive | candidates.wins[s];
  for (int j = 0; j < agent.neighbor_count && L::any(alive); ++j) {
    const RvoNeighbor<L>& n = agent.neighbors[j];
    alive = L::first_n(0);
    for (int s = 0; s < rvo_batch; ++s) {
      const RvoRay<L> ray = rvo_ray<L>(n.x, n.y, n.power, candidates.x[s] - n.apex_x, candidates.y[s] - n.apex_y);
      candidates.wins[s] = candidates.wins[s] & !rvo_enters_soon<L>(ray, n.strike_power, candidates.limit[s]);
      alive = alive | candidates.wins[s];
    }
  }
  for (int j = 0; j < agent.wall_count && L::any(alive); ++j) {
    alive = L::first_n(0);
    for (int s = 0; s < rvo_batch; ++s) {
      const auto hits = rvo_hits_wall_soon<L>(agent.walls[j], candidates.x[s], candidates.y[s], candidates.limit[s]);
      candidates.wins[s] = candidates.wins[s] & !hits;
      alive = alive | candidates.wins[s];
    }
  }
}

/// Loads the agents with the indices `self` and takes sample 0: the preferred velocity, or the admissible one next to it.
template <class L, int Capacity>
PLETHOS_FUNCTION void rvo_begin(const RvoArguments& in, typename L::Int self, typename L::Mask active, RvoAgent<L, Capacity>& agent) {
  using Float = typename L::Float;
  agent.self = self;
  agent.active = active;
  agent.x = L::gather(in.position_x, self);
  agent.y = L::gather(in.position_y, self);
  agent.vx = L::gather(in.velocity_x, self);
  agent.vy = L::gather(in.velocity_y, self);
  agent.preferred_x = L::gather(in.preferred_x, self);
  agent.preferred_y = L::gather(in.preferred_y, self);
  agent.radius = L::gather(in.radius, self) + L::set(in.minimum_distance);
  agent.maximum_speed = L::gather(in.maximum_speed, self);
  agent.reach = L::gather(in.maximum_acceleration, self) * L::set(in.time_step);
  agent.aggression = L::gather(in.aggression, self);
  rvo_load_neighbors<L, Capacity>(in, agent);
  rvo_load_walls<L, Capacity>(in, agent);

  const Float one = L::set(1.f);
  const Float tiny = L::set(1e-12f);
  Float dx = agent.preferred_x - agent.vx;
  Float dy = agent.preferred_y - agent.vy;
  const Float change = L::sqrt(L::mul_add(dx, dx, dy * dy));
  const Float shrink = L::select(L::less(agent.reach, change), agent.reach / L::max(change, tiny), one);
  const Float x = L::mul_add(shrink, dx, agent.vx);
  const Float y = L::mul_add(shrink, dy, agent.vy);
  const Float speed = L::sqrt(L::mul_add(x, x, y * y));
  const Float slow = L::select(L::less(agent.maximum_speed, speed), agent.maximum_speed / L::max(speed, tiny), one);
  agent.best_x = slow * x;
  agent.best_y = slow * y;
  dx = agent.best_x - agent.preferred_x;
  dy = agent.best_y - agent.preferred_y;
  const Float deviation = L::sqrt(L::mul_add(dx, dx, dy * dy));
  agent.cost = L::select(active, rvo_cost<L, Capacity>(agent, agent.best_x, agent.best_y, deviation, in.time_step), L::set(0.f));
}

/// Tries the random samples, and leaves the best in the agent.
///
/// Every sample's cost decides, as in the paper; a sample is struck as soon as it is known to lose: if its deviation alone costs more than
/// the best so far, or if it meets something with so much urgency that it cannot win. That urgency is taken 1e-4 too large, far
/// beyond rounding, so that striking never changes the winner.
template <class L, int Capacity>
PLETHOS_FUNCTION void rvo_search(const RvoArguments& in, RvoAgent<L, Capacity>& agent) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const auto id_low = L::bit_cast_uint(L::gather(in.id_low, agent.self));
  const auto id_high = L::bit_cast_uint(L::gather(in.id_high, agent.self));

  // From the smaller of the two discs whose intersection is admissible; what falls outside the other does not count.
  const auto around_velocity = L::less(agent.reach, agent.maximum_speed);
  const Float center_x = L::select(around_velocity, agent.vx, zero);
  const Float center_y = L::select(around_velocity, agent.vy, zero);
  const Float size = L::select(around_velocity, agent.reach, agent.maximum_speed);
  const Float other_x = L::select(around_velocity, zero, agent.vx);
  const Float other_y = L::select(around_velocity, zero, agent.vy);
  const Float other_size = L::select(around_velocity, agent.maximum_speed, agent.reach);
  const Float other_squared = other_size * other_size;
  const Float patience = L::set(1.0001f) / L::max(agent.aggression, L::set(1e-30f));

  for (int block = 0; block * rvo_batch < in.samples; ++block) {
    if (L::none(L::less(zero, agent.cost))) break;  // nothing beats a cost of zero
    const PhiloxWords<L> random = philox<L>(in.seed, id_low, id_high, *in.step, static_cast<std::uint32_t>(block));
    RvoCandidates<L> candidates;
    for (int s = 0; s < rvo_batch; ++s) {
      Float x;
      Float y;
      rvo_unit_disc<L>(random.word[s], x, y);
      x = L::mul_add(size, x, center_x);
      y = L::mul_add(size, y, center_y);
      const Float from_x = x - other_x;
      const Float from_y = y - other_y;
      const Float off_x = x - agent.preferred_x;
      const Float off_y = y - agent.preferred_y;
      const Float deviation = L::sqrt(L::mul_add(off_x, off_x, off_y * off_y));
      const int sample = block * rvo_batch + s;
      candidates.x[s] = x;
      candidates.y[s] = y;
      candidates.deviation[s] = deviation;
      candidates.limit[s] = (agent.cost - deviation) * patience;
      candidates.wins[s] = L::less(deviation, agent.cost) & L::less(L::mul_add(from_x, from_x, from_y * from_y), other_squared);
      if (sample == 0 || sample >= in.samples) candidates.wins[s] = L::first_n(0);
    }
    rvo_strike<L, Capacity>(agent, candidates);

    // The costs of what is left. Every agent of the lane takes the first of its own, so that one pass mostly serves them all.
    for (;;) {
      Float x = zero;
      Float y = zero;
      Float deviation = zero;
      auto some = L::first_n(0);
      for (int s = rvo_batch - 1; s >= 0; --s) {
        x = L::select(candidates.wins[s], candidates.x[s], x);
        y = L::select(candidates.wins[s], candidates.y[s], y);
        deviation = L::select(candidates.wins[s], candidates.deviation[s], deviation);
        some = some | candidates.wins[s];
      }
      if (L::none(some)) break;
      auto taken = L::first_n(0);
      for (int s = 0; s < rvo_batch; ++s) {
        const auto mine = candidates.wins[s] & !taken;
        taken = taken | mine;
        candidates.wins[s] = candidates.wins[s] & !mine;
      }
      const Float cost = rvo_cost<L, Capacity>(agent, x, y, deviation, in.time_step);
      const auto better = some & L::less(cost, agent.cost);
      agent.cost = L::select(better, cost, agent.cost);
      agent.best_x = L::select(better, x, agent.best_x);
      agent.best_y = L::select(better, y, agent.best_y);
    }
  }
}

/// Agents of a block that search at most, the rest having found their preferred velocity free.
inline constexpr int rvo_block = 256;

/// The velocities of least cost of the agents [begin, end), at most rvo_block of them. Those whose sample 0 costs nothing are done with it;
/// the others are packed, so that no lane idles through the samples. `list` has rvo_block + L::width elements.
template <class L, int Capacity>
PLETHOS_FUNCTION void rvo_agents(const RvoArguments& in, int begin, int end, std::int32_t* list) {
  RvoAgent<L, Capacity> agent;
  int count = 0;
  for (int i = begin; i < end; i += L::width) {
    const auto self = L::set_int(i) + L::iota();
    const auto state = L::gather(in.state, self);
    const auto inside = L::less(self, L::set_int(end));
    rvo_begin<L, Capacity>(in, self, L::equal(state, L::set_int(0)) & inside, agent);
    // Passive agents keep their velocity, arrived ones stand.
    const auto passive = L::equal(state, L::set_int(2));
    L::scatter(inside, L::select(agent.active, agent.best_x, L::select(passive, agent.vx, L::set(0.f))), in.candidate_x, self);
    L::scatter(inside, L::select(agent.active, agent.best_y, L::select(passive, agent.vy, L::set(0.f))), in.candidate_y, self);
    const auto searches = L::less(L::set(0.f), agent.cost);
    if (L::width > 1) {
      count += L::compress_store(searches, self, list + count);
    } else if (L::any(searches)) {
      rvo_search<L, Capacity>(in, agent);
      L::scatter(agent.best_x, in.candidate_x, self);
      L::scatter(agent.best_y, in.candidate_y, self);
    }
  }
  for (int k = 0; k < count; k += L::width) {
    const auto active = L::first_n(count - k);
    const auto self = L::select(active, L::load_unaligned(list + k), L::set_int(list[0]));
    rvo_begin<L, Capacity>(in, self, active, agent);
    rvo_search<L, Capacity>(in, agent);
    L::scatter(active, agent.best_x, in.candidate_x, self);
    L::scatter(active, agent.best_y, in.candidate_y, self);
  }
}

PLETHOS_KERNEL_END
#endif
