#pragma once

#include <vector>

#include "algorithms/planning/wavefront/wave_fields.hpp"
#include "core/copy_view.hpp"
#include "tests/algorithms/planning/grid_search/test_maps.hpp"

namespace plethos::tests {

inline std::int32_t everything() { return planning::unreached; }

/// Returns the values of a field, in the order of the map's cells.
template <class Execution>
std::vector<std::int32_t> values_of(const planning::WaveFields<Execution>& fields, std::int32_t field, const GridMap& map) {
  const auto values = fields.values();
  const auto host = host_view(values.values);
  std::vector<std::int32_t> found;
  for (std::size_t cell = 0; cell < map.passable.size(); ++cell) {
    found.push_back(host(values.place(field, static_cast<std::int32_t>(cell))));
  }
  return found;
}

inline std::vector<std::int32_t> passable_cells(Random& random, const GridMap& map, std::int32_t count) {
  std::vector<std::int32_t> cells;
  while (static_cast<std::int32_t>(cells.size()) < count) {
    const std::int32_t cell = random.integer(0, static_cast<std::int32_t>(map.passable.size()) - 1);
    if (map.passable[static_cast<std::size_t>(cell)] != 0) cells.push_back(cell);
  }
  return cells;
}

}  // namespace plethos::tests
