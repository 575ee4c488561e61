#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "core/lane/host_device.hpp"

namespace plethos::planning {

/// A cell by its column and its row, both counted from anywhere.
struct ColumnRow {
  std::int32_t column = -1, row = -1;
};

/// Returns how many cells around a place near_cell() looks at: past what a wall blocks for discs of radius `clearance` (m), and past an
/// edge of the ground that has no wall.
KOKKOS_INLINE_FUNCTION std::int32_t near_cells(float clearance, float cell_size) {
  const float cells = clearance / cell_size;
  return 2 + (cells < 6.f ? static_cast<std::int32_t>(cells + 1.f) : 7);
}

/// Finds the passable cell that a place belongs to: its own, or the one whose center is nearest of those that can be seen from it, up to
/// `most` cells away; of equally near ones the first, ring by ring. Where none is seen, a passable one beside its own will do: the nearest.
/// (x, y): the place in units of cells, in the system in which the center of a cell is (column + 0.5, row + 0.5). `own` is its cell.
/// passable(column, row) is asked for any cell, and false outside of the grid; sees(column, row) is asked for passable ones alone. Returns
/// whether there is one. Cost: nothing but a look at the own cell if that is passable.
PLETHOS_CALLS_HOST
template <class Passable, class Sees>
KOKKOS_INLINE_FUNCTION bool near_cell(float x, float y, ColumnRow own, std::int32_t most, const Passable& passable, const Sees& sees,
                                      ColumnRow& found) {
  found = own;
  if (passable(own.column, own.row)) return true;
  float best = -1.f, unseen = -1.f;
  ColumnRow beside;
  for (std::int32_t ring = 1; ring <= most; ++ring) {
    // No center of this ring is nearer than that.
    const float inner = static_cast<float>(ring) - 0.5f;
    if (best >= 0.f && best <= inner * inner) break;
    for (std::int32_t row = own.row - ring; row <= own.row + ring; ++row) {
      const bool whole = row == own.row - ring || row == own.row + ring;
      for (std::int32_t column = own.column - ring; column <= own.column + ring; column += whole ? 1 : 2 * ring) {
        if (!passable(column, row)) continue;
        const float across = x - (static_cast<float>(column) + 0.5f), up = y - (static_cast<float>(row) + 0.5f);
        const float squared = Kokkos::fma(across, across, up * up);
        if (best >= 0.f && squared >= best) continue;
        if (sees(column, row)) {
          best = squared;
          found = {column, row};
        } else if (ring == 1 && (unseen < 0.f || squared < unseen)) {
          unseen = squared;
          beside = {column, row};
        }
      }
    }
  }
  if (best < 0.f) found = beside;
  return best >= 0.f || unseen >= 0.f;
}

}  // namespace plethos::planning
