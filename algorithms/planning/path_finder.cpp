#include "algorithms/planning/path_finder.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "algorithms/planning/registry.hpp"
#include "backends/instantiate.hpp"
#include "backends/out_of_memory.hpp"

namespace plethos::planning {

std::span<const Vec2> Paths::way(std::size_t query) const {
  const auto begin = static_cast<std::size_t>(first[query]);
  return std::span(points).subspan(begin, static_cast<std::size_t>(first[query + 1]) - begin);
}

double Paths::length(std::size_t query) const {
  const std::span<const Vec2> points_of_way = way(query);
  double sum = 0;
  for (std::size_t k = 1; k < points_of_way.size(); ++k) {
    const Vec2 a = points_of_way[k - 1];
    const Vec2 b = points_of_way[k];
    sum += std::hypot(double{b.x} - double{a.x}, double{b.y} - double{a.y});
  }
  return sum;
}

void Paths::add(std::span<const Vec2> way) {
  points.insert(points.end(), way.begin(), way.end());
  first.push_back(static_cast<std::int64_t>(points.size()));
}

std::uint64_t checksum(const Paths& paths) {
  const std::uint64_t places = XXH3_64bits(paths.first.data(), paths.first.size() * sizeof(std::int64_t));
  return XXH3_64bits_withSeed(paths.points.data(), paths.points.size() * sizeof(Vec2), places);
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
