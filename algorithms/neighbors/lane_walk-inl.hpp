// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_LANE_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_LANE_WALK_INL
#undef PLETHOS_NEIGHBORS_LANE_WALK_INL
#else
#define PLETHOS_NEIGHBORS_LANE_WALK_INL
#endif

#include "algorithms/neighbors/box_walk-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// How all agents of a lane walk a tree of boxes at once: into a node if any of them has to; in the order that suits the one in their
/// middle.
template <class L, bool alone = L::width == 1>
struct LaneWalk {
  struct Distance {
    typename L::Float squared;
    float of_middle;
  };
  float middle_x, middle_y;  // m

  /// Of the agents [first, last), which lie at x and y.
  PLETHOS_FUNCTION LaneWalk(const float* x, const float* y, std::int32_t first, std::int32_t last)
      : middle_x(x[(first + last) / 2]), middle_y(y[(first + last) / 2]) {}

  PLETHOS_FUNCTION Distance distance(const Box& box, typename L::Float x, typename L::Float y) const {
    const float beside_x = beside(box.low_x - middle_x, middle_x - box.high_x);
    const float beside_y = beside(box.low_y - middle_y, middle_y - box.high_y);
    return {box_squared_distance<L>(box, x, y), beside_x * beside_x + beside_y * beside_y};
  }
  PLETHOS_FUNCTION static bool nearer(const Distance& a, const Distance& b) { return a.of_middle < b.of_middle; }

 private:
  PLETHOS_FUNCTION static float beside(float below, float above) {
    const float most = below > above ? below : above;
    return most > 0.f ? most : 0.f;
  }
};

/// One agent's own distance says both.
template <class L>
struct LaneWalk<L, true> {
  struct Distance {
    typename L::Float squared;
  };

  PLETHOS_FUNCTION LaneWalk(const float*, const float*, std::int32_t, std::int32_t) {}

  PLETHOS_FUNCTION Distance distance(const Box& box, typename L::Float x, typename L::Float y) const {
    return {box_squared_distance<L>(box, x, y)};
  }
  PLETHOS_FUNCTION static bool nearer(const Distance& a, const Distance& b) { return L::any(L::less(a.squared, b.squared)); }
};

PLETHOS_KERNEL_END
#endif
