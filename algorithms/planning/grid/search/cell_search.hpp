#pragma once

#include "algorithms/planning/grid/map/grid_graph.hpp"
#include "algorithms/planning/grid/search/search_slot.hpp"
#include "core/bits.hpp"

namespace plethos::planning {

/// How a search over cells ended.
struct CellSearchEnd {
  std::uint32_t key;  ///< the length of the way and the estimate at its end; longest_way: there is no way
  std::int32_t cell;  ///< where the way ends
  bool too_long;      ///< whether a way was given up because it was longer than longest_way
};

/// Searches a way from a passable cell over the steps of a map by A* (Hart, Nilsson and Raphael 1968), and leaves it in `memory`. `domain`
/// says which part of the map is searched: `node(cell)` and `cell(node)` tell where a cell lies in memory.nodes, `allows(cell)` whether a
/// way may go there, `ends(cell)` whether a way ends there, and `rest(x, y)` is a length that no way from there goes below and that a step
/// changes by no more than its own length. Of the cells where a way may end it finds the one with the least length and rest together, and
/// of cells that are equally good the last one found comes first. Where costs are so different that a bucket of the queue holds several
/// keys, a cell may be opened again. The way is shortest all the same. If the domain wants `all_shortest` ways, the search goes on until
/// the lengths of all cells on such ways are known, and of equally good ends the one with the lowest number comes first: what it leaves
/// does not depend on the order of the search.
template <class Queue, class MemorySpace, class Domain>
KOKKOS_INLINE_FUNCTION CellSearchEnd search_cells(const GridGraph<MemorySpace>& graph, const Domain& domain, const SearchSlot& memory,
                                                  int shift, std::int32_t from) {
  const std::int32_t width = graph.width;
  const std::uint32_t first_key = domain.rest(from % width, from / width);
  Queue open(memory.nodes, memory.first, memory.used, shift, first_key);
  memory.open(domain.node(from), 0, SearchSlot::no_direction);
  open.insert(domain.node(from), first_key);
  CellSearchEnd end{longest_way, from, false};
  if (domain.ends(from)) end.key = first_key;
  while (!open.empty()) {
    const std::int32_t node = open.take();
    if (domain.all_shortest ? open.lowest() > end.key : open.lowest() >= end.key) break;
    const std::int32_t cell = domain.cell(node);
    const std::int32_t x = cell % width;
    const std::int32_t y = cell / width;
    const std::uint32_t length = memory.nodes[node].length;
    const std::uint32_t cost = graph.cost(cell);
    memory.close(node);
    for (std::uint32_t legal = graph.steps(cell); legal != 0; legal &= legal - 1) {
      const int direction = countr_zero(legal);
      const std::int32_t next = graph.neighbor(cell, direction);
      if (!domain.allows(next)) continue;
      const std::int32_t next_node = domain.node(next);
      const std::uint32_t longer = length + length_of_step(direction) * (cost + graph.cost(next));
      const bool reached = memory.reached(next_node);
      if (reached && longer >= memory.nodes[next_node].length) continue;
      const std::uint32_t ahead = domain.rest(x + column_step(direction), y + row_step(direction));
      if (longer + ahead >= longest_way) end.too_long = true;
      if (longer + ahead >= longest_way || (domain.all_shortest ? longer + ahead > end.key : longer + ahead >= end.key)) continue;
      if (reached && memory.is_open(next_node)) open.remove(next_node, memory.nodes[next_node].length + ahead);
      memory.open(next_node, longer, static_cast<std::uint32_t>(direction));
      if (domain.ends(next)) {
        if (longer + ahead < end.key || next < end.cell) end.cell = next;
        end.key = longer + ahead;
        memory.close(next_node);
      } else {
        open.insert(next_node, longer + ahead);
      }
    }
  }
  return end;
}

}  // namespace plethos::planning
