// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_SELECT_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_SELECT_KERNEL_INL
#undef PLETHOS_NEIGHBORS_SELECT_KERNEL_INL
#else
#define PLETHOS_NEIGHBORS_SELECT_KERNEL_INL
#endif

#include "algorithms/neighbors/order_ties-inl.hpp"
#include "algorithms/neighbors/verlet/verlet_arguments.hpp"

PLETHOS_KERNEL_BEGIN

using neighbors::VerletArguments;

/// Distances that are rounded a few times are right to this part.
inline constexpr float verlet_rounding = 1e-5f;

/// The nearest candidates of the agents of a lane so far, nearest first. With one element, ties are in order of ids.
template <class L, int Capacity>
struct Selection {
  using Float = typename L::Float;
  using Int = typename L::Int;
  using Mask = typename L::Mask;

  const NearestArguments& in;
  int size = 0;             // entries so far, at most in.lists.capacity
  Float squared[Capacity];  // m^2
  Int item[Capacity];
  Float least_left = L::set(1e30f);  // m^2, of all that are not among them

  PLETHOS_FUNCTION explicit Selection(const NearestArguments& arguments) : in(arguments) {}

  /// Takes the candidate number `c` of each agent. Where another one has to make room for it, that one is written to its place in memory.
  PLETHOS_FUNCTION void offer(Float distance, Int own, std::int32_t* place) {
    int e = size;
    if (size == in.lists.capacity) {
      --e;
      const Mask nearer = before(distance, own, squared[e], item[e]);
      if (L::none(nearer)) {
        least_left = L::min(least_left, distance);
        return;
      }
      L::store(nearer, item[e], place);
      least_left = L::min(least_left, L::select(nearer, squared[e], distance));
      squared[e] = L::select(nearer, distance, squared[e]);
      item[e] = L::select(nearer, own, item[e]);
    } else {
      squared[e] = distance;
      item[e] = own;
      ++size;
    }
    for (; e > 0; --e) {
      const Mask swaps = before(squared[e], item[e], squared[e - 1], item[e - 1]);
      if (L::none(swaps)) return;
      const Float far = squared[e - 1];
      const Int other = item[e - 1];
      squared[e - 1] = L::select(swaps, squared[e], far);
      item[e - 1] = L::select(swaps, item[e], other);
      squared[e] = L::select(swaps, far, squared[e]);
      item[e] = L::select(swaps, other, item[e]);
    }
  }

 private:
  PLETHOS_FUNCTION Mask before(Float a, Int first, Float b, Int second) const {
    const Mask nearer = L::less(a, b);
    if constexpr (L::width == 1) {
      const Mask tie = L::equal(a, b);
      if (L::any(tie)) return nearer | (tie & Mask{agent_before(in, first, second)});
    }
    return nearer;
  }
};

/// Makes the lists of the agents [begin, end) from their candidates. Where these do not suffice, the count of a list says why.
template <class L, int Capacity>
PLETHOS_FUNCTION void select_nearest(const VerletArguments& in, std::int32_t begin, std::int32_t end) {
  using Float = typename L::Float;
  using Int = typename L::Int;
  using Mask = typename L::Mask;
  const std::int64_t stride = in.agents.lists.stride;
  const std::int32_t capacity = in.agents.lists.capacity;
  const float radius_squared = in.agents.radius * in.agents.radius;
  const Float far = L::set(1e30f), zero = L::set(0.f);
  // No other thread reads the greatest way of the next age.
  if (begin == 0) in.greatest[in.age + 1] *= neighbors::verlet_decay;
  const Float greatest = in.age > 0 ? L::sqrt(L::set(in.greatest[in.age])) : zero;

  for (std::int32_t i = begin; i < end; i += L::width) {
    const Mask inside = L::first_n(end - i);
    const Int self = L::set_int(i) + L::iota();
    const Float x = L::load_unaligned(in.agents.position_x + i), y = L::load_unaligned(in.agents.position_y + i);
    const Int candidates = L::select(inside, L::load_unaligned(in.candidates + i), L::set_int(0));
    std::int32_t* column = in.agents.lists.index + i;

    Selection<L, Capacity> nearest(in.agents);
    for (std::int32_t c = 0; c < in.most; ++c, column += stride) {
      const Mask there = L::less(L::set_int(c), candidates);
      if (L::none(there)) break;
      const Int own = L::select(there, L::load_unaligned(column), self);
      const Float to_x = L::gather(in.agents.position_x, own) - x;
      const Float to_y = L::gather(in.agents.position_y, own) - y;
      Float distance = L::select(there, L::mul_add(to_x, to_x, to_y * to_y), far);
      if (in.agents.state != nullptr) distance = L::select(has_left<L>(L::gather(in.agents.state, own)), far, distance);
      nearest.offer(distance, own, column);
    }

    Int count = L::set_int(0);
    Mask ties = L::less(zero, zero), open = ties;
    Float furthest = L::set(in.agents.radius);
    column = in.agents.lists.index + i;
    for (int e = 0; e < nearest.size; ++e, column += stride) {
      const Float squared = nearest.squared[e];
      const Mask near = L::less_equal(squared, L::set(radius_squared));
      count = L::select(near, L::set_int(e + 1), count);
      L::store(inside, nearest.item[e], column);
      if (e + 1 == capacity) {
        open = near & L::equal(squared, nearest.least_left);
        furthest = L::select(near, L::sqrt(squared), furthest);
      } else if (L::width > 1 && e + 1 < nearest.size) {
        ties = ties | (near & L::equal(squared, nearest.squared[e + 1]));
      }
    }
    if (L::width > 1) count = L::select(open, L::set_int(neighbors::left_to_ids), count);

    const Float beyond = L::load_unaligned(in.beyond + i);
    Float gone = greatest;
    if (in.age > 0) {
      const Float from_x = L::load_unaligned(in.from_x + i) - x, from_y = L::load_unaligned(in.from_y + i) - y;
      gone = gone + L::sqrt(L::mul_add(from_x, from_x, from_y * from_y));
    }
    Mask certain = L::less(furthest, beyond * L::set(1 - verlet_rounding) - gone);
    if (in.agents.state != nullptr) {
      const Mask left = has_left<L>(L::load_unaligned(in.agents.state + i));
      count = L::select(left, L::set_int(0), count);
      certain = certain | left;
    }
    L::store(inside, L::select(certain, count, L::set_int(neighbors::left_to_search)), in.agents.lists.count + i);
    if constexpr (L::width > 1) {
      if (L::any(ties & inside))
        order_ties<L, Capacity>(in.agents, nearest.squared, nearest.size, i, i, end < i + L::width ? end : i + L::width);
    }
  }
}

PLETHOS_KERNEL_END
#endif
