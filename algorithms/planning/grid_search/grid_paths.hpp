#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "algorithms/planning/grid_search/blocked_cells.hpp"
#include "algorithms/planning/grid_search/grid_graph.hpp"
#include "algorithms/planning/grid_search/grid_parameters.hpp"
#include "algorithms/planning/grid_search/grid_ways.hpp"
#include "algorithms/planning/grid_search/listed_ways.hpp"
#include "algorithms/planning/grid_search/search_pool.hpp"
#include "algorithms/planning/path_finder.hpp"
#include "backends/append.hpp"
#include "core/error.hpp"

namespace plethos::planning {

/// Whether a search lists a way as it goes, in a list that has `room` for so many cells.
template <class Search>
constexpr bool lists_ways = requires(Search search) {
  search.room;
};

/// Searches ways in a map, a query in each thread. A slot takes one query after the other until none is left, so that a long search holds
/// up nobody. `Search` is the planner's search over cells (astar/astar_search.hpp).
template <class MemorySpace, class Search>
struct SearchWays {
  static constexpr int grain = 1;
  Search search;
  SearchPool<MemorySpace> pool;
  GridWays<MemorySpace> ways;
  Kokkos::View<const std::int32_t*, MemorySpace> order;  ///< the queries to be answered
  Kokkos::View<std::int32_t, MemorySpace> taken;         ///< how many of them were taken

  KOKKOS_FUNCTION void operator()(int slot) const {
    const auto waiting = static_cast<std::int32_t>(order.size());
    for (std::int32_t k = backends::append_place(taken()); k < waiting; k = backends::append_place(taken())) answer(slot, order(k));
  }

 private:
  KOKKOS_INLINE_FUNCTION void answer(int slot, int q) const {
    const std::int32_t from = ways.from(q);
    const std::int32_t to = ways.to(q);
    ways.count(q) = 0;
    const SearchSlot memory = pool.begin(slot);
    const WayEnd end = from >= 0 && to >= 0 ? search(memory, from, to) : WayEnd::none;
    ways.end(q) = end;
    if (end != WayEnd::found) return;
    if constexpr (lists_ways<Search>) {
      if (*memory.count > search.room) {
        ways.lack(q, *memory.count);
        return;
      }
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

/// Answers queries in the world's grid, a query in each thread (Caggianese and Erra 2014, section 4.2). A way leads from center to center
/// of cells. `Method` is the planner: its `name` and `search_label`, its `Parameters` and their table(), the type of its
/// `Search<MemorySpace>`, and make_search(execution, graph, parameters). The parameter `search_memory` says how much memory searches take;
/// queries that do not fit wait. Errors: InputError for a world without a grid, and those of make_search().
template <class Execution, class Method>
class GridPaths final : public PathFinder {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Search = typename Method::template Search<MemorySpace>;

  GridPaths(const Execution& execution, const typename Method::Parameters& parameters) : execution_(execution), parameters_(parameters) {}

  void prepare(const World& world) override;
  Paths find(std::span<const PathQuery> queries) override;
  std::uint64_t bytes() const override { return search_.bytes() + pool_.bytes(); }

 private:
  static constexpr std::size_t cells_of_most_ways = 64;

  /// Answers the queries that `order` names.
  void search_all(const GridWays<MemorySpace>& ways, const std::vector<std::int32_t>& order);
  /// Adds the ways of these queries to `listed`, and leaves in `order` those whose ways did not fit. Returns the cells that these have,
  /// and lets a search's own list have room for the longest.
  std::size_t collect(const GridWays<MemorySpace>& ways, std::vector<std::int32_t>& order, ListedWays& listed);

  Execution execution_;
  typename Method::Parameters parameters_;
  std::shared_ptr<const WorldGrid> grid_;
  Search search_;
  SearchPool<MemorySpace> pool_;
};

template <class Execution, class Method>
void GridPaths<Execution, Method>::prepare(const World& world) {
  grid_ = require_grid(world, Method::name);
  search_ = Method::make_search(execution_, make_grid_graph(execution_, *grid_, parameters_.connectivity), parameters_);
}

template <class Execution, class Method>
void GridPaths<Execution, Method>::search_all(const GridWays<MemorySpace>& ways, const std::vector<std::int32_t>& order) {
  const Kokkos::View<std::int32_t, MemorySpace> taken("plethos::grid::taken");
  backends::for_each(execution_, Method::search_label, std::min(pool_.slots(), static_cast<int>(order.size())),
                     SearchWays<MemorySpace, Search>{search_, pool_, ways, to_view<MemorySpace>("plethos::grid::order", order), taken});
  execution_.fence();
}

template <class Execution, class Method>
Paths GridPaths<Execution, Method>::find(std::span<const PathQuery> queries) {
  std::vector<std::int32_t> from, to;
  for (const PathQuery& query : queries) {
    from.push_back(passable_cell_at(*grid_, query.from));
    to.push_back(passable_cell_at(*grid_, query.to));
  }
  GridWays<MemorySpace> ways(from, to);
  ListedWays listed(queries.size());
  std::vector<std::int32_t> order(queries.size());
  std::iota(order.begin(), order.end(), 0);
  // Most ways list fewer cells. Those that do not fit are searched once more, with room for all of them.
  for (std::size_t room = cells_of_most_ways * queries.size(); !order.empty();) {
    renew_pool(execution_, pool_, order.size(), search_.shape(), parameters_);
    ways.make_room(room);
    search_all(ways, order);
    room = collect(ways, order, listed);
  }
  return listed.paths(*grid_, queries);
}

template <class Execution, class Method>
std::size_t GridPaths<Execution, Method>::collect(const GridWays<MemorySpace>& ways, std::vector<std::int32_t>& order, ListedWays& listed) {
  const auto end = host_view(ways.end);
  const auto first = host_view(ways.first);
  const auto count = host_view(ways.count);
  const auto cells = host_view(ways.cells);
  std::vector<std::int32_t> left;
  std::size_t lacking = 0;
  for (const std::int32_t q : order) {
    if (end(q) == WayEnd::too_long) {
      throw InputError(std::string(Method::name) + ": found a way longer than " + std::to_string(longest_way / length_of_cell) +
                       " cells of cost 1, expected a shorter one");
    }
    if (end(q) == WayEnd::none) continue;
    const auto of_way = static_cast<std::size_t>(count(q));
    if (first(q) >= 0) {
      listed.add(static_cast<std::size_t>(q), std::span<const std::int32_t>(cells.data() + first(q), of_way));
    } else {
      left.push_back(q);
      lacking += of_way;
      if constexpr (lists_ways<Search>) search_.room = std::max(search_.room, static_cast<std::int64_t>(of_way));
    }
  }
  order = std::move(left);
  return lacking;
}

}  // namespace plethos::planning
