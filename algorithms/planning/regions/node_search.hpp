#pragma once

#include "algorithms/planning/grid_search/grid_lengths.hpp"
#include "algorithms/planning/grid_search/search_slot.hpp"

namespace plethos::planning {

/// The queue of searches over few nodes.
using SmallQueue = RingQueue<256>;

/// How a search over the nodes of a graph ended.
struct NodeSearchEnd {
  std::uint32_t length;  ///< longest_way or more: there is no way that is shorter than asked
  std::int32_t node;     ///< the last node of the way; -1: there is none
  bool too_long;         ///< whether a way was given up because it was longer than longest_way
};

/// Searches a way over the nodes of a graph by A*, and leaves it in `memory`: memory.parent[node] has the link by which the way came there.
/// `graph` calls `for_each_source(visit)` with visit(node, length, link, rest) for the nodes where ways begin, `for_each_neighbor(node,
/// visit)` with visit(next, length of the edge, link, rest), and tells by `end(node)` what a way that ends there adds to its length, or
/// longest_way if none ends there. The rest is a length that no way from a node goes below, and that an edge changes by no more than its
/// own length. The way has to be shorter than `limit`.
template <class Graph>
KOKKOS_INLINE_FUNCTION NodeSearchEnd search_nodes(const Graph& graph, const SearchSlot& memory, int shift, std::uint32_t limit) {
  std::uint32_t least_key = limit;
  graph.for_each_source([&](std::int32_t, std::uint32_t length, std::int32_t, std::uint32_t ahead) {
    if (length + ahead < least_key) least_key = length + ahead;
  });
  SmallQueue open(memory.nodes, memory.first, memory.used, shift, least_key);
  NodeSearchEnd end{limit, -1, false};
  const auto reach = [&](std::int32_t node, std::uint32_t length, std::int32_t link, std::uint32_t ahead) {
    const bool reached = memory.reached(node);
    if (reached && length >= memory.nodes[node].length) return;
    if (length + ahead >= longest_way) end.too_long = true;
    if (length + ahead >= end.length) return;
    if (reached && memory.is_open(node)) open.remove(node, memory.nodes[node].length + ahead);
    memory.open(node, length, 0);
    memory.parent[node] = link;
    if (const std::uint32_t more = graph.end(node); more < longest_way && length + more < end.length) {
      end.length = length + more;
      end.node = node;
    }
    open.insert(node, length + ahead);
  };
  graph.for_each_source(reach);
  while (!open.empty()) {
    const std::int32_t node = open.take();
    if (open.lowest() >= end.length) break;
    memory.close(node);
    const std::uint32_t length = memory.nodes[node].length;
    graph.for_each_neighbor(node, [&](std::int32_t next, std::uint32_t edge, std::int32_t link, std::uint32_t ahead) {
      reach(next, length + edge, link, ahead);
    });
  }
  return end;
}

}  // namespace plethos::planning
