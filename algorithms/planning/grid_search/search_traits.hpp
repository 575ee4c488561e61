#pragma once

#include <vector>

#include "algorithms/planning/counter.hpp"
#include "algorithms/planning/grid_search/search_slot.hpp"

namespace plethos::planning {

/// Whether a search lists a way as it goes, in a list that has `room` for so many cells.
template <class Search>
constexpr bool lists_ways = requires(Search search) {
  search.room;
};

/// Whether a search may need more memory than it has: grow() gives later ones more, and grow_fully() as much as any can need.
template <class Search>
constexpr bool grows = requires(Search search) {
  search.grow();
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

}  // namespace plethos::planning
