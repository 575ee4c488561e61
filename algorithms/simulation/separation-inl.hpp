// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_SIMULATION_SEPARATION_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_SIMULATION_SEPARATION_INL
#undef PLETHOS_SIMULATION_SEPARATION_INL
#else
#define PLETHOS_SIMULATION_SEPARATION_INL
#endif

#include <cstdint>
#include <limits>

#include "algorithms/simulation/separation_arguments.hpp"
#include "core/agent.hpp"
#include "core/lane/kernel_macros.hpp"
#include "core/lane/lane_vec2-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// m: of an agent without neighbors.
inline constexpr float no_separation = std::numeric_limits<float>::infinity();

/// How near others are to the agents of a lane.
template <class L>
struct Separation {
  typename L::Float least;  // m; infinity without neighbors
  std::int32_t overlaps;    // pairs of all agents of the lane
};

/// Returns whether agents have moved since separations were last measured. All agents have, except those that had settled before and those
/// that are absent.
template <class L>
PLETHOS_FUNCTION typename L::Mask has_moved(typename L::Int state) {
  return !(L::equal(state, L::set_int(settled_state)) | L::equal(state, L::set_int(absent_state)));
}

/// Returns the smallest separation of the discs from agent `first` on, where `asked`, from their neighbors, and the number of their
/// overlaps. A pair of agents that both have moved counts for the one with the lower id.
template <class L>
PLETHOS_FUNCTION Separation<L> separation_of(const simulation::SeparationArguments& in, int first, typename L::Mask asked) {
  Separation<L> found{L::set(no_separation), 0};
  auto near = asked & has_moved<L>(L::load_unaligned(in.state + first));
  if (L::none(near)) return found;
  const auto zero = L::set(0.f);
  const auto x = L::load_unaligned(in.position_x + first), y = L::load_unaligned(in.position_y + first);
  const auto radius = L::load_unaligned(in.radius + first);
  const auto reach = radius + L::set(in.largest_radius);
  const auto count = L::load_unaligned(in.lists.count + first);
  const std::int32_t* column = in.lists.index + first;
  for (std::int32_t k = 0;; ++k, column += in.lists.stride) {
    near = near & L::less(L::set_int(k), count);
    if (L::none(near)) return found;
    const auto j = L::load_unaligned(column);
    const LaneVec2<L> way{L::gather(near, in.position_x, j) - x, L::gather(near, in.position_y, j) - y};
    const auto distance = L::sqrt(squared_length<L>(way));
    // Neighbors are in order of the distance of centers. From here on none can overlap, or have a smaller separation.
    near = near & !L::less(L::select(L::less(zero, found.least), found.least, zero), distance - reach);
    if (L::none(near)) return found;
    const auto separation = distance - (radius + L::gather(near, in.radius, j));
    found.least = L::select(near & L::less(separation, found.least), separation, found.least);
    const auto overlap = near & L::less(separation, zero);
    if (L::none(overlap)) continue;
    const auto stands = !has_moved<L>(L::gather(overlap, in.state, j));
    const auto before = L::less(L::load_unaligned(in.id + first), L::gather(overlap, in.id, j));
    found.overlaps += L::count_true(overlap & (stands | before));
  }
}

PLETHOS_KERNEL_END
#endif
