#pragma once

#include "algorithms/planning/grid_search/grid_lengths.hpp"
#include "algorithms/planning/grid_search/search_slot.hpp"
#include "backends/search_team.hpp"

namespace plethos::planning {

/// The queue of searches over few nodes.
using SmallQueue = RingQueue<256>;

/// A node that a search may reach: by a way of this length, with a rest that no way on to the end goes below.
struct NodeReach {
  std::int32_t node;
  std::uint32_t length, rest;
};

/// How a search over the nodes of a graph ended.
struct NodeSearchEnd {
  std::uint32_t length;  ///< of a shortest way, if one was found
  bool found;
  bool too_long;  ///< whether a way was given up because it was longer than longest_way
};

/// Searches the least length of ways over the nodes of a graph by A* (Hart, Nilsson and Raphael 1968), and leaves in `memory` how far the
/// nodes are from where ways begin: exactly for all nodes on shortest ways, so that it does not matter in which order they were looked at.
/// `graph` has
///
///   sources(), source(i)      the nodes where ways begin
///   edges(node)               the range of a node's edges, as a pair
///   edge(node, k)             where an edge of a node leads, with its own length
///   end(node)                 what a way that ends at a node adds to its length; longest_way: none ends there
///
/// The rest of a node changes along an edge by no more than the edge's length. A way has to be shorter than `limit`.
template <class Graph>
KOKKOS_INLINE_FUNCTION NodeSearchEnd search_nodes(const backends::OneThread&, const Graph& graph, const SearchSlot& memory, int shift,
                                                  std::uint32_t limit) {
  NodeSearchEnd end{limit, false, false};
  if (limit == 0) return end;
  std::uint32_t least_key = limit;
  for (std::int32_t i = 0; i < graph.sources(); ++i) {
    const NodeReach source = graph.source(i);
    least_key = Kokkos::min(least_key, source.length + source.rest);
  }
  SmallQueue open(memory.nodes, memory.first, memory.used, shift, least_key);
  // Ways that are longer are not wanted any more; those that are as long are, so that all nodes of shortest ways are reached.
  std::uint32_t longest = limit - 1;
  const auto reach = [&](const NodeReach& to) {
    const bool reached = memory.reached(to.node);
    if (reached && to.length >= memory.nodes[to.node].length) return;
    const std::uint32_t key = to.length + to.rest;
    if (key >= longest_way) end.too_long = true;
    if (key > longest) return;
    if (reached && memory.is_open(to.node)) open.remove(to.node, memory.nodes[to.node].length + to.rest);
    memory.open(to.node, to.length, 0);
    if (const std::uint32_t more = graph.end(to.node); more < longest_way && to.length + more <= longest) {
      longest = to.length + more;
      end.found = true;
    }
    open.insert(to.node, key);
  };
  for (std::int32_t i = 0; i < graph.sources(); ++i) reach(graph.source(i));
  while (!open.empty()) {
    const std::int32_t node = open.take();
    if (open.lowest() > longest) break;
    memory.close(node);
    const std::uint32_t length = memory.nodes[node].length;
    const auto range = graph.edges(node);
    for (std::int32_t k = range.first; k < range.second; ++k) {
      NodeReach edge = graph.edge(node, k);
      edge.length += length;
      reach(edge);
    }
  }
  end.length = longest;
  return end;
}

/// A search of a warp. Its threads look at the edges of several open nodes at the same time.
template <class Graph>
class WarpNodeSearch {
 public:
  KOKKOS_INLINE_FUNCTION WarpNodeSearch(const backends::Warp& warp, const Graph& graph, const SearchSlot& memory, std::uint32_t limit)
      : warp_(warp), graph_(graph), memory_(memory), open_(memory.open_nodes), longest_(limit - 1) {}

  /// Returns whether the list of open nodes had room for all of them.
  KOKKOS_INLINE_FUNCTION bool run() {
    for (std::int32_t begin = 0; begin < graph_.sources(); begin += warp_.size) {
      const std::int32_t i = begin + warp_.rank();
      reach(i < graph_.sources(), i < graph_.sources() ? graph_.source(i) : NodeReach{});
    }
    while (count_ <= most_open_nodes) {
      std::uint32_t own = longest_way;
      for (std::int32_t i = warp_.rank(); i < count_; i += warp_.size) own = Kokkos::min(own, open_[i].key);
      const std::uint32_t least = warp_.least(own);
      if (least > longest_ || least == longest_way) return true;
      expand(take(least));
    }
    return false;
  }

  KOKKOS_INLINE_FUNCTION NodeSearchEnd end() const { return {longest_, found_, warp_.mask(too_long_) != 0}; }

 private:
  /// Open nodes whose edges are looked at together, at most.
  static constexpr int most_taken = 4;
  /// Open nodes are taken together whose keys differ by no more: two cells.
  static constexpr std::uint32_t key_span = 2 * length_of_cell;

  struct Taken {
    OpenNode node[most_taken];
    int count;
  };

  KOKKOS_INLINE_FUNCTION std::uint32_t lower_threads() const { return (1u << warp_.rank()) - 1; }

  /// Removes open nodes from the list: some of those with the least keys, and those that no way is wanted over any more.
  KOKKOS_INLINE_FUNCTION Taken take(std::uint32_t least) {
    Taken taken{};
    OpenNode own{};
    std::int32_t kept = 0;
    for (std::int32_t begin = 0; begin < count_; begin += warp_.size) {
      const std::int32_t i = begin + warp_.rank();
      const bool exists = i < count_;
      const OpenNode node = exists ? open_[i] : OpenNode{longest_way, 0, 0};
      const std::uint32_t near = warp_.mask(exists && node.key <= least + key_span);
      const int place = taken.count + Kokkos::popcount(near & lower_threads());
      const bool is_taken = (near >> warp_.rank() & 1) != 0 && place < most_taken;
      const std::uint32_t kept_ones = warp_.mask(exists && !is_taken && node.key <= longest_);
      // Thread k keeps the k-th node that is taken.
      std::uint32_t left = near;
      for (; taken.count < most_taken && left != 0; left &= left - 1) {
        const int thread = Kokkos::countr_zero(left);
        const OpenNode other{0, warp_.from(node.length, thread),
                             static_cast<std::int32_t>(warp_.from(static_cast<std::uint32_t>(node.node), thread))};
        if (warp_.rank() == taken.count) own = other;
        ++taken.count;
      }
      warp_.sync();
      if ((kept_ones >> warp_.rank() & 1) != 0) open_[kept + Kokkos::popcount(kept_ones & lower_threads())] = node;
      kept += Kokkos::popcount(kept_ones);
      warp_.sync();
    }
    count_ = kept;
    for (int k = 0; k < most_taken; ++k) {
      taken.node[k].length = warp_.from(own.length, k);
      taken.node[k].node = static_cast<std::int32_t>(warp_.from(static_cast<std::uint32_t>(own.node), k));
    }
    return taken;
  }

  /// Looks at all edges of the nodes at once, an edge in each thread.
  KOKKOS_INLINE_FUNCTION void expand(const Taken& taken) {
    std::int32_t first[most_taken], behind[most_taken];
    std::int32_t edges = 0;
    for (int k = 0; k < most_taken; ++k) {
      const OpenNode& node = taken.node[k];
      // A node that has been reached by a shorter way since stands in the list twice.
      const bool counts = k < taken.count && memory_.nodes[node.node].length == node.length;
      const auto range = counts ? graph_.edges(node.node) : decltype(graph_.edges(0)){0, 0};
      first[k] = range.first - edges;
      edges += range.second - range.first;
      behind[k] = edges;
    }
    for (std::int32_t begin = 0; begin < edges; begin += warp_.size) {
      const std::int32_t item = begin + warp_.rank();
      NodeReach edge{};
      for (int k = most_taken - 1; k >= 0; --k) {
        if (item >= behind[k] || (k > 0 && item < behind[k - 1])) continue;
        edge = graph_.edge(taken.node[k].node, first[k] + item);
        edge.length += taken.node[k].length;
      }
      reach(item < edges, edge);
    }
  }

  /// Every thread of the warp reaches a node, or none.
  KOKKOS_INLINE_FUNCTION void reach(bool reaches, const NodeReach& to) {
    const std::uint32_t key = to.length + to.rest;
    const auto is_better = [&] { return !memory_.reached(to.node) || to.length < memory_.nodes[to.node].length; };
    bool waits = reaches && is_better();
    if (waits && key >= longest_way) too_long_ = true;
    waits = waits && key <= longest_;
    std::uint32_t waiting = warp_.mask(waits);
    if (waiting == 0) return;
    // Threads that reach the same node take turns.
    const std::uint32_t alike = warp_.alike(waits ? to.node : -1 - warp_.rank());
    while (waiting != 0) {
      const bool opens = waits && (alike & waiting & lower_threads()) == 0;
      const bool is_new = opens && is_better();
      if (opens) waits = false;
      const std::uint32_t opened = warp_.mask(is_new);
      std::uint32_t way = longest_way;
      if (is_new) {
        memory_.open(to.node, to.length, 0);
        const std::int32_t place = count_ + Kokkos::popcount(opened & lower_threads());
        if (place < most_open_nodes) open_[place] = {key, to.length, to.node};
        if (const std::uint32_t more = graph_.end(to.node); more < longest_way) way = to.length + more;
      }
      count_ += Kokkos::popcount(opened);
      if (warp_.mask(way <= longest_) != 0) {
        longest_ = warp_.least(Kokkos::min(way, longest_));
        found_ = true;
      }
      waiting = warp_.mask(waits);
      warp_.sync();
    }
  }

  const backends::Warp& warp_;
  const Graph& graph_;
  const SearchSlot& memory_;
  OpenNode* open_;
  std::int32_t count_ = 0;
  std::uint32_t longest_;  ///< no way longer than this is wanted any more
  bool found_ = false, too_long_ = false;
};

/// As above, by a warp. If its list of open nodes does not suffice, one thread searches anew, and `memory` is then that of another search
/// in the same slot.
template <class Graph>
KOKKOS_INLINE_FUNCTION NodeSearchEnd search_nodes(const backends::Warp& warp, const Graph& graph, SearchSlot& memory, int shift,
                                                  std::uint32_t limit) {
  if (limit == 0) return {limit, false, false};
  WarpNodeSearch<Graph> search(warp, graph, memory, limit);
  if (search.run()) return search.end();
  memory = memory.next(warp);
  NodeSearchEnd end{};
  if (warp.rank() == 0) end = search_nodes(backends::OneThread(), graph, memory, shift, limit);
  warp.sync();
  return {warp.shared(end.length), warp.shared(end.found ? 1 : 0) != 0, warp.shared(end.too_long ? 1 : 0) != 0};
}

}  // namespace plethos::planning
