#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "algorithms/planning/fields/wavefront/wave_fields.hpp"
#include "algorithms/planning/fields/wavefront/wavefront_reference.hpp"
#include "core/copy_view.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"

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

/// Cells of a map that have turned or cost something else, and those around them.
struct TurnedCells {
  std::vector<planning::CellChange> changed;
  std::vector<std::int32_t> touched;
};

/// Returns the cells that change, and those around them.
inline std::vector<std::int32_t> touched_by(std::span<const planning::CellChange> changed, const GridMap& map) {
  std::vector<std::int32_t> touched;
  for (const planning::CellChange& change : changed) {
    const GridCell at = map.cell(static_cast<std::size_t>(change.cell));
    for (std::int32_t y = std::max(at.y - 1, 0); y <= std::min(at.y + 1, map.height - 1); ++y) {
      for (std::int32_t x = std::max(at.x - 1, 0); x <= std::min(at.x + 1, map.width - 1); ++x) {
        touched.push_back(static_cast<std::int32_t>(map.index(x, y)));
      }
    }
  }
  planning::sort_once(touched);
  return touched;
}

/// Blocks or opens up to `most` random cells of a map, but none of `kept`, and gives them costs of up to `most_cost`.
inline TurnedCells turn_cells(Random& random, std::span<const std::int32_t> kept, std::int32_t most_cost, GridMap& map,
                              std::int32_t most = 30) {
  TurnedCells turned;
  for (std::int32_t k = random.integer(1, most); k > 0; --k) {
    const std::int32_t cell = random.integer(0, map.width * map.height - 1);
    const auto at = static_cast<std::size_t>(cell);
    if (std::find(kept.begin(), kept.end(), cell) != kept.end()) continue;
    const auto is_it = [&](const planning::CellChange& change) { return change.cell == cell; };
    if (std::any_of(turned.changed.begin(), turned.changed.end(), is_it)) continue;
    map.passable[at] = random.once_in(3) ? 0 : 1;
    if (most_cost > 1) map.cost[at] = random.integer(1, most_cost);
    turned.changed.push_back({cell, map.cost_at(at), map.passable[at] != 0, true});
  }
  turned.touched = touched_by(turned.changed, map);
  return turned;
}

/// Returns a map with boxes in it, and single cells that are blocked once in so many times.
inline WorldGrid map_of_boxes(Random& random, std::int32_t width, std::int32_t height, std::int32_t blocked) {
  WorldGrid map = random_map(random, width, height, blocked);
  for (int box = 0; box < 8; ++box) {
    const std::int32_t left = random.integer(0, width - 9), top = random.integer(0, height - 9);
    const std::int32_t bottom = top + random.integer(2, 8);
    for (std::int32_t y = top; y < bottom; ++y) {
      for (std::int32_t x = left; x < left + 6; ++x) map.passable[map.index(x, y)] = 0;
    }
  }
  return map;
}

/// Computes a field of each source, to its end.
template <class Execution>
void compute_fields(const Execution& execution, const GridMap& map, planning::Connectivity connectivity,
                    std::span<const std::int32_t> cells, planning::Wave wave, planning::WaveFields<Execution>& fields) {
  fields.make(execution, planning::make_grid_graph(execution, map, connectivity), static_cast<std::int32_t>(cells.size()), wave);
  std::vector<planning::FieldSource> sources;
  for (std::size_t field = 0; field < cells.size(); ++field) sources.push_back({static_cast<std::int32_t>(field), cells[field]});
  fields.begin(execution, sources);
  fields.spread(execution, everything);
  CHECK(fields.settled() == planning::unreached);
}

/// Compares fields of single sources with the reference.
template <class Execution>
void check_fields(const Execution& execution, const GridMap& map, planning::Connectivity connectivity, std::span<const std::int32_t> cells,
                  planning::Wave wave = planning::Wave::front) {
  planning::WaveFields<Execution> fields;
  compute_fields(execution, map, connectivity, cells, wave, fields);
  for (std::size_t field = 0; field < cells.size(); ++field) {
    CAPTURE(field);
    CHECK(values_of(fields, static_cast<std::int32_t>(field), map) ==
          planning::reference::wave_field(map, connectivity, cells.subspan(field, 1)));
  }
}

}  // namespace plethos::tests
