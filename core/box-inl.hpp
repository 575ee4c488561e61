// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_CORE_BOX_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_CORE_BOX_INL
#undef PLETHOS_CORE_BOX_INL
#else
#define PLETHOS_CORE_BOX_INL
#endif

#include "core/box.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

PLETHOS_FUNCTION Box& box_at(const BoxLevels& tree, int level, std::int32_t place) { return tree.box[tree.first[level] + place]; }

PLETHOS_FUNCTION void box_include(Box& box, const Box& other) {
  box.low_x = other.low_x < box.low_x ? other.low_x : box.low_x;
  box.low_y = other.low_y < box.low_y ? other.low_y : box.low_y;
  box.high_x = other.high_x > box.high_x ? other.high_x : box.high_x;
  box.high_y = other.high_y > box.high_y ? other.high_y : box.high_y;
}

PLETHOS_KERNEL_END
#endif
