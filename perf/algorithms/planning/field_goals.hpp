#pragma once

#include <vector>

#include "algorithms/planning/fields/field_source.hpp"
#include "core/grid_map.hpp"
#include "core/random.hpp"

namespace plethos::perf {

/// Returns random passable cells of a map as goals, one for each field.
inline std::vector<planning::FieldSource> goals_in(const GridMap& map, std::int32_t fields) {
  std::vector<planning::FieldSource> sources;
  PhiloxStream random(5, 0);
  while (static_cast<std::int32_t>(sources.size()) < fields) {
    const std::size_t cell = random.below(map.passable.size());
    if (map.passable[cell] != 0) sources.push_back({static_cast<std::int32_t>(sources.size()), static_cast<std::int32_t>(cell)});
  }
  return sources;
}

/// Computes fields to their ends.
inline std::int32_t everything() { return planning::unreached; }

}  // namespace plethos::perf
