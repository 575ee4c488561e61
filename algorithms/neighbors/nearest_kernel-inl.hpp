// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_NEAREST_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_NEAREST_KERNEL_INL
#undef PLETHOS_NEIGHBORS_NEAREST_KERNEL_INL
#else
#define PLETHOS_NEIGHBORS_NEAREST_KERNEL_INL
#endif

#include "algorithms/neighbors/nearest_arguments.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

using neighbors::NearestArguments;

// A search's kernel is written once, over the lane and over what keeps the nearest others of the lane's agents, of which there are two:
// NearestAgents for one agent, and NearestLane for a vector's. Both offer a kernel
//
//   Nearest(in, first, last, block_end)   for the agents [first, last), which lie in a lane before `block_end`, a multiple of its width
//   x, y, asks                            where they are, in metres, and which elements they have
//   offer_range(first, last)              offers the agents [first, last) to all of them
//   offer_listed(list, first, last)       offers list[first] to list[last - 1], of whom none is among them
//   bound(), reach()                      m^2 and m: whoever is further is no one's neighbor here
//   store()                               writes the lists
//
// They are two because they are fast in opposite ways. Few of the items offered to one agent are near enough, and these mostly belong near
// the end of its list: an insertion stops there, asks ids where distances tie, and moves what lies behind; a thread of a GPU that had to go
// through all entries, and to keep them in registers, would hold up its warp. Of the items offered to a vector's agents nearly each belongs
// somewhere into some list: stopping would cost a test an entry and a jump that is hard to foretell. So a vector goes through all
// entries without a branch, and ids are asked afterwards, in the few lists that need them.

/// m^2, rounded the same on every lane.
template <class L>
PLETHOS_FUNCTION typename L::Float agent_squared_distance(const NearestArguments& in, std::int32_t j, typename L::Float x,
                                                          typename L::Float y) {
  const auto to_x = L::set(in.position_x[j]) - x;
  const auto to_y = L::set(in.position_y[j]) - y;
  return L::mul_add(to_x, to_x, to_y * to_y);
}

/// Whether agent i comes before agent j where distances tie.
PLETHOS_FUNCTION bool agent_before(const NearestArguments& in, std::int32_t i, std::int32_t j) {
  return in.id_high[i] != in.id_high[j] ? in.id_high[i] < in.id_high[j] : in.id_low[i] < in.id_low[j];
}

PLETHOS_KERNEL_END
#endif
