#include "algorithms/planning/path_finder.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "algorithms/planning/grid/map/blocked_cells.hpp"
#include "algorithms/planning/registry.hpp"
#include "backends/instantiate.hpp"
#include "backends/out_of_memory.hpp"

namespace plethos::planning {

std::uint64_t checksum(const Paths& paths) {
  const std::uint64_t places = XXH3_64bits(paths.first.data(), paths.first.size() * sizeof(std::int64_t));
  return XXH3_64bits_withSeed(paths.points.data(), paths.points.size() * sizeof(Vec2), places);
}

std::uint64_t checksum(const GridMap& map) {
  const std::int32_t size[] = {map.width, map.height};
  const std::uint64_t shape = XXH3_64bits(size, sizeof size);
  const std::uint64_t cells = XXH3_64bits_withSeed(map.passable.data(), map.passable.size(), shape);
  return XXH3_64bits_withSeed(map.cost.data(), map.cost.size() * sizeof(std::int32_t), cells);
}

bool PathFinder::follow(const World& world, std::size_t staying, float clearance) {
  prepare(with_blocked_cells(world, staying, clearance));
  return false;
}

std::unique_ptr<PathFinder> make_path_finder(const backends::Backend& backend, const std::string& planner, const PlannerSetup& setup,
                                             const ParameterValues& values) {
  return backends::visit(backend, [&](const auto& execution) { return PathMethods::make(execution, planner, setup, values); });
}

void require_memory(const PathFinder& finder, const backends::Backend& backend, const std::string& planner, const World& world,
                    std::size_t queries) {
  const std::uint64_t needed = finder.least_bytes(world, queries);
  if (needed <= backends::memory(backend).free) return;
  throw backends::lack_of_memory(std::to_string(queries) + " queries by " + planner, needed, backend);
}

}  // namespace plethos::planning
