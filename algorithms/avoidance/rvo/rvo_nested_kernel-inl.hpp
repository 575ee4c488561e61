// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_RVO_NESTED_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_RVO_NESTED_KERNEL_INL
#undef PLETHOS_AVOIDANCE_RVO_NESTED_KERNEL_INL
#else
#define PLETHOS_AVOIDANCE_RVO_NESTED_KERNEL_INL
#endif

#include <cstdint>
#include <limits>

#include "algorithms/avoidance/crowd-inl.hpp"
#include "algorithms/avoidance/rvo/rvo_samples-inl.hpp"
#include "algorithms/avoidance/rvo/rvo_shared.hpp"
#include "core/lane/kernel_macros.hpp"
#include "core/lane/lane.hpp"
#include "core/lane/team-inl.hpp"

PLETHOS_KERNEL_BEGIN

using avoidance::RvoSharedNeighbors;
using avoidance::RvoSharedWalls;

/// m/s. No velocity costs more.
inline constexpr float rvo_no_cost = std::numeric_limits<float>::infinity();

/// A team's choice for its agent: the cost of the best velocity so far, in m/s, the member that tried it, and the velocity in m/s. These
/// are plain floats, because the whole team agrees.
struct RvoChoice {
  using value_type = RvoChoice;

  float cost;
  std::int32_t member;  // of the team, the one that tried it
  float x, y;

  /// Orders choices by cost, and equal ones by member.
  PLETHOS_FUNCTION static bool before(const RvoChoice& a, const RvoChoice& b) {
    return a.cost < b.cost || (a.cost == b.cost && a.member < b.member);
  }
  PLETHOS_FUNCTION static RvoChoice last() { return RvoChoice{rvo_no_cost, INT32_MAX, 0.f, 0.f}; }
};

/// Replaces the choice by the best velocity of the members from `first` on, if that comes before it.
template <class L>
PLETHOS_FUNCTION void rvo_choose(const RvoBest<L>& found, int first, RvoChoice& choice) {
  const MinWithIndex least = L::reduce_min_with_index(found.cost);
  float x[L::width];
  float y[L::width];
  L::store_unaligned(found.x, x);
  L::store_unaligned(found.y, y);
  const RvoChoice best{least.value, first + least.index, x[least.index], y[least.index]};
  if (RvoChoice::before(best, choice)) choice = best;
}

/// The neighbors and walls of an agent, read from shared memory. They are the same for every element of the lane.
template <class L>
struct RvoSharedTables {
  int neighbor_count;
  int wall_count;
  RvoSharedNeighbors<L::width>* neighbors;
  RvoSharedWalls<L::width>* walls;

  PLETHOS_FUNCTION RvoNeighbor<L> neighbor(int j) const {
    const RvoSharedNeighbors<L::width>& from = neighbors[j / L::width];
    const int k = j % L::width;
    RvoNeighbor<L> n;
    n.x = L::set(from.x[k]);
    n.y = L::set(from.y[k]);
    n.power = L::set(from.power[k]);
    n.strike_power = L::set(from.strike_power[k]);
    n.apex_x = L::set(from.apex_x[k]);
    n.apex_y = L::set(from.apex_y[k]);
    n.factor = L::set(from.factor[k]);
    n.share = L::set(from.share[k]);
    return n;
  }
  PLETHOS_FUNCTION RvoWall<L> wall(int j) const {
    const RvoSharedWalls<L::width>& from = walls[j / L::width];
    const int k = j % L::width;
    RvoWall<L> w;
    w.along = L::set(from.along[k]);
    w.height = L::set(from.height[k]);
    w.length = L::set(from.length[k]);
    w.direction_x = L::set(from.direction_x[k]);
    w.direction_y = L::set(from.direction_y[k]);
    w.side = L::set(from.side[k]);
    w.gap = L::set(from.gap[k]);
    w.power_0 = L::set(from.power_0[k]);
    w.power_1 = L::set(from.power_1[k]);
    w.strike_gap = L::set(from.strike_gap[k]);
    w.strike_0 = L::set(from.strike_0[k]);
    w.strike_1 = L::set(from.strike_1[k]);
    w.overlap = L::less(L::set(0.f), L::set(from.overlap[k]));
    return w;
  }

  /// Writes one entry for each element, from `first` on.
  PLETHOS_FUNCTION void put(int first, const RvoNeighbor<L>& n) const {
    RvoSharedNeighbors<L::width>& to = neighbors[first / L::width];
    L::store_unaligned(n.x, to.x);
    L::store_unaligned(n.y, to.y);
    L::store_unaligned(n.power, to.power);
    L::store_unaligned(n.strike_power, to.strike_power);
    L::store_unaligned(n.apex_x, to.apex_x);
    L::store_unaligned(n.apex_y, to.apex_y);
    L::store_unaligned(n.factor, to.factor);
    L::store_unaligned(n.share, to.share);
  }
  PLETHOS_FUNCTION void put(int first, const RvoWall<L>& w) const {
    RvoSharedWalls<L::width>& to = walls[first / L::width];
    L::store_unaligned(w.along, to.along);
    L::store_unaligned(w.height, to.height);
    L::store_unaligned(w.length, to.length);
    L::store_unaligned(w.direction_x, to.direction_x);
    L::store_unaligned(w.direction_y, to.direction_y);
    L::store_unaligned(w.side, to.side);
    L::store_unaligned(w.gap, to.gap);
    L::store_unaligned(w.power_0, to.power_0);
    L::store_unaligned(w.power_1, to.power_1);
    L::store_unaligned(w.strike_gap, to.strike_gap);
    L::store_unaligned(w.strike_0, to.strike_0);
    L::store_unaligned(w.strike_1, to.strike_1);
    L::store_unaligned(L::select(w.overlap, L::set(1.f), L::set(0.f)), to.overlap);
  }
};

/// Fills the tables of the team's agent, one entry for each member, and tests sample 0 against them. Returns sample 0.
template <class L, class Variant, class Team>
PLETHOS_FUNCTION RvoBest<L> rvo_begin(const RvoArguments& in, Variant variant, const Team& team, int i, const RvoAgent<L>& agent,
                                      const RvoSharedTables<L>& tables) {
  RvoBest<L> best = rvo_preferred<L>(agent);
  const float neighbor_urgency = team.greatest(tables.neighbor_count, [&](int first) PLETHOS_LAMBDA {
    const auto index = listed<L>(in, in.neighbor, i, first, tables.neighbor_count);
    const RvoNeighbor<L> n = rvo_neighbor<L>(in, agent, L::first_n(tables.neighbor_count - first), index);
    tables.put(first, n);
    return rvo_neighbor_urgency<L>(n, best.x, best.y, in.time_step);
  });
  float urgency = neighbor_urgency;
  if (tables.wall_count > 0) {
    const float wall_urgency = team.greatest(tables.wall_count, [&](int first) PLETHOS_LAMBDA {
      const auto index = listed<L>(in, in.wall, i, first, tables.wall_count);
      const RvoWall<L> w = rvo_wall<L>(in, agent, L::first_n(tables.wall_count - first), index);
      tables.put(first, w);
      return rvo_wall_urgency<L>(w, best.x, best.y, variant);
    });
    urgency = wall_urgency > urgency ? wall_urgency : urgency;
  }
  team.sync();
  best.cost = L::mul_add(agent.aggression, L::set(urgency), best.cost);
  return best;
}

/// Computes the velocity of least cost of agent i. In a round each member tries a Philox block of samples, in the order of members and
/// blocks. Then they agree on the best, and the next round's samples have to beat it. So the winner has the least cost, and of equal ones
/// it is the first, as if one thread had tried all. `neighbors` and `walls` are shared memory for the agent's lists, rounded up to whole
/// lanes.
template <class L, class Variant, class Team>
PLETHOS_FUNCTION void rvo_agent_by_team(const RvoArguments& in, Variant variant, const Team& team, int i,
                                        RvoSharedNeighbors<L::width>* neighbors, RvoSharedWalls<L::width>* walls) {
  if (in.state[i] != active_state) {
    // Passive agents keep their velocity, arrived ones stand.
    const bool passive = in.state[i] == passive_state;
    if (team.rank() == 0) {
      in.candidate_x[i] = passive ? in.velocity_x[i] : 0.f;
      in.candidate_y[i] = passive ? in.velocity_y[i] : 0.f;
    }
    return;
  }
  const RvoSharedTables<L> tables{in.neighbor_count[i], in.wall_count[i], neighbors, walls};
  const RvoAgent<L> agent = rvo_agent<L>(in, RvoAll<L>{i});
  RvoBest<L> best = rvo_begin<L>(in, variant, team, i, agent, tables);
  const RvoDisc<L> disc = rvo_disc<L>(agent);
  const PhiloxKey<L> key = random_key<L>(in.random, agent.id);
  const auto id = id_in_world<L>(in.random, agent.id);
  if constexpr (Variant::steady) rvo_try_present<L>(agent, tables, variant, best);
  for (int round = 0; round < in.samples; round += rvo_batch * team.size) {
    if (L::none(L::less(L::set(0.f), best.cost))) break;  // nothing beats a cost of zero
    const RvoChoice choice = team.template least<RvoChoice>(team.size, [&](int first, RvoChoice& chosen) PLETHOS_LAMBDA {
      const auto block = L::iota() + L::set_int(round / rvo_batch + first);
      const PhiloxWords<L> random = philox<L>(key, id, L::set_uint(0), *in.step, L::bit_cast_uint(block));
      RvoCandidates<L> candidates;
      for (int s = 0; s < rvo_batch; ++s) {
        const auto sample = block * L::set_int(rvo_batch) + L::set_int(s);
        candidates.wins[s] = L::less(L::set_int(0), sample) & L::less(sample, L::set_int(in.samples));
      }
      RvoBest<L> mine = best;
      rvo_try<L>(agent, disc, tables, random, variant, candidates, mine);
      rvo_choose<L>(mine, first, chosen);
    });
    best = RvoBest<L>{L::set(choice.x), L::set(choice.y), L::set(choice.cost)};
  }
  if (team.rank() != 0) return;
  float x[L::width];
  float y[L::width];
  L::store_unaligned(best.x, x);
  L::store_unaligned(best.y, y);
  in.candidate_x[i] = x[0];
  in.candidate_y[i] = y[0];
}

/// Does the same with the elements of one lane as the team, and with its tables on the stack.
template <class L, class Variant>
PLETHOS_FUNCTION void rvo_agent_by_lane(const RvoArguments& in, Variant variant, int i) {
  constexpr int most = maximum_neighbors / L::width;
  RvoSharedNeighbors<L::width> neighbors[most];
  RvoSharedWalls<L::width> walls[most];
  rvo_agent_by_team<L>(in, variant, Vector<L>{}, i, neighbors, walls);
}

PLETHOS_KERNEL_END
#endif
