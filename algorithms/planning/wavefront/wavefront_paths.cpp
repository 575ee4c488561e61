#include "algorithms/planning/wavefront/wavefront_paths.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/planning/grid_search/blocked_cells.hpp"
#include "algorithms/planning/wavefront/wave_way.hpp"
#include "algorithms/planning/wavefront/wavefront_method.hpp"
#include "backends/instantiate.hpp"
#include "backends/teams.hpp"
#include "backends/zero.hpp"

namespace plethos::planning {

/// Some queries, and the fields of their goals.
template <class MemorySpace>
struct AskedFields {
  WaveValues<MemorySpace> values;
  GridWays<MemorySpace> ways;
  Kokkos::View<const std::int32_t*, MemorySpace> query, field;

  KOKKOS_INLINE_FUNCTION std::int32_t value(int k) const { return values.at(field(k), ways.from(query(k))); }
};

/// Finds the greatest value that a query needs.
template <class MemorySpace>
struct FindFarthestQuery {
  AskedFields<MemorySpace> asked;
  Kokkos::View<std::int32_t, MemorySpace> farthest;

  KOKKOS_FUNCTION void operator()(int k) const { Kokkos::atomic_max(&farthest(), asked.value(k)); }
};

/// Counts the cells that a way lists; for a query without a way 0.
template <class MemorySpace>
struct CountBends {
  static constexpr int grain = 64;
  AskedFields<MemorySpace> asked;
  Kokkos::View<std::int64_t, MemorySpace> total;

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::int32_t q = asked.query(k);
    std::int32_t count = 0;
    if (asked.value(k) < unreached) {
      count = 1;
      for_each_bend(asked.values, asked.field(k), asked.ways.from(q), [&](std::int32_t) {
        ++count;
        return true;
      });
    }
    asked.ways.count(q) = count;
    Kokkos::atomic_add(&total(), std::int64_t{count});
  }
};

/// Lists the ways that were counted.
template <class MemorySpace>
struct ListBends {
  static constexpr int grain = 64;
  AskedFields<MemorySpace> asked;

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::int32_t q = asked.query(k);
    if (asked.ways.count(q) == 0) return;
    std::int64_t at = asked.ways.claim(q, asked.ways.count(q));
    asked.ways.cells(at) = asked.ways.from(q);
    for_each_bend(asked.values, asked.field(k), asked.ways.from(q), [&](std::int32_t cell) {
      asked.ways.cells(++at) = cell;
      return true;
    });
  }
};

template <class Execution>
void WavefrontPaths<Execution>::prepare(const World& world) {
  grid_ = require_grid(world, "wavefront");
  renew_grid_graph(execution_, *grid_, parameters_.connectivity, graph_);
}

template <class Execution>
std::uint64_t WavefrontPaths<Execution>::least_bytes(const World& world, std::size_t queries) const {
  const std::shared_ptr<const WorldGrid> grid = require_grid(world, "wavefront");
  return GridGraph<MemorySpace>::bytes_of(*grid) + WaveFields<Execution>::bytes_of_grid(*grid) +
         WaveFields<Execution>::bytes_per_field(*grid, parameters_.wave) +
         queries * (sizeof(PathQuery) + GridWays<MemorySpace>::bytes_per_query);
}

template <class Execution>
std::vector<typename WavefrontPaths<Execution>::Goal> WavefrontPaths<Execution>::sort_by_goal(std::size_t queries) {
  const std::pair<std::size_t, std::size_t> all(0, queries);
  const auto from = host_view(Kokkos::subview(ways_.from, all));
  const auto to = host_view(Kokkos::subview(ways_.to, all));
  asked_.clear();
  for (std::size_t q = 0; q < queries; ++q) {
    if (from(q) >= 0 && to(q) >= 0) asked_.push_back(static_cast<std::int32_t>(q));
  }
  const auto goal = [&](std::int32_t q) { return to(static_cast<std::size_t>(q)); };
  std::sort(asked_.begin(), asked_.end(), [&](std::int32_t a, std::int32_t b) { return std::pair(goal(a), a) < std::pair(goal(b), b); });
  std::vector<Goal> goals;
  for (std::size_t k = 0; k < asked_.size(); ++k) {
    if (goals.empty() || goals.back().cell != goal(asked_[k])) goals.push_back({goal(asked_[k]), k, 0});
    ++goals.back().count;
  }
  return goals;
}

template <class Execution>
std::size_t WavefrontPaths<Execution>::fields_at_a_time() const {
  const std::uint64_t memory = parameters_.search_memory > 0 ? static_cast<std::uint64_t>(parameters_.search_memory * 1e6f)
                                                             : (backends::memory(execution_).free + fields_.bytes()) / 2;
  // More fields at a time than threads can work on save nothing.
  const std::uint64_t most = std::max(64, backends::concurrency(execution_).threads / backends::team_vector);
  return std::clamp<std::uint64_t>(memory / WaveFields<Execution>::bytes_per_field(*grid_, parameters_.wave), 1, most);
}

template <class Execution>
Paths WavefrontPaths<Execution>::find(std::span<const PathQuery> queries) {
  const std::size_t count = queries.size();
  in_flight_ = 0;
  if (count == 0) return {};
  if (queries_.size() < count) {
    queries_ = {};
    ways_ = {};
    queries_ = unset_view<decltype(queries_)>("plethos::wavefront::queries", count);
    ways_ = GridWays<MemorySpace>(count);
    answers_.claim(count);
  }
  copy_bytes(queries_.data(), in_host_memory<MemorySpace>, queries.data(), true, queries.size_bytes());
  backends::for_each(execution_, "plethos::grid::find_query_cells", static_cast<int>(count),
                     FindQueryCells<MemorySpace>{queries_, GridFrame(*grid_), graph_.passable, ways_});
  backends::for_each(execution_, "plethos::wavefront::clear_ways", static_cast<int>(count), backends::Zero<Numbers>{ways_.count});
  execution_.fence();
  set_element(ways_.counts, WayCounts{});
  const std::vector<Goal> goals = sort_by_goal(count);
  const std::size_t fields = std::min(fields_at_a_time(), goals.size());
  for (std::size_t first = 0; first < goals.size(); first += fields) {
    answer(std::span(goals).subspan(first, std::min(fields, goals.size() - first)));
  }
  return answers_.paths(execution_, queries_, GridFrame(*grid_), ways_, count);
}

template <class Execution>
void WavefrontPaths<Execution>::answer(std::span<const Goal> goals) {
  const auto fields = static_cast<std::int32_t>(goals.size());
  std::vector<WaveSource> sources;
  std::vector<std::int32_t> batch, field_of;
  for (const Goal& goal : goals) {
    for (std::size_t k = goal.first; k < goal.first + goal.count; ++k) {
      batch.push_back(asked_[k]);
      field_of.push_back(static_cast<std::int32_t>(sources.size()));
    }
    sources.push_back({static_cast<std::int32_t>(sources.size()), goal.cell});
  }
  const auto count = static_cast<int>(batch.size());
  in_flight_ = std::max(in_flight_, std::int64_t{count});
  fields_.make(execution_, graph_, fields, parameters_.wave);
  fields_.begin(execution_, sources);
  AskedFields<MemorySpace> asked{fields_.values(), ways_,
                                 refill_view("plethos::wavefront::batch", std::span<const std::int32_t>(batch), batch_),
                                 refill_view("plethos::wavefront::field_of", std::span<const std::int32_t>(field_of), field_of_)};
  const Kokkos::View<std::int32_t, MemorySpace> farthest("plethos::wavefront::farthest");
  fields_.spread(execution_, [&] {
    asked.values = fields_.values();
    set_element(farthest, 0);
    backends::for_each(execution_, "plethos::wavefront::find_farthest", count, FindFarthestQuery<MemorySpace>{asked, farthest});
    execution_.fence();
    return element(farthest);
  });
  asked.values = fields_.values();
  const Kokkos::View<std::int64_t, MemorySpace> total("plethos::wavefront::bends");
  backends::for_each(execution_, "plethos::wavefront::count_bends", count, CountBends<MemorySpace>{asked, total});
  execution_.fence();
  const auto listed = static_cast<std::size_t>(element(ways_.counts).listed + element(total));
  if (ways_.cells.size() < listed) resize_view(ways_.cells, std::max(listed, 2 * ways_.cells.size()));
  asked.ways = ways_;
  backends::for_each(execution_, "plethos::wavefront::list_bends", count, ListBends<MemorySpace>{asked});
  execution_.fence();
}

template <class Execution>
std::unique_ptr<PathFinder> WavefrontMethod::make_path_finder(const Execution& execution, const PlannerSetup&,
                                                              const ParameterValues& values) {
  return std::make_unique<WavefrontPaths<Execution>>(execution, wavefront_table().read(values));
}

#define PLETHOS_WAVEFRONT_PATHS(Execution) \
  template std::unique_ptr<PathFinder> WavefrontMethod::make_path_finder(const Execution&, const PlannerSetup&, const ParameterValues&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_WAVEFRONT_PATHS);
#undef PLETHOS_WAVEFRONT_PATHS

}  // namespace plethos::planning
