#include "algorithms/planning/grid/regions/node_search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "tests/harness/host_warp.hpp"
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
  KOKKOS_FUNCTION planning::NodeReach edge(std::int32_t, std::int32_t k) const { return {all[k].node, all[k].length, 0}; }
  KOKKOS_FUNCTION std::uint32_t rest_behind(std::int32_t k) const { return rests[all[k].node]; }
  KOKKOS_FUNCTION std::uint32_t key_span() const { return 2; }
  KOKKOS_FUNCTION std::uint32_t end(std::int32_t node) const { return ends[node]; }
};

/// The memory of one search.
struct Room {
  std::vector<planning::SearchNode> nodes;
  std::vector<std::int32_t> first = std::vector<std::int32_t>(planning::SmallQueue::buckets);
  std::vector<std::uint64_t> used = std::vector<std::uint64_t>(planning::SmallQueue::words);
  std::uint32_t counter = 0;
  std::unique_ptr<planning::OpenNodes> open = std::make_unique<planning::OpenNodes>();

  explicit Room(std::size_t count) : nodes(count, planning::SearchNode{}) {}
  planning::SearchSlot slot() {
    return {nodes.data(), nullptr, nullptr, first.data(), used.data(), nullptr, &counter, 0, std::int64_t(nodes.size()), open.get()};
  }
};

/// A search that has ended, and what it has left.
struct Searched {
  planning::NodeSearchEnd end;
  planning::SearchSlot memory;

  /// Returns longest_way for a node that was not reached.
  std::uint32_t length(std::size_t node) const {
    return memory.reached(static_cast<std::int32_t>(node)) ? memory.nodes[node].length : longest_way;
  }
};

template <class Team>
Searched search_by(const Team& team, const SmallGraph& graph, std::uint32_t longest_edge, Room& room, std::uint32_t limit) {
  planning::SearchSlot memory = room.slot().next(team);
  const int shift = planning::bucket_shift<planning::SmallQueue>(2 * std::uint64_t{longest_edge});
  const planning::NodeSearchEnd end = planning::search_nodes(team, ListedGraph(graph), memory, shift, limit);
  return {end, memory};
}
Searched search_by_thread(const SmallGraph& graph, std::uint32_t longest_edge, Room& room, std::uint32_t limit = longest_way) {
  return search_by(backends::OneThread(), graph, longest_edge, room, limit);
}
/// All threads end in the same way. Returns how.
template <class Team>
Searched search_by_warp(const SmallGraph& graph, std::uint32_t longest_edge, Room& room, std::uint32_t limit = longest_way) {
  std::vector<Searched> all(Team::size);
  Team::run([&](const Team& team) { all[static_cast<std::size_t>(team.rank())] = search_by(team, graph, longest_edge, room, limit); });
  for (const Searched& one : all) {
    CHECK(one.end.found == all[0].end.found);
    CHECK(one.end.length == all[0].end.length);
    CHECK(one.end.too_long == all[0].end.too_long);
    CHECK(one.memory.number == all[0].memory.number);
  }
  return all[0];
}

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

    const auto longest = static_cast<std::uint32_t>(longest_edge);
    const auto check = [&](const auto& search) {
      Room room(begin.size());
      const Searched searched = search(room, longest_way);
      REQUIRE(searched.end.found == (least < longest_way));
      if (!searched.end.found) return;
      ++found;
      CHECK(searched.end.length == least);
      for (std::size_t node = 0; node < from.size(); ++node) {
        if (from[node] >= longest_way || to[node] >= longest_way || from[node] + to[node] != least) continue;
        ++on_shortest;
        CHECK(searched.length(node) == from[node]);
      }
      // A way has to be shorter than the limit.
      for (const std::uint32_t limit : {least, least + 1}) {
        const Searched limited = search(room, limit);
        CHECK(limited.end.found == (limit > least));
        if (limited.end.found) CHECK(limited.end.length == least);
      }
    };
    check([&](Room& room, std::uint32_t limit) { return search_by_thread(graph, longest, room, limit); });
    // A warp on the host takes longer.
    if (time % 12 > 1) continue;
    for_each_warp([&]<class Team>(Team) {
      CAPTURE(Team::size);
      check([&](Room& room, std::uint32_t limit) { return search_by_warp<Team>(graph, longest, room, limit); });
    });
  }
  CHECK(found > 300);
  CHECK(on_shortest > 3 * found);
}

TEST_CASE("a warp finds a shortest way whether it can list all open nodes or not") {
  Random random("node search of a warp");
  for (const std::int32_t leaves : {100, 400, 511, 512, 513, 600, 1500}) {
    for (const std::int32_t hubs : {1, 3}) {
      CAPTURE(leaves);
      CAPTURE(hubs);
      // Ways lead from hub to hub over one of many leaves, and at last over one to the end.
      const std::int32_t nodes = hubs * (leaves + 1) + 1;
      const auto count = static_cast<std::size_t>(nodes);
      SmallGraph graph{std::vector<std::vector<planning::NodeReach>>(count),
                       {0},
                       std::vector<std::uint32_t>(count, longest_way),
                       std::vector<std::uint32_t>(count, 0)};
      const auto join = [&](std::int32_t a, std::int32_t b) {
        const auto length = static_cast<std::uint32_t>(random.integer(1000, 1500));
        graph.edges_of[static_cast<std::size_t>(a)].push_back({b, length, 0});
        graph.edges_of[static_cast<std::size_t>(b)].push_back({a, length, 0});
      };
      for (std::int32_t hub = 0; hub < hubs; ++hub) {
        for (std::int32_t leaf = 1; leaf <= leaves; ++leaf) {
          join(hub * (leaves + 1), hub * (leaves + 1) + leaf);
          join(hub * (leaves + 1) + leaf, (hub + 1) * (leaves + 1));
        }
      }
      graph.ends.back() = 7;
      std::vector<std::uint32_t> begin(count, longest_way);
      begin.front() = 0;
      for_each_warp([&]<class Team>(Team) {
        CAPTURE(Team::size);
        Room room(count);
        const Searched searched = search_by_warp<Team>(graph, 1500, room);
        CHECK(searched.end.found);
        CHECK(searched.end.length == settled(graph, begin).back() + 7);
        // One thread searches anew, by another number. Near the limit that also depends on what has just been taken from the list.
        if (leaves <= 400) CHECK(room.counter == 1);
        if (leaves > planning::most_open_nodes) CHECK(room.counter == 2);
      });
    }
  }
}

}  // namespace plethos::tests
