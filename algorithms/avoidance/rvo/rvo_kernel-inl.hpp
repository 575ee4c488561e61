// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_RVO_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_RVO_KERNEL_INL
#undef PLETHOS_AVOIDANCE_RVO_KERNEL_INL
#else
#define PLETHOS_AVOIDANCE_RVO_KERNEL_INL
#endif

#include "algorithms/avoidance/rvo/rvo_samples-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// The neighbors and walls of the agents of a lane. An agent may have fewer than others in its lane; nothing meets its other entries.
template <class L, int Capacity>
struct RvoTables {
  int neighbor_count;  // the largest number of an agent in the lane
  int wall_count;
  RvoNeighbor<L> neighbors[Capacity];
  RvoWall<L> walls[Capacity];

  PLETHOS_FUNCTION const RvoNeighbor<L>& neighbor(int j) const { return neighbors[j]; }
  PLETHOS_FUNCTION const RvoWall<L>& wall(int j) const { return walls[j]; }
};

/// Fills the tables of the lane's agents and returns sample 0. Agents that are not active meet nothing and have a cost of 0.
template <class L, int Capacity, class Variant>
PLETHOS_FUNCTION RvoBest<L> rvo_begin(const RvoArguments& in, Variant variant, const RvoAgent<L>& agent, typename L::Int self,
                                      typename L::Mask active, RvoTables<L, Capacity>& tables) {
  const auto zero = L::set_int(0);
  const auto neighbors = L::select(active, L::gather(in.neighbor_count, self), zero);
  int j = 0;
  for (; L::any(L::less(L::set_int(j), neighbors)); ++j) {
    const auto present = L::less(L::set_int(j), neighbors);
    const auto index = L::gather(present, in.neighbor + static_cast<std::int64_t>(j) * in.stride, self);
    tables.neighbors[j] = rvo_neighbor<L>(in, agent, present, index);
  }
  tables.neighbor_count = j;
  const auto walls = L::select(active, L::gather(in.wall_count, self), zero);
  for (j = 0; L::any(L::less(L::set_int(j), walls)); ++j) {
    const auto present = L::less(L::set_int(j), walls);
    const auto index = L::gather(present, in.wall + static_cast<std::int64_t>(j) * in.stride, self);
    tables.walls[j] = rvo_wall<L>(in, agent, present, index);
  }
  tables.wall_count = j;

  RvoBest<L> best = rvo_preferred<L>(agent);
  best.cost = L::select(active, rvo_cost<L>(agent, tables, best.x, best.y, best.cost, variant), L::set(0.f));
  return best;
}

/// Tries the random samples, one Philox block after the other, the same for every agent of the lane.
template <class L, int Capacity, class Variant>
PLETHOS_FUNCTION void rvo_search(const RvoArguments& in, Variant variant, const RvoAgent<L>& agent, const RvoTables<L, Capacity>& tables,
                                 RvoBest<L>& best) {
  const RvoDisc<L> disc = rvo_disc<L>(agent);
  const PhiloxKey<L> key = random_key<L>(in.random, agent.id);
  const auto id = id_in_world<L>(in.random, agent.id);
  if constexpr (Variant::steady) rvo_try_present<L>(agent, tables, variant, best);
  for (int first = 0; first < in.samples; first += rvo_batch) {
    if (L::none(L::less(L::set(0.f), best.cost))) break;  // nothing beats a cost of zero
    const auto block = L::set_uint(static_cast<std::uint32_t>(first / rvo_batch));
    const PhiloxWords<L> random = philox<L>(key, id, L::set_uint(0), *in.step, block);
    RvoCandidates<L> candidates;
    for (int s = 0; s < rvo_batch; ++s) {
      const int sample = first + s;
      candidates.wins[s] = L::first_n(sample > 0 && sample < in.samples ? L::width : 0);
    }
    rvo_try<L>(agent, disc, tables, random, variant, candidates, best);
  }
}

/// At most this many agents of a block search.
inline constexpr int rvo_block = 256;

/// Computes the velocities of least cost of the agents [begin, end), at most rvo_block of them. An agent is done if its sample 0 costs
/// nothing. The other agents are packed, so that no lane idles through the samples. `list` has rvo_block + L::width elements.
template <class L, int Capacity, class Variant>
PLETHOS_FUNCTION void rvo_agents(const RvoArguments& in, Variant variant, int begin, int end, std::int32_t* list) {
  RvoTables<L, Capacity> tables;
  int count = 0;
  for (int i = begin; i < end; i += L::width) {
    const auto self = L::set_int(i) + L::iota();
    const auto state = L::gather(in.state, self);
    const auto inside = L::less(self, L::set_int(end));
    const auto active = L::equal(state, L::set_int(active_state)) & inside;
    const RvoAgent<L> agent = rvo_agent<L>(in, RvoEach<L>{self});
    RvoBest<L> best = rvo_begin<L>(in, variant, agent, self, active, tables);
    // Passive agents keep their velocity, arrived ones stand.
    const auto passive = L::equal(state, L::set_int(passive_state));
    L::scatter(inside, L::select(active, best.x, L::select(passive, agent.vx, L::set(0.f))), in.candidate_x, self);
    L::scatter(inside, L::select(active, best.y, L::select(passive, agent.vy, L::set(0.f))), in.candidate_y, self);
    const auto searches = L::less(L::set(0.f), best.cost);
    if (L::width > 1) {
      count += L::compress_store(searches, self, list + count);
    } else if (L::any(searches)) {
      rvo_search<L>(in, variant, agent, tables, best);
      L::scatter(best.x, in.candidate_x, self);
      L::scatter(best.y, in.candidate_y, self);
    }
  }
  for (int k = 0; k < count; k += L::width) {
    const auto active = L::first_n(count - k);
    const auto self = L::select(active, L::load_unaligned(list + k), L::set_int(list[0]));
    const RvoAgent<L> agent = rvo_agent<L>(in, RvoEach<L>{self});
    RvoBest<L> best = rvo_begin<L>(in, variant, agent, self, active, tables);
    rvo_search<L>(in, variant, agent, tables, best);
    L::scatter(active, best.x, in.candidate_x, self);
    L::scatter(active, best.y, in.candidate_y, self);
  }
}

PLETHOS_KERNEL_END
#endif
