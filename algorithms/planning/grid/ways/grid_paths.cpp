#include "algorithms/planning/grid/ways/grid_paths.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/planning/grid/map/blocked_cells.hpp"
#include "algorithms/planning/grid/ways/grid_answers.hpp"
#include "algorithms/planning/grid/ways/longest_first.hpp"
#include "backends/counting_sort.hpp"
#include "backends/instantiate.hpp"
#include "core/error.hpp"

namespace plethos::planning {
namespace {

template <class Execution>
class GridPaths final : public PathFinder {
 public:
  using MemorySpace = typename Execution::memory_space;

  GridPaths(const Execution& execution, std::unique_ptr<GridSearches<Execution>> searches)
      : execution_(execution), searches_(std::move(searches)) {}

  void prepare(const World& world) override {
    grid_ = require_grid(world, searches_->name());
    renew_grid_graph(execution_, *grid_, searches_->parameters().connectivity, graph_);
    searches_->make(execution_, graph_);
  }
  void claim(std::span<const PathQuery> queries) override;
  Paths find(std::span<const PathQuery> queries) override;
  std::uint64_t bytes() const override { return searches_->bytes() + pool_.bytes(); }
  std::int64_t states() const override { return graph_.cells(); }
  std::int64_t in_flight() const override { return in_flight_; }
  AbstractGraph abstract_graph() const override { return searches_->abstract_graph(*grid_); }
  std::uint64_t least_bytes(const World& world, std::size_t queries) const override {
    const std::shared_ptr<const WorldGrid> grid = require_grid(world, searches_->name());
    return GridGraph<MemorySpace>::bytes_of(*grid) + searches_->least_bytes(static_cast<std::int64_t>(grid->passable.size())) +
           bytes_per_query * queries;
  }

 private:
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;
  static constexpr std::size_t cells_of_most_ways = 64;
  /// Of claim_memory().
  static constexpr std::size_t bytes_per_query = sizeof(PathQuery) + GridWays<MemorySpace>::bytes_per_query +
                                                 GridAnswers<MemorySpace>::bytes_per_query + sizeof(std::int32_t) +
                                                 cells_of_most_ways * sizeof(std::int32_t);

  void claim_memory(std::size_t queries);
  /// Returns the order in which searches take the queries: the longest first where several searches run at a time and some queries must
  /// wait, so that none of the longest begins last, when all others have ended. Otherwise it is empty, which is that of the queries.
  Numbers order_of(std::size_t queries);
  /// Answers as many queries in the given order; those of `ways_` in theirs if it is empty. `ways_.counts` say that none of them is taken
  /// yet. Meanwhile the host runs beside(). Returns what became of them.
  template <class Beside>
  WayCounts search_all(const Numbers& order, std::size_t queries, const Beside& beside);
  /// Makes room for the ways that did not fit, and returns their queries.
  Numbers make_room(const WayCounts& counts, std::size_t queries);

  Execution execution_;
  std::unique_ptr<GridSearches<Execution>> searches_;
  std::shared_ptr<const WorldGrid> grid_;
  GridGraph<MemorySpace> graph_;
  SearchPool<MemorySpace> pool_;
  Kokkos::View<PathQuery*, MemorySpace> queries_;
  Numbers order_;
  backends::CountingSort<MemorySpace> by_length_{LengthBin<MemorySpace>::bins};
  GridWays<MemorySpace> ways_;
  GridAnswers<MemorySpace> answers_;
  std::int64_t in_flight_ = 0;
};

template <class Execution>
void GridPaths<Execution>::claim_memory(std::size_t queries) {
  if (queries_.size() >= queries) return;
  queries_ = {};
  order_ = {};
  ways_ = {};
  queries_ = unset_view<decltype(queries_)>("plethos::grid::queries", queries);
  order_ = unset_view<Numbers>("plethos::grid::order", queries);
  ways_ = GridWays<MemorySpace>(queries);
  ways_.cells = unset_view<Numbers>("plethos::grid::way_cells", cells_of_most_ways * queries);
  answers_.claim(queries);
}

template <class Execution>
void GridPaths<Execution>::claim(std::span<const PathQuery> queries) {
  // Nobody asks for a way from outside of the map, so that each kernel is launched once and ends at once.
  const Vec2 outside = grid_->center({-1, -1});
  find(std::vector<PathQuery>(queries.size(), PathQuery{outside, outside}));
}

template <class Execution>
typename GridPaths<Execution>::Numbers GridPaths<Execution>::order_of(std::size_t queries) {
  if (backends::runs_alone(execution_) || queries <= static_cast<std::size_t>(pool_.slots())) return {};
  by_length_.run(execution_, 0, static_cast<std::int32_t>(queries), LengthBin<MemorySpace>{ways_, grid_->width, grid_->height},
                 backends::ListItem<Numbers>{order_});
  return order_;
}

template <class Execution>
template <class Beside>
WayCounts GridPaths<Execution>::search_all(const Numbers& order, std::size_t queries, const Beside& beside) {
  const auto waiting = static_cast<std::int32_t>(queries);
  const std::int32_t searches = std::min(pool_.slots(), waiting);
  in_flight_ = std::max(in_flight_, std::int64_t{searches});
  searches_->answer(execution_, searches, pool_, ways_, order, waiting);
  beside();
  execution_.fence();
  return element(ways_.counts);
}

template <class Execution>
typename GridPaths<Execution>::Numbers GridPaths<Execution>::make_room(const WayCounts& counts, std::size_t queries) {
  const auto first = host_view(Kokkos::subview(ways_.first, std::pair<std::size_t, std::size_t>(0, queries)));
  const auto count = host_view(Kokkos::subview(ways_.count, std::pair<std::size_t, std::size_t>(0, queries)));
  std::vector<std::int32_t> left;
  for (std::size_t q = 0; q < queries; ++q) {
    if (count(q) > 0 && first(q) < 0) left.push_back(static_cast<std::int32_t>(q));
  }
  searches_->grow(counts);
  const std::size_t before = ways_.cells.size();
  resize_view(ways_.cells, before + static_cast<std::size_t>(counts.lacking));
  set_element(ways_.counts, WayCounts{static_cast<std::int64_t>(before)});
  return to_view<MemorySpace>("plethos::grid::order", left);
}

template <class Execution>
Paths GridPaths<Execution>::find(std::span<const PathQuery> queries) {
  const std::size_t count = queries.size();
  in_flight_ = 0;
  if (count == 0) return {};
  claim_memory(count);
  copy_bytes(queries_.data(), in_host_memory<MemorySpace>, queries.data(), true, queries.size_bytes());
  backends::for_each(execution_, "plethos::grid::find_query_cells", static_cast<int>(count),
                     FindQueryCells<MemorySpace>{queries_, GridFrame(*grid_), graph_.passable, ways_});
  set_element(ways_.counts, WayCounts{});
  // Most ways list few cells, and most searches need little memory. Those that do not fit are searched once more, with more room.
  renew_pool(execution_, pool_, count, searches_->shape(), searches_->parameters());
  WayCounts counts = search_all(order_of(count), count, [&] { answers_.make_room(count); });
  while (counts.too_long == 0 && counts.lack > 0) {
    const auto lacking = static_cast<std::size_t>(counts.lack);
    const Numbers order = make_room(counts, count);
    renew_pool(execution_, pool_, lacking, searches_->shape(), searches_->parameters());
    counts = search_all(order, lacking, [] {});
  }
  if (counts.too_long > 0) {
    throw InputError(std::string(searches_->name()) + ": found a way longer than " + std::to_string(longest_way / length_of_cell) +
                     " cells of cost 1, expected a shorter one");
  }
  return answers_.paths(execution_, queries_, GridFrame(*grid_), ways_, count);
}

}  // namespace

template <class Execution>
std::unique_ptr<PathFinder> make_grid_paths(const Execution& execution, std::unique_ptr<GridSearches<Execution>> searches) {
  return std::make_unique<GridPaths<Execution>>(execution, std::move(searches));
}

#define PLETHOS_MAKE_GRID_PATHS(Execution) \
  template std::unique_ptr<PathFinder> make_grid_paths(const Execution&, std::unique_ptr<GridSearches<Execution>>)
PLETHOS_FOR_EXECUTIONS(PLETHOS_MAKE_GRID_PATHS);
#undef PLETHOS_MAKE_GRID_PATHS

}  // namespace plethos::planning
