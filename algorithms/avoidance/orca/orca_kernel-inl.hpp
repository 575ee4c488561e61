// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_ORCA_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_ORCA_KERNEL_INL
#undef PLETHOS_AVOIDANCE_ORCA_KERNEL_INL
#else
#define PLETHOS_AVOIDANCE_ORCA_KERNEL_INL
#endif

#include "algorithms/avoidance/orca/orca_agents-inl.hpp"
#include "algorithms/avoidance/orca/orca_walls-inl.hpp"
#include "algorithms/avoidance/pack-inl.hpp"
#include "algorithms/avoidance/perturbation-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// Adds the half-planes of the lane's `active` agents to `lines`: first those of walls, then those of neighbors, each nearest first.
/// Returns the number of slots that walls fill.
template <class L, int Capacity>
PLETHOS_FUNCTION int orca_lines(const OrcaArguments& in, const LaneAgent<L>& agent, typename L::Int self, typename L::Mask active,
                                OrcaLines<L, Capacity>& lines) {
  const auto zero = L::set_int(0);
  const auto walls = L::gather(active, in.wall_count, self);
  for (int j = 0; L::any(L::less(L::set_int(j), walls)); ++j) {
    const auto present = L::less(L::set_int(j), walls);
    const auto index = L::gather(present, in.wall + static_cast<std::int64_t>(j) * in.stride, self);
    orca_add_wall<L>(in, agent, present, index, lines);
  }
  const int of_walls = lines.count;
  const auto yields = active & L::less(L::set(0.f), agent.reciprocity);
  const auto neighbors = L::select(yields, L::gather(active, in.neighbor_count, self), zero);
  for (int j = 0; L::any(L::less(L::set_int(j), neighbors)); ++j) {
    const auto present = L::less(L::set_int(j), neighbors);
    const auto index = L::gather(present, in.neighbor + static_cast<std::int64_t>(j) * in.stride, self);
    lines.add(orca_of_agent<L>(in, agent, present, index));
  }
  return of_walls;
}

/// An agent turns aside by at most this many times `perturbation`. With 3, the value of clearpath-guarded, rings of 8 to 50 agents took up
/// to four times as long.
inline constexpr float orca_most_turns = 1.f;

/// Collects the neighbors whose half-planes forbid the agents' preferred velocities. The half-planes of neighbors begin at slot `walls`.
template <class L, int Capacity>
PLETHOS_FUNCTION BlockedBy<L> orca_blocked(const OrcaArguments& in, const LaneAgent<L>& agent, typename L::Int self,
                                           const OrcaLines<L, Capacity>& lines, int walls) {
  BlockedBy<L> blocked = blocked_by_nobody<L>(in, self);
  for (int i = walls; i < lines.count; ++i) {
    const auto forbids = L::less(L::set(0.f), lines.violation(i, agent.preferred_x, agent.preferred_y));
    const auto index = L::gather(forbids, in.neighbor + static_cast<std::int64_t>(i - walls) * in.stride, self);
    blocked.add(in, forbids, index);
  }
  return blocked;
}

/// Chooses and writes the velocities of the lane's `active` agents. Agents are crowded if their half-planes leave no velocity. The fallback
/// runs for them only if there are at least `least_crowded` of them in the lane. Otherwise the function returns them, for a later call.
template <class L, int Capacity>
PLETHOS_FUNCTION typename L::Mask orca_choose(const OrcaArguments& in, typename L::Int self, typename L::Mask active, int least_crowded) {
  using Float = typename L::Float;
  LaneAgent<L> agent = lane_agent<L>(in, self);
  OrcaLines<L, Capacity> lines;
  const int walls = orca_lines<L>(in, agent, self, active, lines);
  if (some_held_up<L>(in, agent)) perturb<L>(in, orca_blocked<L>(in, agent, self, lines, walls), orca_most_turns, agent);
  Float vx;
  Float vy;
  const auto failed_on =
      orca_program_2<L, OrcaAim::nearest>(lines, agent.maximum_speed, agent.preferred_x, agent.preferred_y, active, vx, vy);
  auto crowded = active & L::less(failed_on, L::set_int(lines.count));
  if (L::any(crowded) && L::count_true(crowded) >= least_crowded) {
    orca_program_3<L>(lines, walls, failed_on, agent.maximum_speed, crowded, vx, vy);
    crowded = L::first_n(0);
  }
  L::scatter(active, vx, in.candidate_x, self);
  L::scatter(active, vy, in.candidate_y, self);
  return crowded;
}

/// Computes the velocities of the agents [begin, end), at most pack_block of them. Agents are packed by their number of obstacles. Crowded
/// agents are packed a second time, for the fallback. A lane of one element does not use `pack`.
template <class L, int Capacity>
PLETHOS_FUNCTION void orca_agents(const OrcaArguments& in, int begin, int end, Pack<L>* pack) {
  if constexpr (L::width == 1) {
    const auto active = L::equal(L::gather(in.state, begin), L::set_int(active_state));
    if (L::any(active)) {
      orca_choose<L, Capacity>(in, begin, active, 1);
    } else {
      keep_velocity<L>(in, begin, L::gather(in.state, begin), L::first_n(1));
    }
  } else {
    const int count = pack_active<L>(in, begin, end, *pack);
    int crowded = 0;
    for (int k = 0; k < count; k += L::width) {
      const auto active = L::first_n(count - k);
      const auto self = pack->agents(k, active);
      const auto left = orca_choose<L, Capacity>(in, self, active, L::width / 2);
      crowded += L::compress_store(left, self, pack->left + crowded);
    }
    for (int k = 0; k < crowded; k += L::width) {
      const auto active = L::first_n(crowded - k);
      const auto self = L::select(active, L::load_unaligned(pack->left + k), L::set_int(pack->left[0]));
      orca_choose<L, Capacity>(in, self, active, 1);
    }
  }
}

PLETHOS_KERNEL_END
#endif
