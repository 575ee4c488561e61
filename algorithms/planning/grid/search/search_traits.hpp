#pragma once

#include <vector>

#include "algorithms/planning/counter.hpp"
#include "algorithms/planning/grid/map/grid_graph.hpp"
#include "algorithms/planning/grid/search/search_slot.hpp"

namespace plethos::planning {

/// Whether a search lists a way as it goes, in a list that has `capacity` for so many cells.
template <class Search>
constexpr bool lists_ways = requires(Search search) {
  search.capacity;
};

/// Whether a search may need more memory than it has: grow() gives later ones more, grow_as() as much as another search has, and
/// grow_fully() as much as any can need.
template <class Search>
constexpr bool grows = requires(Search search) {
  search.grow();
  search.grow_as(search);
  search.grow_fully();
};

/// Whether a search can list a part of a way without walking on to its end: see RtaaSearch::part(). It says in what `Walks` agents keep
/// what it needs to go on.
template <class Search>
constexpr bool finds_parts = requires {
  typename Search::Walks;
};

/// Of a search that finds whole ways.
struct NoWalks {
  static std::uint64_t bytes() { return 0; }
  static std::vector<Counter> counters() { return {}; }
  static void forget() {}
  template <class Agents>
  KOKKOS_INLINE_FUNCTION void claim(const Agents&, int, std::uint32_t) const {}
};

template <class Search>
struct WalksOf {
  using type = NoWalks;
};
template <class Search>
requires finds_parts<Search>
struct WalksOf<Search> {
  using type = typename Search::Walks;
};

/// Whether a method keeps what its search is made of. It has a structure `Kept<MemorySpace>` for that, with bytes() for what the search
/// does not count, and two functions. make_search(execution, graph, parameters, kept) makes the search anew in the memory that is kept.
/// repair_search(execution, graph, changes, parameters, kept, blocks) returns what make_search() would return for the graph after a change,
/// and adds the blocks that it searched again. Other methods have make_search(execution, graph, parameters).
template <class Method, class MemorySpace>
concept KeepsMemory = requires {
  typename Method::template Kept<MemorySpace>;
};

/// Of a method that keeps nothing.
struct NothingKept {
  static std::uint64_t bytes() { return 0; }
};

template <class Method, class MemorySpace>
struct KeptType {
  using type = NothingKept;
};
template <class Method, class MemorySpace>
requires KeepsMemory<Method, MemorySpace>
struct KeptType<Method, MemorySpace> {
  using type = typename Method::template Kept<MemorySpace>;
};
template <class Method, class MemorySpace>
using KeptBy = typename KeptType<Method, MemorySpace>::type;

/// Makes a method's search, in the memory that is kept of an earlier one.
template <class Method, class Execution>
auto make_search(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph,
                 const typename Method::Parameters& parameters, KeptBy<Method, typename Execution::memory_space>& kept) {
  if constexpr (KeepsMemory<Method, typename Execution::memory_space>) {
    return Method::make_search(execution, graph, parameters, kept);
  } else {
    return Method::make_search(execution, graph, parameters);
  }
}

}  // namespace plethos::planning
