// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_LANE_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_LANE_WALK_INL
#undef PLETHOS_NEIGHBORS_LANE_WALK_INL
#else
#define PLETHOS_NEIGHBORS_LANE_WALK_INL
#endif

#include "algorithms/neighbors/box_walk-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// Lets all agents of a lane walk a tree of boxes at once. They enter a node if any of them has to, in the order that suits the agent in
/// the middle element.
template <class L, bool alone = L::width == 1>
struct LaneWalk {
  struct Distance {
    typename L::Float squared;
    float of_middle;
  };
  int middle;  // the element of the agent in the middle

  /// The agents are in the first `agents` elements.
  PLETHOS_FUNCTION explicit LaneWalk(std::int32_t agents) : middle(agents / 2) {}

  PLETHOS_FUNCTION Distance distance(const Box& box, typename L::Float x, typename L::Float y) const {
    const typename L::Float squared = box_squared_distance<L>(box, x, y);
    alignas(64) float each[L::width];
    L::store(squared, each);
    return {squared, each[middle]};
  }
  PLETHOS_FUNCTION static bool nearer(const Distance& a, const Distance& b) { return a.of_middle < b.of_middle; }
};

/// A single agent needs no distance of a middle one.
template <class L>
struct LaneWalk<L, true> {
  struct Distance {
    typename L::Float squared;
  };

  PLETHOS_FUNCTION explicit LaneWalk(std::int32_t) {}

  PLETHOS_FUNCTION Distance distance(const Box& box, typename L::Float x, typename L::Float y) const {
    return {box_squared_distance<L>(box, x, y)};
  }
  PLETHOS_FUNCTION static bool nearer(const Distance& a, const Distance& b) { return L::any(L::less(a.squared, b.squared)); }
};

PLETHOS_KERNEL_END
#endif
