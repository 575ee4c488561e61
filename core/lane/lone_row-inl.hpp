// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_CORE_LANE_LONE_ROW_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_CORE_LANE_LONE_ROW_INL
#undef PLETHOS_CORE_LANE_LONE_ROW_INL
#else
#define PLETHOS_CORE_LANE_LONE_ROW_INL
#endif

#include <cstdint>

#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// A row that works alone: a team (team-inl.hpp) of rows, which take words of cells in turn.
template <class Row>
struct LoneRow {
  PLETHOS_FUNCTION static constexpr std::int32_t rank() { return 0; }
  PLETHOS_FUNCTION static constexpr std::int32_t size() { return 1; }
  PLETHOS_FUNCTION static void sync() { Row::sync(); }
  PLETHOS_FUNCTION static bool any(bool here) { return here; }
};

PLETHOS_KERNEL_END
#endif
