// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_NEAREST_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_NEAREST_KERNEL_INL
#undef PLETHOS_NEIGHBORS_NEAREST_KERNEL_INL
#else
#define PLETHOS_NEIGHBORS_NEAREST_KERNEL_INL
#endif

#include "algorithms/neighbors/nearest_arguments.hpp"
#include "core/agent.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

using neighbors::NearestArguments;

// A search's kernel is a template over the lane type and over `Nearest`, the type that keeps the nearest others of the lane's agents. There
// are two: NearestAgents for one agent, and NearestLane for the agents of a vector. Both have this interface:
//
//   Nearest(in, first, last, block_end)   for the agents [first, last); their lane ends before `block_end`, a multiple of its width
//   x, y, asks                            the agents' positions in metres, and the elements that hold them
//   offer_range(first, last)              offers the agents [first, last) to all of them
//   offer_listed(list, first, last)       offers the agents list[first] to list[last - 1]; none of them may be in the lane
//   bound(), reach()                      the distance beyond which an agent is no neighbor, in m^2 and m
//   store()                               writes the lists
//
// There are two because they are fast in opposite ways. Few of the items offered to one agent are near enough, and most of these belong
// near the end of its list. Its insertion stops there, compares ids where distances tie, and moves the entries behind. A GPU thread that
// went through all entries, and kept them in registers, would hold up its warp. Of the items offered to a vector's agents, nearly each
// belongs in some list. Stopping would cost a test for each entry and a jump that is hard to predict. So a vector goes through all
// entries without a branch. Ids are compared afterwards, in the few lists that need it.

/// Distances that are rounded a few times are right to this part.
inline constexpr float distance_rounding = 1e-5f;

/// Returns the squared distance of agent j from (x, y) in m^2, rounded the same way on every lane.
template <class L>
PLETHOS_FUNCTION typename L::Float agent_squared_distance(const NearestArguments& in, std::int32_t j, typename L::Float x,
                                                          typename L::Float y) {
  const auto to_x = L::set(in.position_x[j]) - x;
  const auto to_y = L::set(in.position_y[j]) - y;
  return L::mul_add(to_x, to_x, to_y * to_y);
}

/// Says whether agent i comes before agent j where their distances tie.
PLETHOS_FUNCTION bool agent_before(const NearestArguments& in, std::int32_t i, std::int32_t j) { return in.id[i] < in.id[j]; }

/// Returns the agents of a lane that have left the scene, by their states.
template <class L>
PLETHOS_FUNCTION typename L::Mask has_left(typename L::Int state) {
  return L::equal(state, L::set_int(arrived_state)) | L::equal(state, L::set_int(settled_state)) |
         L::equal(state, L::set_int(absent_state));
}

PLETHOS_KERNEL_END
#endif
