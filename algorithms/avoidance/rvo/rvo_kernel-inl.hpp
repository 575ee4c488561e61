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

/// Stands for "never" where a finite number is needed, in seconds.
inline constexpr float rvo_never = 1e18f;
/// Random samples that are tried together: the words of one Philox block.
inline constexpr int rvo_batch = 4;

/// A neighbor as the samples see it: in the frame of the agent, its velocity obstacle moved to the apex (1 - a) v_A + a v_B.
template <class L>
struct RvoNeighbor {
  typename L::Float x, y;            // m, from the agent to the neighbor
  typename L::Float power;           // m^2: squared distance minus squared sum of radii; negative in an overlap
  typename L::Float apex_x, apex_y;  // m/s
  typename L::Float scale;           // 1 / a: how much a change of this velocity changes the relative one
};

/// A wall in its own frame: the segment from (0, 0) to (length, 0), the agent above it at (along, height).
template <class L>
struct RvoWall {
  typename L::Float along, height, length;  // m
  typename L::Float direction_x, direction_y;
  typename L::Float side;  // 1 if the agent is left of the segment, else -1
};

/// The ray from an agent against a disc: both are needed to learn whether and when it enters.
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

/// Whether it enters before `time`, without a square root or a division. `time_squared` is time * time.
template <class L>
PLETHOS_FUNCTION typename L::Mask rvo_enters_before(const RvoRay<L>& ray, typename L::Float power, typename L::Float time,
                                                    typename L::Float time_squared) {
  // Entry is at power / (approach + sqrt(discriminant)).
  const typename L::Float rest = L::neg_mul_add(time, ray.approach, power);
  return rvo_enters<L>(ray) & (L::less(rest, L::set(0.f)) | L::less(rest * rest, time_squared * ray.discriminant));
}

/// When it enters; meaningful where rvo_enters.
template <class L>
PLETHOS_FUNCTION typename L::Float rvo_entry_time(const RvoRay<L>& ray, typename L::Float power) {
  return power / (ray.approach + L::sqrt(L::max(ray.discriminant, L::set(0.f))));
}

/// When a ray that starts inside the disc leaves it.
template <class L>
PLETHOS_FUNCTION typename L::Float rvo_exit_time(const RvoRay<L>& ray) {
  const typename L::Float leaves = ray.approach + L::sqrt(L::max(ray.discriminant, L::set(0.f)));
  return L::select(L::less(L::set(1e-12f), ray.speed), leaves / L::max(ray.speed, L::set(1e-12f)), L::set(rvo_never));
}

/// The time to collision that stands for an overlap from which the agent parts after `exit` seconds: never more than a step, and the
/// larger the sooner they part, so that among colliding velocities the one that parts soonest costs least.
template <class L>
PLETHOS_FUNCTION typename L::Float rvo_overlap_time(typename L::Float exit, float time_step) {
  return L::set(time_step * time_step) / (L::set(time_step) + exit);
}

/// An agent and all that its samples are tested against.
template <class L, int Capacity>
struct RvoScene {
  typename L::Int neighbor_count;
  typename L::Int wall_count;
  RvoNeighbor<L> neighbors[Capacity];
  RvoWall<L> walls[Capacity];
  typename L::Float radius;
  typename L::Float radius_squared;
};

template <class L, int Capacity>
PLETHOS_FUNCTION void rvo_load_neighbors(const RvoArguments& in, int first, RvoScene<L, Capacity>& scene) {
  using Float = typename L::Float;
  const Float x = L::load(in.position_x + first);
  const Float y = L::load(in.position_y + first);
  const Float vx = L::load(in.velocity_x + first);
  const Float vy = L::load(in.velocity_y + first);
  const Float own = L::load(in.reciprocity + first);
  for (int j = 0; L::any(L::less(L::set_int(j), scene.neighbor_count)); ++j) {
    const auto present = L::less(L::set_int(j), scene.neighbor_count);
    const auto index = L::load(in.neighbor + static_cast<std::int64_t>(j) * in.stride + first);
    const Float others = L::gather(present, in.reciprocity, index);
    const Float sum = own + others;
    // An agent that never yields ignores its neighbors; so do two that do not.
    const Float share = L::select(L::less(L::set(0.f), own), own / L::select(L::less(L::set(0.f), sum), sum, L::set(1.f)), L::set(0.f));
    const auto yields = L::less(L::set(0.f), share) & present;
    RvoNeighbor<L>& n = scene.neighbors[j];
    n.x = L::gather(present, in.position_x, index) - x;
    n.y = L::gather(present, in.position_y, index) - y;
    const Float sum_of_radii = scene.radius + L::gather(present, in.radius, index);
    const Float distance_squared = L::mul_add(n.x, n.x, n.y * n.y);
    n.power = L::select(yields, L::neg_mul_add(sum_of_radii, sum_of_radii, distance_squared), L::set(1.f));
    n.x = L::select(yields, n.x, L::set(0.f));
    n.y = L::select(yields, n.y, L::set(0.f));
    n.apex_x = L::mul_add(L::set(1.f) - share, vx, share * L::gather(present, in.velocity_x, index));
    n.apex_y = L::mul_add(L::set(1.f) - share, vy, share * L::gather(present, in.velocity_y, index));
    n.scale = L::set(1.f) / L::select(yields, share, L::set(1.f));
  }
}

template <class L, int Capacity>
PLETHOS_FUNCTION void rvo_load_walls(const RvoArguments& in, int first, RvoScene<L, Capacity>& scene) {
  using Float = typename L::Float;
  const Float x = L::load(in.position_x + first);
  const Float y = L::load(in.position_y + first);
  for (int j = 0; L::any(L::less(L::set_int(j), scene.wall_count)); ++j) {
    const auto present = L::less(L::set_int(j), scene.wall_count);
    const auto index = L::load(in.wall + static_cast<std::int64_t>(j) * in.stride + first);
    RvoWall<L>& w = scene.walls[j];
    w.direction_x = L::gather(present, in.segment_direction_x, index);
    w.direction_y = L::gather(present, in.segment_direction_y, index);
    w.length = L::gather(present, in.segment_length, index);
    const Float from_x = x - L::gather(present, in.segment_x, index);
    const Float from_y = y - L::gather(present, in.segment_y, index);
    const Float height = L::mul_sub(w.direction_x, from_y, w.direction_y * from_x);
    w.side = L::select(L::less(height, L::set(0.f)), L::set(-1.f), L::set(1.f));
    // A wall that is not there lies so far above that nothing reaches it.
    w.height = L::select(present, L::abs(height), L::set(rvo_never));
    w.along = L::mul_add(w.direction_x, from_x, w.direction_y * from_y);
  }
}

/// Time to the collision with one neighbor at the velocity (vx, vy), or what stands for it in an overlap.
template <class L>
PLETHOS_FUNCTION typename L::Float rvo_neighbor_time(const RvoNeighbor<L>& n, typename L::Float vx, typename L::Float vy, float time_step) {
  using Float = typename L::Float;
  const RvoRay<L> ray = rvo_ray<L>(n.x, n.y, n.power, vx - n.apex_x, vy - n.apex_y);
  const auto overlap = L::less(n.power, L::set(0.f));
  // Times along the unscaled ray are 1 / a times too long.
  Float time = L::select(rvo_enters<L>(ray), rvo_entry_time<L>(ray, n.power) / n.scale, L::set(rvo_never));
  if (L::any(overlap)) time = L::select(overlap, rvo_overlap_time<L>(rvo_exit_time<L>(ray) / n.scale, time_step), time);
  return time;
}

/// Whether the side of the wall is hit between its ends, given the velocity in the wall's frame.
template <class L>
PLETHOS_FUNCTION typename L::Mask rvo_hits_side(const RvoWall<L>& w, typename L::Float gap, typename L::Float along, typename L::Float down) {
  const auto place = L::mul_add(w.along, down, gap * along);
  return L::less(L::set(0.f), gap) & L::less(L::set(0.f), down) & L::less_equal(L::set(0.f), place) & L::less_equal(place, w.length * down);
}

/// A velocity in the frame of a wall.
template <class L>
struct RvoWallVelocity {
  typename L::Float along;  // m/s, towards the wall's second end
  typename L::Float down;   // m/s, towards the wall's line
};

template <class L>
PLETHOS_FUNCTION RvoWallVelocity<L> rvo_wall_velocity(const RvoWall<L>& w, typename L::Float vx, typename L::Float vy) {
  return {L::mul_add(w.direction_x, vx, w.direction_y * vy), w.side * L::mul_sub(w.direction_y, vx, w.direction_x * vy)};
}

/// Time to the collision with one wall (the Minkowski sum of the segment and the agent's disc), or what stands for it in an overlap.
template <class L>
PLETHOS_FUNCTION typename L::Float rvo_wall_time(const RvoWall<L>& w, typename L::Float radius, typename L::Float radius_squared,
                                                 typename L::Float vx, typename L::Float vy, float time_step) {
  using Float = typename L::Float;
  const RvoWallVelocity<L> v = rvo_wall_velocity<L>(w, vx, vy);
  const Float height_squared = w.height * w.height;
  const Float to_end = w.length - w.along;
  const Float power_0 = L::mul_add(w.along, w.along, height_squared) - radius_squared;
  const Float power_1 = L::mul_add(to_end, to_end, height_squared) - radius_squared;
  const RvoRay<L> ray_0 = rvo_ray<L>(-w.along, w.height, power_0, v.along, v.down);
  const RvoRay<L> ray_1 = rvo_ray<L>(to_end, w.height, power_1, v.along, v.down);
  const Float gap = w.height - radius;
  const Float time_0 = L::select(rvo_enters<L>(ray_0), rvo_entry_time<L>(ray_0, power_0), L::set(rvo_never));
  const Float time_1 = L::select(rvo_enters<L>(ray_1), rvo_entry_time<L>(ray_1, power_1), L::set(rvo_never));
  const Float side = gap / L::max(v.down, L::set(1e-12f));
  Float time = L::select(rvo_hits_side<L>(w, gap, v.along, v.down), side, L::min(time_0, time_1));

  const auto beside = L::less_equal(L::set(0.f), w.along) & L::less_equal(L::set(0.f), to_end);
  const auto overlap = (beside & L::less(gap, L::set(0.f))) | L::less(power_0, L::set(0.f)) | L::less(power_1, L::set(0.f));
  if (L::any(overlap)) {
    const Float leaves_side = L::select(L::less(v.down, L::set(-1e-12f)), gap / L::min(v.down, L::set(-1e-12f)), L::set(rvo_never));
    const Float leaves_end = L::select(L::less(w.along, L::set(0.f)), rvo_exit_time<L>(ray_0), rvo_exit_time<L>(ray_1));
    time = L::select(overlap, rvo_overlap_time<L>(L::select(beside, leaves_side, leaves_end), time_step), time);
  }
  return time;
}

/// Cost of a velocity (section 3.3): distance to the preferred one plus aggression over the time to the first collision.
template <class L, int Capacity>
PLETHOS_FUNCTION typename L::Float rvo_cost(const RvoScene<L, Capacity>& scene, typename L::Float vx, typename L::Float vy,
                                            typename L::Float deviation, typename L::Float aggression, float time_step) {
  typename L::Float time = L::set(rvo_never);
  for (int j = 0; L::any(L::less(L::set_int(j), scene.neighbor_count)); ++j) {
    const auto t = rvo_neighbor_time<L>(scene.neighbors[j], vx, vy, time_step);
    time = L::select(L::less(L::set_int(j), scene.neighbor_count), L::min(t, time), time);
  }
  for (int j = 0; L::any(L::less(L::set_int(j), scene.wall_count)); ++j) {
    const auto t = rvo_wall_time<L>(scene.walls[j], scene.radius, scene.radius_squared, vx, vy, time_step);
    time = L::select(L::less(L::set_int(j), scene.wall_count), L::min(t, time), time);
  }
  const auto penalty = aggression / L::max(time, L::set(1e-9f));
  return deviation + L::select(L::less(time, L::set(rvo_never)), penalty, L::set(0.f));
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

/// The candidate velocity of least cost for the agents [first, first + L::width), where `active`.
///
/// Every sample's cost decides, as in the paper; a sample is skipped as soon as it is known to lose: if its deviation alone costs more than
/// the best so far, or if a collision comes before the time at which it would still win. That time is taken 1e-4 too short, far
/// beyond rounding, so that skipping never changes the winner.
template <class L, int Capacity>
PLETHOS_FUNCTION void rvo_agents(const RvoArguments& in, int first, typename L::Mask active) {
  using Float = typename L::Float;
  using Mask = typename L::Mask;
  const Float zero = L::set(0.f);
  const Float vx = L::load(in.velocity_x + first);
  const Float vy = L::load(in.velocity_y + first);
  const Float preferred_x = L::load(in.preferred_x + first);
  const Float preferred_y = L::load(in.preferred_y + first);
  const Float maximum_speed = L::load(in.maximum_speed + first);
  const Float reach = L::load(in.maximum_acceleration + first) * L::set(in.time_step);
  const Float aggression = L::load(in.aggression + first);
  const auto id_low = L::load(in.id_low + first);
  const auto id_high = L::load(in.id_high + first);

  RvoScene<L, Capacity> scene;
  scene.radius = L::load(in.radius + first);
  scene.radius_squared = scene.radius * scene.radius;
  scene.neighbor_count = L::select(active, L::load(in.neighbor_count + first), L::set_int(0));
  scene.wall_count = L::select(active, L::load(in.wall_count + first), L::set_int(0));
  rvo_load_neighbors<L, Capacity>(in, first, scene);
  rvo_load_walls<L, Capacity>(in, first, scene);

  // Sample 0: the preferred velocity, or the admissible one next to it.
  Float dx = preferred_x - vx;
  Float dy = preferred_y - vy;
  const Float change = L::sqrt(L::mul_add(dx, dx, dy * dy));
  const Float shrink = L::select(L::less(reach, change), reach / L::max(change, L::set(1e-12f)), L::set(1.f));
  Float best_x = L::mul_add(shrink, dx, vx);
  Float best_y = L::mul_add(shrink, dy, vy);
  const Float speed = L::sqrt(L::mul_add(best_x, best_x, best_y * best_y));
  const Float slow = L::select(L::less(maximum_speed, speed), maximum_speed / L::max(speed, L::set(1e-12f)), L::set(1.f));
  best_x = slow * best_x;
  best_y = slow * best_y;
  dx = best_x - preferred_x;
  dy = best_y - preferred_y;
  Float best = rvo_cost<L, Capacity>(scene, best_x, best_y, L::sqrt(L::mul_add(dx, dx, dy * dy)), aggression, in.time_step);
  best = L::select(active, best, zero);

  // The others: from the smaller of the two discs whose intersection is admissible; what falls outside the other does not count.
  const auto around_velocity = L::less(reach, maximum_speed);
  const Float center_x = L::select(around_velocity, vx, zero);
  const Float center_y = L::select(around_velocity, vy, zero);
  const Float size = L::select(around_velocity, reach, maximum_speed);
  const Float other_x = L::select(around_velocity, zero, vx);
  const Float other_y = L::select(around_velocity, zero, vy);
  const Float other_size = L::select(around_velocity, maximum_speed, reach);
  const Float other_squared = other_size * other_size;

  for (int block = 0; block * rvo_batch < in.samples; ++block) {
    if (L::none(L::less(zero, best))) break;  // nothing beats a cost of zero
    const PhiloxWords<L> random = philox<L>(in.seed, id_low, id_high, in.step, static_cast<std::uint32_t>(block));
    Float sample_x[rvo_batch];
    Float sample_y[rvo_batch];
    Float deviation[rvo_batch];
    Float limit[rvo_batch];  // s: a collision before this time loses
    Mask wins[rvo_batch];
    Mask alive = L::first_n(0);
    for (int s = 0; s < rvo_batch; ++s) {
      Float x;
      Float y;
      rvo_unit_disc<L>(random.word[s], x, y);
      sample_x[s] = L::mul_add(size, x, center_x);
      sample_y[s] = L::mul_add(size, y, center_y);
      const Float from_x = sample_x[s] - other_x;
      const Float from_y = sample_y[s] - other_y;
      const Float off_x = sample_x[s] - preferred_x;
      const Float off_y = sample_y[s] - preferred_y;
      deviation[s] = L::sqrt(L::mul_add(off_x, off_x, off_y * off_y));
      const int sample = block * rvo_batch + s;
      wins[s] = L::less(deviation[s], best) & L::less(L::mul_add(from_x, from_x, from_y * from_y), other_squared);
      if (sample == 0 || sample >= in.samples) wins[s] = L::first_n(0);
      limit[s] = L::set(0.9999f) * (aggression / (best - deviation[s]));
      alive = alive | wins[s];
    }
    for (int j = 0; L::any(alive & L::less(L::set_int(j), scene.neighbor_count)); ++j) {
      const RvoNeighbor<L>& n = scene.neighbors[j];
      const auto outside = L::less(zero, n.power) & L::less(L::set_int(j), scene.neighbor_count);
      alive = L::first_n(0);
      for (int s = 0; s < rvo_batch; ++s) {
        const RvoRay<L> ray = rvo_ray<L>(n.x, n.y, n.power, sample_x[s] - n.apex_x, sample_y[s] - n.apex_y);
        const Float time = limit[s] * n.scale;
        wins[s] = wins[s] & !(outside & rvo_enters_before<L>(ray, n.power, time, time * time));
        alive = alive | wins[s];
      }
    }
    for (int s = 0; s < rvo_batch; ++s) {
      if (L::none(wins[s])) continue;
      const Float cost = rvo_cost<L, Capacity>(scene, sample_x[s], sample_y[s], deviation[s], aggression, in.time_step);
      const auto better = wins[s] & L::less(cost, best);
      best = L::select(better, cost, best);
      best_x = L::select(better, sample_x[s], best_x);
      best_y = L::select(better, sample_y[s], best_y);
    }
  }
  // Passive agents keep their velocity, arrived ones stand.
  const auto passive = L::equal(L::load(in.state + first), L::set_int(2));
  L::store(L::select(active, best_x, L::select(passive, vx, zero)), in.candidate_x + first);
  L::store(L::select(active, best_y, L::select(passive, vy, zero)), in.candidate_y + first);
}

PLETHOS_KERNEL_END
#endif
