// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_ORDER_TIES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_ORDER_TIES_INL
#undef PLETHOS_NEIGHBORS_ORDER_TIES_INL
#else
#define PLETHOS_NEIGHBORS_ORDER_TIES_INL
#endif

#include "algorithms/neighbors/nearest_kernel-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// Puts entries of lists at the same distance in order of ids, in the lists of the agents [begin, end) of a lane that begins at `base`.
/// `squared` has the lane's distances by entry, of at most `Capacity` entries.
template <class L, int Capacity>
PLETHOS_FUNCTION void order_ties(const NearestArguments& in, const typename L::Float* squared, int entries, std::int32_t base,
                                 std::int32_t begin, std::int32_t end) {
  alignas(64) float distance[Capacity * L::width];
  for (int e = 0; e < entries; ++e) L::store(squared[e], distance + e * L::width);
  for (std::int32_t i = begin; i < end; ++i) {
    std::int32_t* indices = in.lists.index + i;
    const float* own = distance + (i - base);
    for (int e = 1; e < in.lists.count[i]; ++e) {
      const std::int32_t moved = indices[static_cast<std::int64_t>(e) * in.lists.stride];
      int to = e;
      for (; to > 0 && own[(to - 1) * L::width] == own[e * L::width]; --to) {
        const std::int32_t last = indices[static_cast<std::int64_t>(to - 1) * in.lists.stride];
        if (!agent_before(in, moved, last)) break;
        indices[static_cast<std::int64_t>(to) * in.lists.stride] = last;
      }
      indices[static_cast<std::int64_t>(to) * in.lists.stride] = moved;
    }
  }
}

PLETHOS_KERNEL_END
#endif
