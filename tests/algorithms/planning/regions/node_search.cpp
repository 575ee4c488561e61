#include "algorithms/planning/regions/node_search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

using planning::longest_way;

/// A graph whose edges lead both ways, from some nodes to others, with a part of the true length to the nearest end as the rest.
struct SmallGraph {
  std::vector<std::vector<planning::NodeReach>> edges_of;  ///< of each node where edges lead, and their lengths
  std::vector<std::int32_t> begins;
  std::vector<std::uint32_t> ends;   ///< of each node; longest_way: no way ends there
  std::vector<std::uint32_t> rests;  ///< of each node
};

/// The same in lists, as a search asks for it, also in code for a device.
struct ListedGraph {
  std::vector<std::int32_t> first_edges{0};
  std::vector<planning::NodeReach> listed;

  const std::int32_t *first, *begins;
  const planning::NodeReach* all;
  const std::uint32_t *ends, *rests;
  std::int32_t begin_count;

  explicit ListedGraph(const SmallGraph& graph)
      : begins(graph.begins.data()),
        ends(graph.ends.data()),
        rests(graph.rests.data()),
        begin_count(static_cast<std::int32_t>(graph.begins.size())) {
    for (const std::vector<planning::NodeReach>& edges : graph.edges_of) {
      listed.insert(listed.end(), edges.begin(), edges.end());
      first_edges.push_back(static_cast<std::int32_t>(listed.size()));
    }
    first = first_edges.data();
    all = listed.data();
  }

  KOKKOS_FUNCTION std::int32_t sources() const { return begin_count; }
  KOKKOS_FUNCTION planning::NodeReach source(std::int32_t i) const { return {begins[i], 0, rests[begins[i]]}; }
  KOKKOS_FUNCTION Kokkos::pair<std::int32_t, std::int32_t> edges(std::int32_t node) const { return {first[node], first[node + 1]}; }
  KOKKOS_FUNCTION planning::NodeReach edge(std::int32_t, std::int32_t k) const { return {all[k].node, all[k].length, rests[all[k].node]}; }
  KOKKOS_FUNCTION std::uint32_t end(std::int32_t node) const { return ends[node]; }
};

/// Lets lengths fall along edges until none falls any more.
std::vector<std::uint32_t> settled(const SmallGraph& graph, std::vector<std::uint32_t> lengths) {
  for (bool falls = true; falls;) {
    falls = false;
    for (std::size_t node = 0; node < lengths.size(); ++node) {
      for (const planning::NodeReach& edge : graph.edges_of[node]) {
        std::uint32_t& other = lengths[static_cast<std::size_t>(edge.node)];
        if (lengths[node] >= longest_way || lengths[node] + edge.length >= other) continue;
        other = lengths[node] + edge.length;
        falls = true;
      }
    }
  }
  return lengths;
}

SmallGraph random_graph(Random& random, std::int32_t nodes, std::int32_t longest_edge, std::uint32_t part_of_rest) {
  const auto any = [&] { return random.integer(0, nodes - 1); };
  const auto count = static_cast<std::size_t>(nodes);
  SmallGraph graph{std::vector<std::vector<planning::NodeReach>>(count), {}, std::vector<std::uint32_t>(count, longest_way), {}};
  for (std::int32_t k = 0; k < 3 * nodes; ++k) {
    const std::int32_t a = any(), b = any();
    const auto length = static_cast<std::uint32_t>(random.integer(1, longest_edge));
    graph.edges_of[static_cast<std::size_t>(a)].push_back({b, length, 0});
    graph.edges_of[static_cast<std::size_t>(b)].push_back({a, length, 0});
  }
  for (int k = 0; k < 2; ++k) {
    graph.begins.push_back(any());
    graph.ends[static_cast<std::size_t>(any())] = static_cast<std::uint32_t>(random.integer(0, longest_edge));
  }
  graph.rests = settled(graph, graph.ends);
  for (std::uint32_t& rest : graph.rests) rest = rest < longest_way ? rest * part_of_rest / 4 : 0;
  return graph;
}

}  // namespace

TEST_CASE("a search over nodes leaves the least lengths of all nodes on all shortest ways") {
  Random random("node search");
  int on_shortest = 0, found = 0;
  for (int time = 0; time < 600; ++time) {
    CAPTURE(time);
    const std::int32_t nodes = random.integer(2, 60);
    // Short edges make many ways equally long, and long ones make a bucket of the queue hold several keys.
    const std::int32_t longest_edge = time % 2 == 0 ? 3 : 3000;
    const auto part = static_cast<std::uint32_t>(random.integer(0, 4));
    const SmallGraph graph = random_graph(random, nodes, longest_edge, part);
    std::vector<std::uint32_t> begin(static_cast<std::size_t>(nodes), longest_way);
    for (const std::int32_t node : graph.begins) begin[static_cast<std::size_t>(node)] = 0;
    const std::vector<std::uint32_t> from = settled(graph, begin), to = settled(graph, graph.ends);
    std::uint32_t least = longest_way;
    for (std::size_t node = 0; node < from.size(); ++node) {
      if (from[node] < longest_way) least = std::min(least, from[node] + to[node]);
    }

    std::vector<planning::SearchNode> memory_of_nodes(static_cast<std::size_t>(nodes), planning::SearchNode{});
    std::vector<std::int32_t> first(planning::SmallQueue::buckets);
    std::vector<std::uint64_t> used(planning::SmallQueue::words);
    std::uint32_t counter = 0;
    const planning::SearchSlot slot{
        memory_of_nodes.data(), nullptr, nullptr, first.data(), used.data(), nullptr, &counter, 0, nodes, nullptr};
    const planning::SearchSlot memory = slot.next(backends::OneThread());
    const int shift = planning::bucket_shift<planning::SmallQueue>(2 * static_cast<std::uint64_t>(longest_edge));
    const planning::NodeSearchEnd end = planning::search_nodes(backends::OneThread(), ListedGraph(graph), memory, shift, longest_way);
    REQUIRE(end.found == (least < longest_way));
    if (!end.found) continue;
    ++found;
    CHECK(end.length == least);
    for (std::size_t node = 0; node < from.size(); ++node) {
      if (from[node] >= longest_way || to[node] >= longest_way || from[node] + to[node] != least) continue;
      ++on_shortest;
      REQUIRE(memory.reached(static_cast<std::int32_t>(node)));
      CHECK(memory.nodes[node].length == from[node]);
    }
  }
  CHECK(found > 300);
  CHECK(on_shortest > 3 * found);
}

}  // namespace plethos::tests
