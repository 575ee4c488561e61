#include "algorithms/planning/roadmap/roadmap_paths.hpp"

#include <algorithm>

#include "algorithms/planning/instantiate_path_finder.hpp"
#include "algorithms/planning/roadmap/roadmap_method.hpp"
#include "algorithms/planning/roadmap/roadmap_planner.hpp"
#include "algorithms/planning/roadmap/way_search.hpp"
#include "backends/teams.hpp"
#include "core/copy_view.hpp"

namespace plethos::planning {

template <class Execution>
void RoadmapPaths<Execution>::prepare(const World& world) {
  const std::vector<Segment> segments = world.segments();
  host_nodes_ = nodes_of(world, setup_);
  require_feasible_roadmap(host_nodes_.size(), 0, segments.size());
  nodes_ = Points<MemorySpace>(host_nodes_);
  sight_ = {obstacles::make_walls<MemorySpace>(segments, world.bounds)};
  segments_ = SweptSegments<MemorySpace>(execution_, sight_);
  edges_ = find_visible(execution_, sight_, segments_, nodes_, nodes_, true, clearance_of(setup_), scratch_bytes_);
}

template <class Execution>
Paths RoadmapPaths<Execution>::find(std::span<const PathQuery> queries) {
  // What a query takes at most: what its start and end see, and the memory of its search.
  const std::size_t bytes_per_query =
      host_nodes_.size() * (2 * RaggedLists<MemorySpace>::bytes_per_element + SearchWay<MemorySpace>::bytes_per_node);
  const std::size_t batch =
      std::clamp<std::size_t>(scratch_bytes_ / std::max<std::size_t>(bytes_per_query, 1), 1, std::max<std::size_t>(queries.size(), 1));
  in_flight_ =
      static_cast<std::int64_t>(std::min({batch, queries.size(), static_cast<std::size_t>(backends::concurrency(execution_).threads)}));
  Paths paths;
  for (std::size_t first = 0; first < queries.size(); first += batch) {
    find_batch(queries.subspan(first, std::min(batch, queries.size() - first)), paths);
  }
  return paths;
}

template <class Execution>
void RoadmapPaths<Execution>::find_batch(std::span<const PathQuery> queries, Paths& paths) {
  const auto count = static_cast<int>(queries.size());
  const float clearance = clearance_of(setup_);
  SearchWay<MemorySpace> search(nodes_, sight_, edges_, clearance, queries.size());
  search.queries = QueryPoints<MemorySpace>(queries);
  search.from = find_visible(execution_, sight_, segments_, search.queries.from, nodes_, false, clearance, scratch_bytes_);
  search.to = find_visible(execution_, sight_, segments_, search.queries.to, nodes_, false, clearance, scratch_bytes_);
  backends::for_each(execution_, "plethos::roadmap::search_way", count, search);
  execution_.fence();
  const auto last = host_view(search.last);
  const auto lengths = host_view(search.count);
  ListWay<MemorySpace> list{search, {}, {}};
  list.offset = decltype(list.offset)("plethos::roadmap::way_offset", queries.size());
  const auto offset = Kokkos::create_mirror_view(Kokkos::HostSpace(), list.offset);
  std::int64_t total = 0;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    offset(q) = total;
    total += lengths(q);
  }
  copy_view(list.offset, offset);
  list.nodes = decltype(list.nodes)("plethos::roadmap::way_nodes", static_cast<std::size_t>(total));
  backends::for_each(execution_, "plethos::roadmap::list_way", count, list);
  execution_.fence();
  const auto nodes = host_view(list.nodes);
  std::vector<Vec2> way;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    way.clear();
    if (last(q) != SearchWay<MemorySpace>::unsolved) {
      way.push_back(queries[q].from);
      for (std::int64_t k = offset(q); k < offset(q) + lengths(q); ++k) {
        way.push_back(host_nodes_[static_cast<std::size_t>(nodes(static_cast<std::size_t>(k)))]);
      }
      way.push_back(queries[q].to);
    }
    paths.add(way);
  }
}

template <class Execution>
std::uint64_t RoadmapPaths<Execution>::bytes() const {
  return 8 * host_nodes_.size() + sight_.walls.bytes() + edges_.bytes() + 4 * (segments_.simple.size() + segments_.crossing.size());
}

template <class Execution>
AbstractGraph RoadmapPaths<Execution>::abstract_graph() const {
  AbstractGraph graph;
  graph.nodes = host_nodes_;
  const auto offset = host_view(edges_.offset);
  const auto count = host_view(edges_.count);
  const auto id = host_view(edges_.id);
  for (std::size_t node = 0; node < host_nodes_.size(); ++node) {
    for (std::int64_t k = offset(node); k < offset(node) + count(node); ++k) {
      const std::int32_t other = id(static_cast<std::size_t>(k));
      if (static_cast<std::int32_t>(node) < other) graph.edges.push_back({static_cast<std::int32_t>(node), other});
    }
  }
  return graph;
}

template <class Execution>
std::uint64_t RoadmapPaths<Execution>::least_bytes(const World& world, std::size_t queries) const {
  // A batch may be a single query.
  const std::size_t of_node =
      sizeof(Vec2) + RaggedLists<MemorySpace>::bytes_per_list + (queries > 0 ? SearchWay<MemorySpace>::bytes_per_node : 0);
  return obstacles::Walls<MemorySpace>::least_bytes_per_wall * world.segments().size() + of_node * setup_.nodes.size();
}

PLETHOS_INSTANTIATE(RoadmapPaths);

template <class Execution>
std::unique_ptr<PathFinder> RoadmapMethod::make_path_finder(const Execution& execution, const PlannerSetup& setup, const ParameterValues&) {
  return std::make_unique<RoadmapPaths<Execution>>(execution, setup);
}

PLETHOS_INSTANTIATE_PATH_FINDER(RoadmapMethod);

}  // namespace plethos::planning
