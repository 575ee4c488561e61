// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_CORE_LANE_LANE_VEC2_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_CORE_LANE_LANE_VEC2_INL
#undef PLETHOS_CORE_LANE_LANE_VEC2_INL
#else
#define PLETHOS_CORE_LANE_LANE_VEC2_INL
#endif

#include "core/lane/kernel_macros.hpp"
#include "core/lane/lane.hpp"

PLETHOS_KERNEL_BEGIN

/// A vector of the plane for each element of a lane.
template <class L>
struct LaneVec2 {
  typename L::Float x, y;
};

/// Returns a vector's squared length, rounded the same way everywhere.
template <class L>
PLETHOS_FUNCTION typename L::Float squared_length(LaneVec2<L> v) {
  return L::mul_add(v.x, v.x, v.y * v.y);
}

PLETHOS_KERNEL_END
#endif
