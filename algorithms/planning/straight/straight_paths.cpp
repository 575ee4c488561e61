#include "algorithms/planning/straight/straight_paths.hpp"

#include <algorithm>
#include <array>

#include "algorithms/planning/instantiate_path_finder.hpp"
#include "algorithms/planning/query_points.hpp"
#include "algorithms/planning/straight/straight_method.hpp"
#include "backends/execution.hpp"
#include "backends/teams.hpp"
#include "core/copy_view.hpp"

namespace plethos::planning {

template <class MemorySpace>
struct LookAlong {
  static constexpr int grain = 64;
  Sight<MemorySpace> sight;
  QueryPoints<MemorySpace> queries;
  Kokkos::View<std::uint8_t*, MemorySpace> seen;

  KOKKOS_FUNCTION void operator()(int q) const { seen(q) = sight.visible(queries.from.at(q), queries.to.at(q)) ? 1 : 0; }
};

template <class Execution>
void StraightPaths<Execution>::prepare(const World& world) {
  sight_ = {obstacles::make_walls<MemorySpace>(world.segments(), world.bounds)};
}

template <class Execution>
Paths StraightPaths<Execution>::find(std::span<const PathQuery> queries) {
  in_flight_ = std::min(static_cast<std::int64_t>(queries.size()), std::int64_t{backends::concurrency(execution_).threads});
  const Kokkos::View<std::uint8_t*, MemorySpace> seen("plethos::planning::seen", queries.size());
  backends::for_each(execution_, "plethos::planning::look_along", static_cast<int>(queries.size()),
                     LookAlong<MemorySpace>{sight_, QueryPoints<MemorySpace>(queries), seen});
  execution_.fence();
  const auto host_seen = host_view(seen);
  Paths paths;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const std::array<Vec2, 2> line{queries[q].from, queries[q].to};
    paths.add(std::span(line).first(host_seen(q) != 0 ? line.size() : 0));
  }
  return paths;
}

template <class Execution>
std::uint64_t StraightPaths<Execution>::least_bytes(const World& world, std::size_t queries) const {
  return obstacles::Walls<MemorySpace>::least_bytes_per_wall * world.segments().size() + (sizeof(PathQuery) + 1) * queries;
}

PLETHOS_INSTANTIATE(StraightPaths);

template <class Execution>
std::unique_ptr<PathFinder> StraightMethod::make_path_finder(const Execution& execution, const PlannerSetup&, const ParameterValues&) {
  return std::make_unique<StraightPaths<Execution>>(execution);
}

PLETHOS_INSTANTIATE_PATH_FINDER(StraightMethod);

}  // namespace plethos::planning
