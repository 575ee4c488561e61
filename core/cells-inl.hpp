// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_CORE_CELLS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_CORE_CELLS_INL
#undef PLETHOS_CORE_CELLS_INL
#else
#define PLETHOS_CORE_CELLS_INL
#endif

#include "core/cell_grid.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// Returns the place in [0, size) of a coordinate among cells that begin at `origin`. `at`, `origin` and `cell` are in metres. A coordinate
/// outside gets the nearest place. The comparison is between floats, because a far coordinate would overflow the integer.
PLETHOS_FUNCTION std::int32_t cell_place(float at, float origin, float cell, std::int32_t size) {
  const float place = (at - origin) / cell;
  if (!(place > 0.f)) return 0;
  return place < static_cast<float>(size) ? static_cast<std::int32_t>(place) : size - 1;
}
PLETHOS_FUNCTION std::int32_t cell_column(const CellGrid& grid, float x) { return cell_place(x, grid.origin_x, grid.cell, grid.columns); }
PLETHOS_FUNCTION std::int32_t cell_row(const CellGrid& grid, float y) { return cell_place(y, grid.origin_y, grid.cell, grid.rows); }

PLETHOS_KERNEL_END
#endif
