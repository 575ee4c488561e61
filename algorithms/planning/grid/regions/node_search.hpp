#pragma once

#include "algorithms/planning/grid/map/grid_lengths.hpp"
#include "algorithms/planning/grid/search/search_slot.hpp"
#include "backends/warp.hpp"
#include "core/bits.hpp"

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
///   edge(node, k)             where an edge of a node leads, with its own length, and with 0 for the rest
///   rest_behind(k)            the rest where an edge leads
///   key_span()                on a device: nodes are looked at together whose keys differ by no more
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
      // Most edges lead to nodes that are known to be nearer, and estimates cost more than this look.
      if (memory.reached(edge.node) && edge.length >= memory.nodes[edge.node].length) continue;
      edge.rest = graph.rest_behind(k);
      reach(edge);
    }
  }
  end.length = longest;
  return end;
}

/// A search of a warp. Its threads look at the edges of several open nodes at the same time. The open nodes lie in no order in memory that
/// the threads share: a warp looks through all their keys sooner than one thread keeps a queue.
template <backends::WarpTeam Team, class Graph>
class WarpNodeSearch {
 public:
  KOKKOS_INLINE_FUNCTION WarpNodeSearch(const Team& warp, const Graph& graph, const SearchSlot& memory, std::uint32_t limit)
      : warp_(warp), graph_(graph), memory_(memory), open_(*memory.open_nodes), longest_(limit - 1) {}

  /// Returns whether the list of open nodes had room for all of them.
  KOKKOS_INLINE_FUNCTION bool run() {
    for (std::int32_t begin = 0; begin < graph_.sources(); begin += warp_.size) {
      const std::int32_t i = begin + warp_.rank();
      reach(i < graph_.sources(), i < graph_.sources() ? graph_.source(i) : NodeReach{});
    }
    while (count_ <= most_open_nodes) {
      std::uint32_t own = no_key;
      for (std::int32_t i = warp_.rank(); i < count_; i += warp_.size) own = Kokkos::min(own, open_.key[i]);
      const std::uint32_t least = warp_.least(own);
      if (least > longest_) return true;
      expand_from(least);
      if (count_ > most_open_nodes) return false;
      if (count_ > most_open_nodes / 2 || gaps_ > count_ / 2) close_gaps();
    }
    return false;
  }

  KOKKOS_INLINE_FUNCTION NodeSearchEnd end() const { return {longest_, found_, warp_.mask(too_long_) != 0}; }

 private:
  /// Open nodes whose edges are looked at together, at most.
  static constexpr int most_taken = 8;
  /// The key of a place in the list that holds no open node any more.
  static constexpr std::uint32_t no_key = 0xffffffffu;

  /// A bit a thread.
  using Bits = typename Team::Bits;
  KOKKOS_INLINE_FUNCTION Bits lower_threads() const { return (Bits{1} << warp_.rank()) - 1; }

  /// Takes some of the open nodes whose keys are near the least one, a node in each of the first threads, and looks at all their edges, an
  /// edge in each thread.
  KOKKOS_INLINE_FUNCTION void expand_from(std::uint32_t least) {
    const std::uint32_t near_key = least + graph_.key_span();
    std::int32_t place = -1;
    int taken = 0;
    for (std::int32_t begin = 0; begin < count_ && taken < most_taken; begin += warp_.size) {
      const std::int32_t i = begin + warp_.rank();
      for (Bits near = warp_.mask(i < count_ && open_.key[i] <= near_key); near != 0 && taken < most_taken; near &= near - 1) {
        if (warp_.rank() == taken) place = begin + countr_zero(near);
        ++taken;
      }
    }
    gaps_ += taken;
    warp_.sync();
    std::int32_t node = 0, edges = 0, first = 0;
    std::uint32_t length = 0;
    if (place >= 0) {
      open_.key[place] = no_key;
      node = open_.node[place];
    }
    // A node that is reached by a shorter way while it is open stands in the list twice.
    const bool is_open = place >= 0 && memory_.is_open(node);
    const Bits alike = warp_.alike(is_open ? node : -1 - warp_.rank());
    warp_.sync();
    if (is_open && (alike & lower_threads()) == 0) {
      memory_.close(node);
      length = memory_.nodes[node].length;
      const auto range = graph_.edges(node);
      first = range.first;
      edges = range.second - range.first;
    }
    std::int32_t behind = edges;
    for (int distance = 1; distance < most_taken; distance *= 2) {
      const std::int32_t before = warp_.from(behind, warp_.rank() - distance);
      if (warp_.rank() >= distance) behind += before;
    }
    first -= behind - edges;
    const std::int32_t all = warp_.from(behind, most_taken - 1);
    warp_.sync();
    for (std::int32_t begin = 0; begin < all; begin += warp_.size) {
      const std::int32_t item = begin + warp_.rank();
      int owner = 0;
      for (int k = 0; k < most_taken - 1; ++k) owner += item >= warp_.from(behind, k) ? 1 : 0;
      const std::int32_t edge_number = warp_.from(first, owner) + item;
      const std::int32_t from = warp_.from(node, owner);
      const std::uint32_t length_before = warp_.from(length, owner);
      NodeReach edge{};
      if (item < all) {
        edge = graph_.edge(from, edge_number);
        edge.rest = graph_.rest_behind(edge_number);
        edge.length += length_before;
      }
      reach(item < all, edge);
    }
  }

  /// Removes from the list what was taken, and what no way is wanted over any more.
  KOKKOS_INLINE_FUNCTION void close_gaps() {
    std::int32_t kept = 0;
    for (std::int32_t begin = 0; begin < count_; begin += warp_.size) {
      const std::int32_t i = begin + warp_.rank();
      const bool exists = i < count_;
      const std::uint32_t key = exists ? open_.key[i] : no_key;
      const std::int32_t node = exists ? open_.node[i] : 0;
      const bool keeps = key <= longest_ && memory_.is_open(node);
      const Bits kept_ones = warp_.mask(keeps);
      warp_.sync();
      if (keeps) add(kept + popcount(kept_ones & lower_threads()), key, node);
      kept += popcount(kept_ones);
      warp_.sync();
    }
    count_ = kept;
    gaps_ = 0;
  }
  KOKKOS_INLINE_FUNCTION void add(std::int32_t place, std::uint32_t key, std::int32_t node) {
    open_.key[place] = key;
    open_.node[place] = node;
  }

  /// Every thread of the warp reaches a node, or none.
  KOKKOS_INLINE_FUNCTION void reach(bool reaches, const NodeReach& to) {
    const std::uint32_t key = to.length + to.rest;
    const auto is_better = [&] { return !memory_.reached(to.node) || to.length < memory_.nodes[to.node].length; };
    bool waits = reaches && is_better();
    if (waits && key >= longest_way) too_long_ = true;
    waits = waits && key <= longest_;
    Bits waiting = warp_.mask(waits);
    if (waiting == 0) return;
    // All have read before one writes.
    warp_.sync();
    // Threads that reach the same node take turns.
    const Bits alike = warp_.alike(waits ? to.node : -1 - warp_.rank());
    while (waiting != 0) {
      const bool opens = waits && (alike & waiting & lower_threads()) == 0;
      const bool is_new = opens && is_better();
      if (opens) waits = false;
      const Bits opened = warp_.mask(is_new);
      std::uint32_t way = longest_way;
      if (is_new) {
        memory_.open(to.node, to.length, 0);
        const std::int32_t place = count_ + popcount(opened & lower_threads());
        if (place < most_open_nodes) add(place, key, to.node);
        if (const std::uint32_t more = graph_.end(to.node); more < longest_way) way = to.length + more;
      }
      count_ += popcount(opened);
      if (warp_.mask(way <= longest_) != 0) {
        longest_ = warp_.least(Kokkos::min(way, longest_));
        found_ = true;
      }
      waiting = warp_.mask(waits);
      warp_.sync();
    }
  }

  const Team& warp_;
  const Graph& graph_;
  const SearchSlot& memory_;
  OpenNodes& open_;
  std::int32_t count_ = 0, gaps_ = 0;
  std::uint32_t longest_;  ///< no way longer than this is wanted any more
  bool found_ = false, too_long_ = false;
};

/// As above, by a warp. If its list of open nodes does not suffice, one thread searches anew, and `memory` is then that of another search
/// in the same slot.
template <backends::WarpTeam Team, class Graph>
KOKKOS_INLINE_FUNCTION NodeSearchEnd search_nodes(const Team& warp, const Graph& graph, SearchSlot& memory, int shift,
                                                  std::uint32_t limit) {
  if (limit == 0) return {limit, false, false};
  WarpNodeSearch<Team, Graph> search(warp, graph, memory, limit);
  if (search.run()) return search.end();
  memory = memory.next(warp);
  NodeSearchEnd end{};
  if (warp.rank() == 0) end = search_nodes(backends::OneThread(), graph, memory, shift, limit);
  warp.sync();
  return {warp.broadcast(end.length), warp.broadcast(end.found ? 1 : 0) != 0, warp.broadcast(end.too_long ? 1 : 0) != 0};
}

}  // namespace plethos::planning
