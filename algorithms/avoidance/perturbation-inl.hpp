// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_PERTURBATION_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_PERTURBATION_INL
#undef PLETHOS_AVOIDANCE_PERTURBATION_INL
#else
#define PLETHOS_AVOIDANCE_PERTURBATION_INL
#endif

#include "algorithms/avoidance/crowd-inl.hpp"
#include "core/lane/kernel_macros.hpp"
#include "core/lane/random_key-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// An agent turns aside if it has lacked more than this part of its wanted way (lacked_way.hpp). The tangent of the angle grows by
/// `perturbation` for each further fifth.
inline constexpr float turns_above = 0.2f;
/// An agent is stuck if it has lacked more than this part of its way.
inline constexpr float stuck_beside_walls = 0.3f;
inline constexpr float stuck_in_the_open = 0.9f;
/// The share of stuck agents that go anywhere: beside walls, behind agents that never yield, and among others.
inline constexpr float leave_beside_walls = 0.85f;
inline constexpr float leave_standing = 0.5f;
inline constexpr float leave_others = 0.0625f;
/// An agent turns aside only if it makes less than this part of its preferred velocity now. A stuck one goes anywhere only below the second
/// part.
inline constexpr float slowed_below = 0.9f;
inline constexpr float standing_below = 0.1f;
/// A random number may outweigh less sideways motion than this part of the squared preferred speed.
inline constexpr float undecided_below = 0.0625f;

/// The neighbors that forbid the preferred velocity, and sums over those that yield. A neighbor that forbids it twice counts twice.
template <class L>
struct BlockedBy {
  using Float = typename L::Float;
  typename L::Mask beside_walls;  // true if any wall is near, whether or not it forbids the velocity
  typename L::Mask anybody;
  Float yielding;  // their number
  Float lacked;    // the sum of the parts of their ways that they have lacked
  Float left;      // m^2/s^2, the sum of their motion to the left of their ways

  /// Adds the neighbors at `index`, where `forbids` is set.
  PLETHOS_FUNCTION void add(const NeighborArgumentsInStep& in, typename L::Mask forbids, typename L::Int index) {
    anybody = anybody | forbids;
    const auto yields = forbids & L::less(L::set(0.f), L::gather(forbids, in.reciprocity, index));
    yielding = yielding + L::select(yields, L::set(1.f), L::set(0.f));
    lacked = lacked + lacked_way<L>(in, yields, index);
    left = left + cross<L>(L::gather(yields, in.preferred_x, index), L::gather(yields, in.preferred_y, index),
                           L::gather(yields, in.velocity_x, index), L::gather(yields, in.velocity_y, index));
  }
};

template <class L>
PLETHOS_FUNCTION BlockedBy<L> blocked_by_nobody(const Arguments& in, typename L::Int self) {
  const auto beside_walls = L::less(L::set_int(0), L::gather(in.wall_count, self));
  return {beside_walls, L::first_n(0), L::set(0.f), L::set(0.f), L::set(0.f)};
}

/// Returns whether perturb() may change some of the lane's agents. If not, the caller need not find out what blocks them.
template <class L>
PLETHOS_FUNCTION bool some_held_up(const Arguments& in, const LaneAgent<L>& agent) {
  return in.perturbation > 0 && L::any(L::less(L::set(turns_above), agent.lacked));
}

/// Changes the preferred velocities of agents that have been held up. Such an agent turns aside in the open while others forbid its
/// preferred velocity that yield and have been held up too. The angle grows with the parts of their ways that both have lacked, up to
/// `most_turns` times in.perturbation. The agent turns to the side to which it and those others already move, each seen along its own way.
/// If they hardly move aside, chance decides for a second: the mean of a random number of the agent's own and one that all share. So a pair
/// agrees on a side, and a crowd that presses into one place begins to swirl, either way.
///
/// Some of the stuck agents go anywhere, also back. Beside walls most of them do, which opens jams. In the open few do, and only if their
/// neighbors have been held up as long.
template <class L>
PLETHOS_FUNCTION void perturb(const Arguments& in, const BlockedBy<L>& blocked, float most_turns, LaneAgent<L>& agent) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const Float squared = dot<L>(agent.preferred_x, agent.preferred_y, agent.preferred_x, agent.preferred_y);
  const Float progress = dot<L>(agent.vx, agent.vy, agent.preferred_x, agent.preferred_y);
  const Float together = L::min(agent.lacked, blocked.lacked / L::max(blocked.yielding, L::set(1.f)));
  const auto slowed = L::less(progress, L::set(slowed_below) * squared);
  const auto turns = L::less(L::set(turns_above), together) & slowed & !blocked.beside_walls;
  const auto behind_standing = !L::less(zero, blocked.yielding);
  const Float waited = L::select(blocked.beside_walls | behind_standing, agent.lacked, together);
  const Float enough = L::select(blocked.beside_walls, L::set(stuck_beside_walls), L::set(stuck_in_the_open));
  const auto stuck = blocked.anybody & L::less(enough, waited) & L::less(progress, L::set(standing_below) * squared);
  if (L::none(turns | stuck)) return;
  // The numbers stay for many steps. Numbers that change with each step cancel out before a stuck crowd has moved.
  const std::uint32_t period = *in.step / static_cast<std::uint32_t>(in.perturbation_steps);
  const PhiloxKey<L> key = random_key<L>(in.random, agent.id);
  const PhiloxWords<L> random = philox<L>(key, id_in_world<L>(in.random, agent.id), L::set_uint(0), period, L::set_uint(1));
  // No agent has this id. If agents used their own numbers alone, those of a standing jam would turn against each other. If they used the
  // common one alone, a ring would stay symmetric.
  const auto everybody = L::set_uint(0xffffffffu);
  const PhiloxWords<L> common = philox<L>(key, everybody, everybody, period, L::set_uint(1));
  const Float chance = L::set(0.5f) * (symmetric_unit<L>(common.word[0]) + symmetric_unit<L>(random.word[0]));
  const Float own = cross<L>(agent.preferred_x, agent.preferred_y, agent.vx, agent.vy);
  const Float side = L::mul_add(L::set(undecided_below) * squared, chance, own + blocked.left);
  const Float urge = L::min(L::set(1.f / turns_above) * (together - L::set(turns_above)), L::set(most_turns));
  const Float tangent = L::set(in.perturbation) * L::select(L::less(side, zero), -urge, urge);
  Float x = L::neg_mul_add(tangent, agent.preferred_y, agent.preferred_x);
  Float y = L::mul_add(tangent, agent.preferred_x, agent.preferred_y);
  Float share = L::select(behind_standing, L::set(leave_standing), L::set(leave_others));
  share = L::select(blocked.beside_walls, L::set(leave_beside_walls), share);
  const auto anywhere = stuck & L::less(symmetric_unit<L>(random.word[1]), share + share - L::set(1.f));
  x = L::select(anywhere, symmetric_unit<L>(random.word[2]), x);
  y = L::select(anywhere, symmetric_unit<L>(random.word[3]), y);
  const Float scale = L::sqrt(squared) / L::max(L::sqrt(dot<L>(x, y, x, y)), L::set(1e-9f));
  agent.preferred_x = L::select(turns | anywhere, scale * x, agent.preferred_x);
  agent.preferred_y = L::select(turns | anywhere, scale * y, agent.preferred_y);
}

PLETHOS_KERNEL_END
#endif
