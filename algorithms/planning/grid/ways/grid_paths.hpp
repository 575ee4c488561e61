#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/planning/grid/map/blocked_cells.hpp"
#include "algorithms/planning/grid/map/grid_graph.hpp"
#include "algorithms/planning/grid/map/grid_parameters.hpp"
#include "algorithms/planning/grid/search/search_pool.hpp"
#include "algorithms/planning/grid/search/search_traits.hpp"
#include "algorithms/planning/grid/ways/grid_answers.hpp"
#include "core/error.hpp"

namespace plethos::planning {

/// Searches ways in a map, a query in each slot. A slot takes one query after the other until none is left, so that a long search holds
/// up nobody. `Search` is the planner's search over cells (astar/astar_search.hpp).
template <class MemorySpace, class Search>
struct SearchWays {
  static constexpr int grain = 1;
  using launch_bounds = SearchBounds;
  Search search;
  SearchPool<MemorySpace> pool;
  GridWays<MemorySpace> ways;
  Kokkos::View<const std::int32_t*, MemorySpace> order;  ///< the queries to be answered; empty: all
  std::int32_t waiting;                                  ///< how many queries these are

  KOKKOS_FUNCTION void operator()(int slot) const { work(backends::OneThread(), slot, nullptr); }
  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    work(backends::Warp(), member.league_rank(), shared_open_nodes<Search>(member));
  }
  /// Lets a team answer queries in a slot until none is left. `open`: see SearchSlot.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void work(const Team& team, int slot, OpenNodes* open) const {
    take_all(team, ways.counts().taken, waiting, [&](std::int32_t k) { answer(team, slot, open, order.size() > 0 ? order(k) : k); });
  }

 private:
  template <class Team>
  KOKKOS_INLINE_FUNCTION void answer(const Team& team, int slot, OpenNodes* open, int q) const {
    const std::int32_t from = ways.from(q);
    const std::int32_t to = ways.to(q);
    SearchSlot memory = pool.begin(team, slot, open);
    const WayEnd end = search_by(team, search, memory, from, to);
    if (team.rank() == 0) list(memory, q, end, from, to);
  }
  KOKKOS_INLINE_FUNCTION void list(const SearchSlot& memory, int q, WayEnd end, std::int32_t from, std::int32_t to) const {
    ways.count(q) = 0;
    if (end == WayEnd::starved) return ways.starve(q);
    if (end == WayEnd::too_long) Kokkos::atomic_add(&ways.counts().too_long, 1);
    if (end != WayEnd::found) return;
    if constexpr (lists_ways<Search>) {
      if (*memory.count > search.room) return ways.lack(q, *memory.count);
    }
    std::int32_t count = 1;
    search.for_each_bend(memory, from, to, [&](std::int32_t) { ++count; });
    const std::int64_t first = ways.claim(q, count);
    if (first < 0) return;
    std::int64_t at = first + count;
    search.for_each_bend(memory, from, to, [&](std::int32_t cell) { ways.cells(--at) = cell; });
    ways.cells(first) = from;
  }
};

/// Answers queries in the world's grid, a query in each slot of the pool (Caggianese and Erra 2014, section 4.2: in each thread). A way
/// leads from center to center of cells. `Method` is the planner: its `name` and `search_label`, its `Parameters` and their table(), the
/// type of its `Search<MemorySpace>`, and make_search() (search_traits.hpp). The parameter `search_memory` says how much memory
/// searches take; queries that do not fit wait. A search that needs more memory than it has is begun anew with more (`grow()`).
/// Search::least_bytes(cells) says what it claims at least beside the graph, for a single slot. A method over regions has
/// abstract_graph(grid, search), too. Errors: InputError for a world without a grid, and those of make_search().
template <class Execution, class Method>
class GridPaths final : public PathFinder {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Search = typename Method::template Search<MemorySpace>;

  GridPaths(const Execution& execution, const typename Method::Parameters& parameters) : execution_(execution), parameters_(parameters) {}

  void prepare(const World& world) override;
  Paths find(std::span<const PathQuery> queries) override;
  std::uint64_t bytes() const override { return search_.bytes() + kept_.bytes() + pool_.bytes(); }
  std::int64_t states() const override { return graph_.cells(); }
  std::int64_t in_flight() const override { return in_flight_; }
  AbstractGraph abstract_graph() const override {
    if constexpr (requires { Method::abstract_graph(*grid_, search_); }) {
      return Method::abstract_graph(*grid_, search_);
    } else {
      return {};
    }
  }
  std::uint64_t least_bytes(const World& world, std::size_t queries) const override;

 private:
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;
  static constexpr std::size_t cells_of_most_ways = 64;
  /// Of claim_memory().
  static constexpr std::size_t bytes_per_query =
      sizeof(PathQuery) + GridWays<MemorySpace>::bytes_per_query + (cells_of_most_ways + 1) * sizeof(std::int32_t);

  void claim_memory(std::size_t queries);
  /// Answers the queries that `order` names; all if it is empty. `ways_.counts` say that none of them is taken yet. Returns what became of
  /// them.
  WayCounts search_all(const Numbers& order, std::size_t queries);
  /// Makes room for the ways that did not fit, and returns their queries.
  Numbers make_room(const WayCounts& counts, std::size_t queries);

  Execution execution_;
  typename Method::Parameters parameters_;
  std::shared_ptr<const WorldGrid> grid_;
  GridGraph<MemorySpace> graph_;
  KeptBy<Method, MemorySpace> kept_;
  Search search_;
  SearchPool<MemorySpace> pool_;
  Kokkos::View<PathQuery*, MemorySpace> queries_;
  GridWays<MemorySpace> ways_;
  GridAnswers<MemorySpace> answers_;
  std::int64_t in_flight_ = 0;
};

template <class Execution, class Method>
void GridPaths<Execution, Method>::prepare(const World& world) {
  grid_ = require_grid(world, Method::name);
  renew_grid_graph(execution_, *grid_, parameters_.connectivity, graph_);
  [[maybe_unused]] const Search before = std::exchange(search_, make_search<Method>(execution_, graph_, parameters_, kept_));
  // What was too little memory for searches in the map of before most likely is so again.
  if constexpr (lists_ways<Search>) search_.room = std::max(search_.room, before.room);
  if constexpr (grows<Search>) search_.grow_as(before);
}

template <class Execution, class Method>
std::uint64_t GridPaths<Execution, Method>::least_bytes(const World& world, std::size_t queries) const {
  const std::shared_ptr<const WorldGrid> grid = require_grid(world, Method::name);
  return GridGraph<MemorySpace>::bytes_of(*grid) + Search::least_bytes(static_cast<std::int64_t>(grid->passable.size())) +
         bytes_per_query * queries;
}

template <class Execution, class Method>
void GridPaths<Execution, Method>::claim_memory(std::size_t queries) {
  if (queries_.size() >= queries) return;
  queries_ = {};
  ways_ = {};
  queries_ = unset_view<decltype(queries_)>("plethos::grid::queries", queries);
  ways_ = GridWays<MemorySpace>(queries);
  ways_.cells = unset_view<Numbers>("plethos::grid::way_cells", cells_of_most_ways * queries);
  answers_.claim(queries);
}

template <class Execution, class Method>
WayCounts GridPaths<Execution, Method>::search_all(const Numbers& order, std::size_t queries) {
  renew_pool(execution_, pool_, queries, search_.shape(), parameters_);
  const auto waiting = static_cast<std::int32_t>(queries);
  const std::int32_t searches = std::min(pool_.slots(), waiting);
  in_flight_ = std::max(in_flight_, std::int64_t{searches});
  for_each_slot<Search>(execution_, Method::search_label, searches, SearchWays<MemorySpace, Search>{search_, pool_, ways_, order, waiting});
  execution_.fence();
  return element(ways_.counts);
}

template <class Execution, class Method>
typename GridPaths<Execution, Method>::Numbers GridPaths<Execution, Method>::make_room(const WayCounts& counts, std::size_t queries) {
  const auto first = host_view(Kokkos::subview(ways_.first, std::pair<std::size_t, std::size_t>(0, queries)));
  const auto count = host_view(Kokkos::subview(ways_.count, std::pair<std::size_t, std::size_t>(0, queries)));
  std::vector<std::int32_t> left;
  for (std::size_t q = 0; q < queries; ++q) {
    if (count(q) > 0 && first(q) < 0) left.push_back(static_cast<std::int32_t>(q));
  }
  if constexpr (grows<Search>) {
    if (counts.starved > 0) search_.grow();
  }
  if constexpr (lists_ways<Search>) search_.room = std::max(search_.room, std::int64_t{counts.longest});
  const std::size_t before = ways_.cells.size();
  resize_view(ways_.cells, before + static_cast<std::size_t>(counts.lacking));
  set_element(ways_.counts, WayCounts{static_cast<std::int64_t>(before)});
  return to_view<MemorySpace>("plethos::grid::order", left);
}

template <class Execution, class Method>
Paths GridPaths<Execution, Method>::find(std::span<const PathQuery> queries) {
  const std::size_t count = queries.size();
  in_flight_ = 0;
  if (count == 0) return {};
  claim_memory(count);
  copy_bytes(queries_.data(), in_host_memory<MemorySpace>, queries.data(), true, queries.size_bytes());
  backends::for_each(execution_, "plethos::grid::find_query_cells", static_cast<int>(count),
                     FindQueryCells<MemorySpace>{queries_, GridFrame(*grid_), search_.grid().passable, ways_});
  set_element(ways_.counts, WayCounts{});
  // Most ways list few cells, and most searches need little memory. Those that do not fit are searched once more, with more room.
  WayCounts counts = search_all({}, count);
  while (counts.too_long == 0 && counts.lack > 0) {
    const auto lacking = static_cast<std::size_t>(counts.lack);
    counts = search_all(make_room(counts, count), lacking);
  }
  if (counts.too_long > 0) {
    throw InputError(std::string(Method::name) + ": found a way longer than " + std::to_string(longest_way / length_of_cell) +
                     " cells of cost 1, expected a shorter one");
  }
  return answers_.paths(execution_, queries_, GridFrame(*grid_), ways_, count);
}

}  // namespace plethos::planning
