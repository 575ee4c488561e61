// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_RVO_SAMPLES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_RVO_SAMPLES_INL
#undef PLETHOS_AVOIDANCE_RVO_SAMPLES_INL
#else
#define PLETHOS_AVOIDANCE_RVO_SAMPLES_INL
#endif

#include "algorithms/avoidance/rvo/rvo_obstacles-inl.hpp"
#include "core/lane/kernel_macros.hpp"
#include "core/lane/random_key-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// A kernel tries this many random samples together: the words of one Philox block.
inline constexpr int rvo_batch = 4;

/// Gives a random point of the unit disc from 32 random bits, evenly distributed over its area. It is the concentric map of Shirley and
/// Chiu (1997), with sine and cosine of at most pi / 4 as polynomials, accurate to 3e-8.
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

/// Returns the cost of a velocity (section 3.3): its distance to the preferred one plus aggression over the time to the first collision.
template <class L, class Tables, class Variant>
PLETHOS_FUNCTION typename L::Float rvo_cost(const RvoAgent<L>& agent, const Tables& tables, typename L::Float vx, typename L::Float vy,
                                            typename L::Float deviation, Variant variant) {
  typename L::Float urgency = L::set(0.f);
  for (int j = 0; j < tables.neighbor_count; ++j)
    urgency = L::max(rvo_neighbor_urgency<L>(tables.neighbor(j), vx, vy, variant.time_step), urgency);
  for (int j = 0; j < tables.wall_count; ++j) urgency = L::max(rvo_wall_urgency<L>(tables.wall(j), vx, vy, variant), urgency);
  return L::mul_add(agent.aggression, urgency, deviation);
}

/// The velocity of least cost so far.
template <class L>
struct RvoBest {
  typename L::Float x, y;  // m/s
  typename L::Float cost;  // m/s
};

/// Returns sample 0 with its deviation in place of its cost. It is the preferred velocity, or the admissible one next to it.
template <class L>
PLETHOS_FUNCTION RvoBest<L> rvo_preferred(const RvoAgent<L>& agent) {
  using Float = typename L::Float;
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
  RvoBest<L> best;
  best.x = slow * x;
  best.y = slow * y;
  dx = best.x - agent.preferred_x;
  dy = best.y - agent.preferred_y;
  best.cost = L::sqrt(L::mul_add(dx, dx, dy * dy));
  return best;
}

/// Tries the present velocity, if it is admissible. On a tie the present best stays.
template <class L, class Tables, class Variant>
PLETHOS_FUNCTION void rvo_try_present(const RvoAgent<L>& agent, const Tables& tables, Variant variant, RvoBest<L>& best) {
  using Float = typename L::Float;
  const Float off_x = agent.vx - agent.preferred_x;
  const Float off_y = agent.vy - agent.preferred_y;
  const Float deviation = L::sqrt(L::mul_add(off_x, off_x, off_y * off_y));
  const Float cost = rvo_cost<L>(agent, tables, agent.vx, agent.vy, deviation, variant);
  const auto admissible = L::less_equal(L::mul_add(agent.vx, agent.vx, agent.vy * agent.vy), agent.maximum_speed * agent.maximum_speed);
  const auto better = admissible & L::less(cost, best.cost);
  best.cost = L::select(better, cost, best.cost);
  best.x = L::select(better, agent.vx, best.x);
  best.y = L::select(better, agent.vy, best.y);
}

/// Random samples fall into the smaller of two discs whose intersection is admissible. Samples outside the other disc do not count.
template <class L>
struct RvoDisc {
  typename L::Float x, y, radius;      // m/s
  typename L::Float other_x, other_y;  // m/s
  typename L::Float other_squared;     // m^2/s^2
  typename L::Float patience;          // 1/m: turns the rest of a cost into a limit of urgency
};

template <class L>
PLETHOS_FUNCTION RvoDisc<L> rvo_disc(const RvoAgent<L>& agent) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const auto around_velocity = L::less(agent.reach, agent.maximum_speed);
  const Float other_radius = L::select(around_velocity, agent.maximum_speed, agent.reach);
  RvoDisc<L> disc;
  disc.x = L::select(around_velocity, agent.vx, zero);
  disc.y = L::select(around_velocity, agent.vy, zero);
  disc.radius = L::select(around_velocity, agent.reach, agent.maximum_speed);
  disc.other_x = L::select(around_velocity, zero, agent.vx);
  disc.other_y = L::select(around_velocity, zero, agent.vy);
  disc.other_squared = other_radius * other_radius;
  disc.patience = L::set(1.0001f) / L::max(agent.aggression, L::set(1e-30f));
  return disc;
}

/// Velocities that the kernel tries together: a Philox block of them for every element of the lane.
template <class L>
struct RvoCandidates {
  typename L::Float x[rvo_batch], y[rvo_batch];  // m/s
  typename L::Float deviation[rvo_batch];        // m/s, from the preferred velocity
  typename L::Float limit[rvo_batch];            // 1/s: the sample loses with a higher urgency
  typename L::Mask wins[rvo_batch];              // the sample may still win; before it is drawn: it exists
};

/// Strikes the candidates that meet a neighbor or a wall too soon to win.
template <class L, class Tables, class Variant>
PLETHOS_FUNCTION void rvo_strike(const Tables& tables, Variant, RvoCandidates<L>& candidates) {
  auto alive = candidates.wins[0];
  for (int s = 1; s < rvo_batch; ++s) alive = alive | candidates.wins[s];
  for (int j = 0; j < tables.neighbor_count && L::any(alive); ++j) {
    const RvoNeighbor<L>& n = tables.neighbor(j);
    alive = L::first_n(0);
    for (int s = 0; s < rvo_batch; ++s) {
      const RvoRay<L> ray = rvo_ray<L>(n.x, n.y, n.power, candidates.x[s] - n.apex_x, candidates.y[s] - n.apex_y);
      candidates.wins[s] = candidates.wins[s] & !rvo_enters_soon<L>(ray, n.strike_power, candidates.limit[s]);
      alive = alive | candidates.wins[s];
    }
  }
  for (int j = 0; j < tables.wall_count && L::any(alive); ++j) {
    const RvoWall<L>& wall = tables.wall(j);
    alive = L::first_n(0);
    for (int s = 0; s < rvo_batch; ++s) {
      auto limit = candidates.limit[s];
      if constexpr (Variant::steady) limit = limit + L::set(Variant::spared);
      const auto hits = rvo_hits_wall_soon<L>(wall, candidates.x[s], candidates.y[s], limit);
      candidates.wins[s] = candidates.wins[s] & !hits;
      alive = alive | candidates.wins[s];
    }
  }
}

/// Tries the samples of the random words, in their order, and leaves the best in `best`.
///
/// Every sample's cost decides, as in the paper. A sample is struck as soon as it must lose: its deviation alone costs more than the best
/// so far, or it meets something with an urgency that is too high. The limit of that urgency is 1e-4 too large, far more than rounding, so
/// that striking never changes the winner. An equal cost does not replace the best, which comes from an earlier sample.
template <class L, class Tables, class Variant>
PLETHOS_FUNCTION void rvo_try(const RvoAgent<L>& agent, const RvoDisc<L>& disc, const Tables& tables, const PhiloxWords<L>& random,
                              Variant variant, RvoCandidates<L>& candidates, RvoBest<L>& best) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  for (int s = 0; s < rvo_batch; ++s) {
    Float x;
    Float y;
    rvo_unit_disc<L>(random.word[s], x, y);
    x = L::mul_add(disc.radius, x, disc.x);
    y = L::mul_add(disc.radius, y, disc.y);
    const Float from_x = x - disc.other_x;
    const Float from_y = y - disc.other_y;
    const Float off_x = x - agent.preferred_x;
    const Float off_y = y - agent.preferred_y;
    const Float deviation = L::sqrt(L::mul_add(off_x, off_x, off_y * off_y));
    candidates.x[s] = x;
    candidates.y[s] = y;
    candidates.deviation[s] = deviation;
    candidates.limit[s] = (best.cost - deviation) * disc.patience;
    candidates.wins[s] =
        candidates.wins[s] & L::less(deviation, best.cost) & L::less(L::mul_add(from_x, from_x, from_y * from_y), disc.other_squared);
  }
  rvo_strike<L>(tables, variant, candidates);

  // The remaining samples need their costs. Every element of the lane takes the first of its own, so that one pass mostly serves them all.
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
    const Float cost = rvo_cost<L>(agent, tables, x, y, deviation, variant);
    const auto better = some & L::less(cost, best.cost);
    best.cost = L::select(better, cost, best.cost);
    best.x = L::select(better, x, best.x);
    best.y = L::select(better, y, best.y);
  }
}

PLETHOS_KERNEL_END
#endif
