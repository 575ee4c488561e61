// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_CANDIDATES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_CANDIDATES_INL
#undef PLETHOS_NEIGHBORS_CANDIDATES_INL
#else
#define PLETHOS_NEIGHBORS_CANDIDATES_INL
#endif

#include "algorithms/neighbors/verlet/verlet_kernel-inl.hpp"

PLETHOS_KERNEL_BEGIN

// Who finds candidates offers them to one of two types: Candidates of one thread, and neighbors::CandidatesOfTeam. Both have this
// interface:
//
//   x, y, found                             where the agent is, in metres; how many candidates it has, though there may be no room for all
//   begin()                                 starts anew
//   take_ranges(count, range, list, squared)  takes those that are nearer than the root of `squared`, in m^2. range(r, first, last) gives
//                                           the places of `count` ranges [first, last): of agents, or if `list` is not null, of their
//                                           places in it.
//   take_linked(count, head, next, squared)  takes such agents from `count` linked lists: head(k), next[head(k)], and so on until -1

/// The candidates of an agent as they are found: a lane looks at as many others at a time as it has elements. Those that are found go to
/// the agent's row of the matrix, as long as there is room; on vectors by a list on the stack.
template <class L, int Capacity>
struct Candidates {
  const VerletArguments& in;
  CandidateColumns columns;  // the first element is the agent's
  std::int32_t self;
  float x, y;  // m
  std::int32_t found = 0;
  std::int32_t list[L::width == 1 ? 1 : Capacity + L::width];

  PLETHOS_FUNCTION Candidates(const VerletArguments& arguments, CandidateColumns agents_columns, std::int32_t agent)
      : in(arguments), columns(agents_columns), self(agent), x(arguments.agents.position_x[agent]), y(arguments.agents.position_y[agent]) {}

  PLETHOS_FUNCTION void begin() { found = 0; }
  template <class Range>
  PLETHOS_FUNCTION void take_ranges(std::int32_t count, const Range& range, const std::int32_t* indices, float squared) {
    for (std::int32_t r = 0; r < count; ++r) {
      std::int32_t first, last;
      range(r, first, last);
      if (indices == nullptr) {
        take(first, last, squared);
      } else {
        for (std::int32_t k = first; k < last; ++k) take_one(indices[k], squared);
      }
    }
  }
  template <class Head>
  PLETHOS_FUNCTION void take_linked(std::int32_t count, const Head& head, const std::int32_t* next, float squared) {
    for (std::int32_t k = 0; k < count; ++k) {
      for (std::int32_t j = head(k); j >= 0; j = next[j]) take_one(j, squared);
    }
  }
  PLETHOS_FUNCTION void store() const {
    if constexpr (L::width > 1) {
      for (std::int32_t c = 0; c < found; ++c) place(c) = list[c];
    }
  }

 private:
  PLETHOS_FUNCTION void take(std::int32_t first, std::int32_t last, float squared) {
    if constexpr (L::width == 1) return take_each(first, last, squared);
    const std::int32_t stride = in.agents.lists.stride;
    for (std::int32_t j = first; j < last; j += L::width) {
      // A vector ends before the columns do.
      const std::int32_t base = j + L::width <= stride ? j : stride - L::width;
      const typename L::Int other = L::set_int(base) + L::iota();
      const auto to_x = L::load_unaligned(in.agents.position_x + base) - L::set(x);
      const auto to_y = L::load_unaligned(in.agents.position_y + base) - L::set(y);
      const typename L::Mask inside =
          (!L::less(other, L::set_int(j))) & L::less(other, L::set_int(last)) & (!L::equal(other, L::set_int(self)));
      const typename L::Mask near = L::less(L::mul_add(to_x, to_x, to_y * to_y), L::set(squared)) & inside;
      if (L::any(near)) found += found < in.most ? L::compress_store(near, other, list + found) : L::count_true(near);
    }
  }
  PLETHOS_FUNCTION void take_each(std::int32_t first, std::int32_t last, float squared) {
    for (std::int32_t j = first; j < last; ++j) take_one(j, squared);
  }
  PLETHOS_FUNCTION void take_one(std::int32_t j, float squared) {
    if (j == self || !is_nearer_than(in, j, x, y, squared)) return;
    if (found < in.most) write(j);
    ++found;
  }
  PLETHOS_FUNCTION void write(std::int32_t j) {
    if constexpr (L::width == 1) {
      place(found) = j;
    } else {
      list[found] = j;
    }
  }
  PLETHOS_FUNCTION std::int32_t& place(std::int32_t c) const { return columns.first[c * columns.stride]; }
};

PLETHOS_KERNEL_END
#endif
