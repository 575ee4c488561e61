#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "algorithms/planning/fields/wavefront/eikonal_reference.hpp"
#include "tests/algorithms/planning/fields/wavefront/wave_checks.hpp"

namespace plethos::tests {

/// Returns the distances of a field, in the order of the map's cells.
template <class Execution>
std::vector<float> distances_of(const planning::WaveFields<Execution>& fields, std::int32_t field, const GridMap& map) {
  const auto values = fields.values();
  const auto host = host_view(values.distances);
  std::vector<float> found;
  for (std::size_t cell = 0; cell < map.passable.size(); ++cell) {
    found.push_back(std::abs(host(values.place(field, static_cast<std::int32_t>(cell)))));
  }
  return found;
}

/// A radius that references look around quickly.
inline constexpr std::int32_t near_radius = 7;

/// The sources of each field.
using FieldSources = std::vector<std::vector<std::int32_t>>;

inline std::vector<planning::FieldSource> listed_sources(const FieldSources& sources) {
  std::vector<planning::FieldSource> all;
  for (std::size_t field = 0; field < sources.size(); ++field) {
    for (const std::int32_t cell : sources[field]) all.push_back({static_cast<std::int32_t>(field), cell});
  }
  return all;
}

template <class Execution>
void make_second_order_fields(const Execution& execution, const planning::GridGraph<typename Execution::memory_space>& graph,
                              const FieldSources& sources, planning::WaveFields<Execution>& fields,
                              planning::Wave wave = planning::Wave::front, std::int32_t radius = planning::second_order_radius) {
  fields.make(execution, graph, static_cast<std::int32_t>(sources.size()), wave, planning::Metric::eikonal, planning::Order::second,
              radius);
  fields.begin(execution, listed_sources(sources));
}

inline std::vector<float> expected_distances(const WorldGrid& map, std::int32_t unit, std::span<const std::int32_t> sources,
                                             std::int32_t radius) {
  return planning::reference::second_order_field(map, unit, sources, planning::reference::eikonal_field(map, unit, sources), radius);
}

/// Returns sources for fields: of one cell, of some, and of a square with cells inside.
inline FieldSources random_field_sources(Random& random, const GridMap& map) {
  FieldSources sources{passable_cells(random, map, 1), passable_cells(random, map, 5), {}};
  const std::int32_t left = random.integer(0, std::max(map.width - 5, 0)), top = random.integer(0, std::max(map.height - 5, 0));
  for (std::int32_t y = top; y < std::min(top + 5, map.height); ++y) {
    for (std::int32_t x = left; x < std::min(left + 5, map.width); ++x) {
      if (map.is_passable(x, y)) sources[2].push_back(static_cast<std::int32_t>(map.index(x, y)));
    }
  }
  return sources;
}

inline WorldGrid open_ground(std::int32_t side) {
  return map_of(std::vector<std::string>(static_cast<std::size_t>(side), std::string(static_cast<std::size_t>(side), '.')));
}

}  // namespace plethos::tests
