#pragma once

#include "algorithms/planning/fields/wavefront/wave_fields.hpp"

namespace plethos::planning {

/// Calls visit(cell) for the cells at which the way from a cell along a field bends, and for its last one, until visit() returns false.
/// Where the field leads on in several directions, the way goes straight on if it can. Cost: the cells of the way.
template <class MemorySpace, class Visit>
KOKKOS_INLINE_FUNCTION void for_each_bend(const WaveValues<MemorySpace>& values, std::int32_t field, std::int32_t from,
                                          const Visit& visit) {
  std::int32_t cell = from;
  int before = -1;
  while (true) {
    const int direction = values.direction(field, cell, before);
    const bool bends = before >= 0 && direction != before;
    if (bends && !visit(cell)) return;
    if (direction < 0) return;
    before = direction;
    cell = values.graph.neighbor(cell, direction);
  }
}

}  // namespace plethos::planning
