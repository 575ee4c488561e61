// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_PERTURBATION_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_PERTURBATION_INL
#undef PLETHOS_AVOIDANCE_PERTURBATION_INL
#else
#define PLETHOS_AVOIDANCE_PERTURBATION_INL
#endif

#include "algorithms/avoidance/crowd-inl.hpp"
#include "core/lane/kernel_macros.hpp"
#include "core/lane/philox-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// Progress towards the preferred velocity, as a part of it, below which an agent is held up, and below which it is stuck.
inline constexpr float held_up_below = 0.9f;
inline constexpr float stuck_below = 0.1f;

/// Of which neighbors some forbid the preferred velocity.
template <class L>
struct BlockedBy {
  typename L::Mask anybody, yielding;

  /// The neighbors with these indices forbid it, where `forbids` is set.
  PLETHOS_FUNCTION void add(const Arguments& in, typename L::Mask forbids, typename L::Int index) {
    anybody = anybody | forbids;
    yielding = yielding | (forbids & L::less(L::set(0.f), L::gather(forbids, in.reciprocity, index)));
  }
};

/// Agents whose preferred velocity others forbid may prefer another direction, a random one that each keeps for a second. Who is held up by
/// others that yield, too, turns to the right, all the same way, so that a crowd which presses into one place starts to swirl. Of those
/// that are stuck every other one goes anywhere, also back, which opens jams between walls. Who has only walls in its way slides along.
template <class L>
PLETHOS_FUNCTION void perturb(const Arguments& in, const BlockedBy<L>& blocked, LaneAgent<L>& agent) {
  using Float = typename L::Float;
  const Float squared = dot<L>(agent.preferred_x, agent.preferred_y, agent.preferred_x, agent.preferred_y);
  const Float progress = dot<L>(agent.vx, agent.vy, agent.preferred_x, agent.preferred_y);
  const auto turns = blocked.yielding & L::less(progress, L::set(held_up_below) * squared);
  const auto stuck = blocked.anybody & L::less(progress, L::set(stuck_below) * squared);
  if (L::none(turns | stuck)) return;
  // The same for many steps: numbers that change with each cancel out before a crowd that is stuck has moved.
  const std::uint32_t period = *in.step / static_cast<std::uint32_t>(in.perturbation_steps);
  const PhiloxWords<L> random = philox<L>(in.seed, agent.id_low, agent.id_high, period, L::set_uint(1));
  const Float half = L::set(0.5f * in.perturbation);
  const Float tangent = L::mul_add(half, symmetric_unit<L>(random.word[0]), half);
  Float x = L::mul_add(tangent, agent.preferred_y, agent.preferred_x);
  Float y = L::neg_mul_add(tangent, agent.preferred_x, agent.preferred_y);
  const auto anywhere = stuck & L::less(symmetric_unit<L>(random.word[1]), L::set(0.f));
  x = L::select(anywhere, symmetric_unit<L>(random.word[2]), x);
  y = L::select(anywhere, symmetric_unit<L>(random.word[3]), y);
  const Float scale = L::sqrt(squared) / L::max(L::sqrt(dot<L>(x, y, x, y)), L::set(1e-9f));
  agent.preferred_x = L::select(turns | anywhere, scale * x, agent.preferred_x);
  agent.preferred_y = L::select(turns | anywhere, scale * y, agent.preferred_y);
}

PLETHOS_KERNEL_END
#endif
