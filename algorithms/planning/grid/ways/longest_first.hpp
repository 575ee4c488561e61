#pragma once

#include "algorithms/planning/grid/search/grid_ways.hpp"

namespace plethos::planning {

/// For a counting sort: queries in order of the distance between their cells along the longer axis, in steps of a 64th of the map, the
/// furthest first. Queries that have no way are last.
template <class MemorySpace>
struct LengthBin {
  static constexpr std::int32_t bins = 64;
  GridWays<MemorySpace> ways;
  std::int32_t width, height;  ///< of the map, in cells

  KOKKOS_FUNCTION std::int32_t operator()(int q) const {
    const std::int32_t from = ways.from(q);
    const std::int32_t to = ways.to(q);
    if (from < 0 || to < 0) return bins - 1;
    const std::int32_t across = distance(from % width, to % width);
    const std::int32_t along = distance(from / width, to / width);
    const std::int32_t side = width < height ? height : width;
    return static_cast<std::int32_t>(bins - 1 - std::int64_t{bins} * (across < along ? along : across) / side);
  }

 private:
  KOKKOS_INLINE_FUNCTION static std::int32_t distance(std::int32_t a, std::int32_t b) { return a < b ? b - a : a - b; }
};

}  // namespace plethos::planning
