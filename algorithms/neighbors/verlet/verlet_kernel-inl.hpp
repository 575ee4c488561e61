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
//   offer_first<c>(distance, own) takes the candidate number c of each agent, c being less than `unrolled`
//   offer(distance, own)          takes a candidate of each agent. If it is full, `own` becomes the candidate that it does not keep. It
//                                 returns where that is another one
//   finish()                      comes after all offers
//   size(), squared(e), item(e)   how many it has, their squared distances in m^2, and their indices; squared(e + 1) of the last one is the
//                                 least of all that it does not keep
//   order_ties(i, end)            puts those at the same distance in order of ids in the lists of the agents [i, end), if offer() does not

/// Returns whether agent j is nearer to (x, y) than the root of `squared`, in m^2.
PLETHOS_FUNCTION bool is_nearer_than(const VerletArguments& in, std::int32_t j, float x, float y, float squared) {
  const float* pair = in.pairs + 2 * static_cast<std::int64_t>(j);
  const float to_x = pair[0] - x, to_y = pair[1] - y;
  return to_x * to_x + to_y * to_y < squared;
}

/// The candidates of the agents of a lane, one of each at a time.
template <class L>
struct CandidatesOfLane {
  using Float = typename L::Float;
  using Int = typename L::Int;
  using Mask = typename L::Mask;

  const VerletArguments& in;
  CandidateColumns columns;
  Int self, count;
  Float x, y;  // m

  PLETHOS_FUNCTION CandidatesOfLane(const VerletArguments& arguments, CandidateColumns from, std::int32_t i, Mask inside)
      : in(arguments),
        columns(from),
        self(L::set_int(i) + L::iota()),
        count(L::select(inside, L::load_unaligned(in.candidates + i), L::set_int(0))),
        x(L::load_unaligned(in.agents.position_x + i)),
        y(L::load_unaligned(in.agents.position_y + i)) {
    count = L::bit_cast_int(L::bit_cast_uint(count) & L::set_uint(neighbors::collected_at_age - 1));
  }

  /// Loads the candidates number c, and their squared distances in m^2. Returns whether any agent has so many.
  PLETHOS_FUNCTION bool load(std::int32_t c, Int& own, Float& distance) const {
    const Mask there = L::less(L::set_int(c), count);
    if (c >= in.most || L::none(there)) return false;
    own = L::select(there, L::load_unaligned(columns.first + c * columns.stride), self);
    alignas(64) std::int32_t places[L::width];
    L::store(own, places);
    Float to_y;
    const Float to_x = L::gather_pairs(in.pairs, places, to_y) - x;
    to_y = to_y - y;
    distance = L::select(there, L::mul_add(to_x, to_x, to_y * to_y), L::set(verlet_far));
    if (in.agents.state != nullptr) {
      distance = L::select(there & has_left<L>(L::gather(in.agents.state, own)), L::set(verlet_gone), distance);
    }
    return true;
  }
};

/// Offers the first candidates in a loop whose places are constants. Returns how many they are.
template <class L, int c, class Selection>
PLETHOS_FUNCTION std::int32_t offer_first(const CandidatesOfLane<L>& candidates, Selection& nearest) {
  if constexpr (c < Selection::unrolled) {
    typename L::Int own;
    typename L::Float distance;
    if (!candidates.load(c, own, distance)) return c;
    nearest.template offer_first<c>(distance, own);
    return offer_first<L, c + 1>(candidates, nearest);
  } else {
    return c;
  }
}

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
  const Float zero = L::set(0.f);
  const Mask inside = L::first_n(end - i);

  const CandidatesOfLane<L> candidates(in, from, i, inside);
  Selection nearest(in.agents);
  Int own;
  Float distance;
  for (std::int32_t c = offer_first<L, 0>(candidates, nearest); candidates.load(c, own, distance); ++c) {
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

  Float beyond = L::load_unaligned(in.beyond + i) * L::set(1 - distance_rounding);
  if (!now) {
    const Float from_x = L::load_unaligned(in.from_x + i) - candidates.x, from_y = L::load_unaligned(in.from_y + i) - candidates.y;
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

/// What remains known of agent i, for which the candidates of the search do not suffice.
struct VerletRemains {
  float guess;         // m^2: about as many others are within it as there were at the search; 0: not known
  std::int32_t noted;  // of VerletArguments::candidates: when they did not suffice first

  PLETHOS_FUNCTION VerletRemains(const VerletArguments& in, std::int32_t i)
      : guess(in.beyond[i] > 0 ? in.beyond[i] * in.beyond[i] : 0.f), noted(in.candidates[i] / neighbors::collected_at_age) {
    noted = (noted > 0 ? noted : in.age + 1) * neighbors::collected_at_age;
  }
};

/// Makes ready for the next step. One thread does it in each step: no other reads what belongs to the next age.
PLETHOS_FUNCTION void begin_next_age(const VerletArguments& in) {
  in.greatest[in.age + 1] *= neighbors::verlet_decay;
  in.left_count[in.age + 1] = 0;
}

/// Collects candidates of agent i for which those of the search did not suffice. Its list is then left_to_select.
template <class L, class Collector>
PLETHOS_FUNCTION void collect_again(const VerletArguments& in, const Collector& collector, std::int32_t i) {
  VerletRemains remains(in, i);
  collector.collect({in.agents.lists.index + i, in.agents.lists.stride}, i, i, root_of<L>(in.greatest[in.age]), remains.guess);
  in.candidates[i] += remains.noted;
  in.agents.lists.count[i] = neighbors::left_to_select;
}

/// Makes the lists of the agents [begin, end). collector.collect(columns, first, i, margin, guess) collects candidates of agent
/// i into the columns of a lane that begins at the agent `first`. The agent has `in.candidates[i]` of them then, and all others are farther
/// away than `in.beyond[i]`. What the collector's structure has somewhere may be `margin` metres away by now. `guess` is the
/// squared distance, in m^2, to look within, or 0, and becomes that for an agent beside this one. In the step of a search it
/// does so for all agents, and on vectors later where candidates do not suffice. The count of a list that is still to be made says why.
template <class L, class Selection, int Capacity, class Collector>
PLETHOS_FUNCTION void make_verlet_lists(const VerletArguments& in, const Collector& collector, std::int32_t begin, std::int32_t end) {
  if (begin == 0) begin_next_age(in);
  for (std::int32_t i = begin; i < end; i += L::width) {
    const std::int32_t last = end < i + L::width ? end : i + L::width;
    const CandidateColumns in_memory{in.agents.lists.index + i, in.agents.lists.stride};
    if (in.age == 0) {
      // Agents that are collected one after the other, or by threads beside each other, would write to many lines of the cache each.
      std::int32_t nearby[neighbors::most_candidates(Capacity) * L::width];
      const CandidateColumns on_stack{nearby, L::width};
      float guess = 0;
      for (std::int32_t j = i; j < last; ++j) collector.collect(on_stack, i, j, 0.f, guess);
      select_nearest<L, Selection>(in, i, last, on_stack, true);
    } else if (L::any(select_nearest<L, Selection>(in, i, last, in_memory, false)) && L::width > 1) {
      for (std::int32_t j = i; j < last; ++j) {
        if (in.agents.lists.count[j] == neighbors::left_to_search) collect_again<L>(in, collector, j);
      }
    }
  }
}

PLETHOS_KERNEL_END
#endif
