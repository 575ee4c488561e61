#pragma once

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

/// Whether a search can list a part of a way without walking on to its end: see RtaaSearch::part().
template <class Search>
constexpr bool finds_parts = requires(const Search& search, const SearchSlot& memory) {
  search.part(memory, 0, 0, 0, 0);
};

}  // namespace plethos::planning
