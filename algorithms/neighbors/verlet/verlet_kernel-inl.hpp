// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_VERLET_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_VERLET_KERNEL_INL
#undef PLETHOS_NEIGHBORS_VERLET_KERNEL_INL
#else
#define PLETHOS_NEIGHBORS_VERLET_KERNEL_INL
#endif

#include "algorithms/neighbors/nearest_kernel-inl.hpp"
#include "algorithms/neighbors/verlet/verlet_arguments.hpp"

PLETHOS_KERNEL_BEGIN

using neighbors::VerletArguments;

/// m^2: where there is no candidate, and where one has left. A selection keeps what is nearer than verlet_reach, in m.
inline constexpr float verlet_far = 1e38f, verlet_gone = 1e35f, verlet_reach = 1e18f;
/// Distances that are rounded a few times are right to this part.
inline constexpr float verlet_rounding = 1e-5f;

/// Columns of candidates, each with an element for each agent of a lane, or for all agents.
struct CandidateColumns {
  std::int32_t* first;
  std::int64_t stride;
};

// `Selection` keeps the nearest candidates of the agents of a lane, nearest first. There are two, for the reasons of
// nearest_kernel-inl.hpp: SelectionOfAgent for one agent, and SelectionOfLane for the agents of a vector. Both have this interface:
//
//   Selection(in)                 without candidates
//   entries(capacity)             how many it keeps, for lists of `capacity` entries
//   offer(distance, own)          takes a candidate of each agent. If it is full, `own` becomes the candidate that it does not keep.
//   Returns
//                                 where that is another one
//   finish()                      comes after all offers
//   size(), squared(e), item(e)   how many it has, their squared distances in m^2, and their indices; squared(e + 1) of the last one is the
//                                 least of all that it does not keep
//   order_ties(i, end)            puts those at the same distance in order of ids in the lists of the agents [i, end), if offer() does not

/// Makes the lists of the agents [i, end) of a lane from candidates, which it writes to their places in memory: those of a list come first.
/// `now` says that candidates were collected where agents are now. Returns the agents for whose lists candidates do not suffice.
template <class L, class Selection>
PLETHOS_FUNCTION typename L::Mask select_nearest(const VerletArguments& in, std::int32_t i, std::int32_t end, CandidateColumns from,
                                                 bool now) {
  using Float = typename L::Float;
  using Int = typename L::Int;
  using Mask = typename L::Mask;
  const std::int64_t stride = in.agents.lists.stride;
  const std::int32_t capacity = in.agents.lists.capacity;
  std::int32_t* const to = in.agents.lists.index + i;
  const bool moves = from.first != to;
  const Float far = L::set(verlet_far), gone = L::set(verlet_gone), zero = L::set(0.f);
  const Mask inside = L::first_n(end - i);
  const Int self = L::set_int(i) + L::iota();
  const Float x = L::load_unaligned(in.agents.position_x + i), y = L::load_unaligned(in.agents.position_y + i);
  const Int held = L::bit_cast_int(L::bit_cast_uint(L::load_unaligned(in.candidates + i)) & L::set_uint(neighbors::collected_again - 1));
  const Int candidates = L::select(inside, held, L::set_int(0));

  Selection nearest(in.agents);
  alignas(64) std::int32_t places[L::width];
  for (std::int32_t c = 0; c < in.most; ++c) {
    const Mask there = L::less(L::set_int(c), candidates);
    if (L::none(there)) break;
    Int own = L::select(there, L::load_unaligned(from.first + c * from.stride), self);
    L::store(own, places);
    Float to_y;
    const Float to_x = L::gather_pairs(in.pairs, places, to_y) - x;
    to_y = to_y - y;
    Float distance = L::select(there, L::mul_add(to_x, to_x, to_y * to_y), far);
    if (in.agents.state != nullptr) distance = L::select(there & has_left<L>(L::gather(in.agents.state, own)), gone, distance);
    const Mask others = nearest.offer(distance, own);
    if (c >= Selection::entries(capacity) && (moves || L::any(others))) L::store(inside, own, to + c * stride);
  }

  nearest.finish();

  Int count = L::set_int(0);
  Mask ties = L::less(zero, zero), open = ties;
  Float furthest = L::set(in.agents.radius);
  const Float radius_squared = furthest * furthest;
  for (int e = 0; e < nearest.size(); ++e) {
    L::store(inside, nearest.item(e), to + e * stride);
    if (e >= capacity) continue;
    const Float squared = nearest.squared(e);
    const Mask near = L::less_equal(squared, radius_squared);
    const Mask tie = L::width > 1 ? near & L::equal(squared, nearest.squared(e + 1)) : ties;
    count = L::select(near, L::set_int(e + 1), count);
    if (e + 1 == capacity) {
      open = tie;
      furthest = L::select(near, L::sqrt(squared), furthest);
    } else {
      ties = ties | tie;
    }
  }
  count = L::select(open, L::set_int(neighbors::left_to_ids), count);

  Float beyond = L::load_unaligned(in.beyond + i) * L::set(1 - verlet_rounding);
  if (!now) {
    const Float from_x = L::load_unaligned(in.from_x + i) - x, from_y = L::load_unaligned(in.from_y + i) - y;
    beyond = beyond - L::sqrt(L::set(in.greatest[in.age])) - L::sqrt(L::mul_add(from_x, from_x, from_y * from_y));
  }
  Mask certain = L::less(furthest, beyond);
  if (in.agents.state != nullptr) {
    const Mask left = has_left<L>(L::load_unaligned(in.agents.state + i));
    count = L::select(left, L::set_int(0), count);
    certain = certain | left;
  }
  L::store(inside, L::select(certain, count, L::set_int(neighbors::left_to_search)), in.agents.lists.count + i);
  if (L::any(ties & inside)) nearest.order_ties(i, end < i + L::width ? end : i + L::width);
  return inside & !certain;
}

template <class L>
PLETHOS_FUNCTION float root_of(float x) {
  alignas(64) float roots[L::width];
  L::store(L::sqrt(L::set(x)), roots);
  return roots[0];
}

/// Makes the lists of the agents [begin, end). collector.collect(columns, first, i, margin) collects candidates of agent
/// i into the columns of a lane that begins at the agent `first`. The agent has `in.candidates[i]` of them then, and all others are farther
/// away than `in.beyond[i]`. What the collector's structure has somewhere may be `margin` metres away by now. In the step of a search it
/// does so for all agents, and later where candidates do not suffice. The count of a list that is still to be made says why.
template <class L, class Selection, int Capacity, class Collector>
PLETHOS_FUNCTION void make_verlet_lists(const VerletArguments& in, const Collector& collector, std::int32_t begin, std::int32_t end) {
  // No other thread reads the greatest way of the next age.
  if (begin == 0) in.greatest[in.age + 1] *= neighbors::verlet_decay;
  for (std::int32_t i = begin; i < end; i += L::width) {
    const std::int32_t last = end < i + L::width ? end : i + L::width;
    const CandidateColumns in_memory{in.agents.lists.index + i, in.agents.lists.stride};
    if (in.age == 0) {
      if constexpr (L::width == 1) {
        collector.collect(in_memory, i, i, 0.f);
        select_nearest<L, Selection>(in, i, last, in_memory, true);
      } else {
        // Agents that are collected one after the other would write to many lines of the cache each.
        std::int32_t nearby[neighbors::most_candidates(Capacity) * L::width];
        const CandidateColumns on_stack{nearby, L::width};
        for (std::int32_t j = i; j < last; ++j) collector.collect(on_stack, i, j, 0.f);
        select_nearest<L, Selection>(in, i, last, on_stack, true);
      }
    } else if (L::any(select_nearest<L, Selection>(in, i, last, in_memory, false))) {
      const float margin = root_of<L>(in.greatest[in.age]);
      for (std::int32_t j = i; j < last; ++j) {
        std::int32_t& count = in.agents.lists.count[j];
        if (count != neighbors::left_to_search) continue;
        collector.collect(in_memory, i, j, margin);
        in.candidates[j] |= neighbors::collected_again;
        count = neighbors::left_to_select;
      }
    }
  }
}

PLETHOS_KERNEL_END
#endif
