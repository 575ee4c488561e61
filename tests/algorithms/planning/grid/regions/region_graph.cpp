#include <set>

#include "tests/algorithms/planning/grid/regions/hierarchy_checks.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using planning::AbstractGraph;
using planning::GraphEdge;
namespace reference = planning::reference;

using Pairs = std::set<std::pair<std::int32_t, std::int32_t>>;

AbstractGraph graph_of(const backends::Backend& backend, const std::string& planner, const World& world, const ParameterValues& values) {
  const auto finder = planning::make_path_finder(backend, planner, {0, 0.25f, 0.01f, {}}, values);
  finder->prepare(world);
  return finder->abstract_graph();
}

/// Returns the edges, and checks that each is there once and leads upwards.
Pairs pairs_of(const AbstractGraph& graph) {
  Pairs pairs;
  for (const GraphEdge& edge : graph.edges) {
    CHECK(edge.from < edge.to);
    CHECK(pairs.insert({edge.from, edge.to}).second);
  }
  return pairs;
}

PLETHOS_SCALAR_MATRIX_TEST("pha shows its regions, their representatives, and an edge for each two regions that touch") {
  Random random("region graphs");
  for (const std::size_t block : {0, 1, 3}) {
    const WorldGrid map = random_map(random, random.integer(9, 70), random.integer(9, 70), 4);
    const AbstractGraph graph = graph_of(backend, "pha", world_of(map), region_values(planning::Connectivity::eight, block, false));
    const reference::Regions regions = reference::block_regions(map, block_sides[block]);
    CAPTURE(block);
    CHECK(graph.block == block_sides[block]);
    CHECK(graph.region == regions.region);
    REQUIRE(graph.nodes.size() == regions.representative.size());
    for (std::size_t r = 0; r < graph.nodes.size(); ++r) CHECK(graph.nodes[r] == map.center(regions.representative[r]));
    Pairs expected;
    for (const auto& [a, b] : reference::region_edges(map, regions)) expected.insert({std::min(a, b), std::max(a, b)});
    CHECK(pairs_of(graph) == expected);
  }
}

PLETHOS_SCALAR_MATRIX_TEST("gates shows two cells beside each other for each gate, and edges between all gates of a region") {
  Random random("gate graphs");
  const WorldGrid map = random_map(random, 41, 37, 5);
  const AbstractGraph graph = graph_of(backend, "gates", world_of(map), region_values(planning::Connectivity::eight, 1, true));
  const reference::Regions regions = reference::block_regions(map, 8);
  CHECK(graph.region == regions.region);
  const auto cell = [&](std::int32_t node) { return map.cell_at(graph.nodes[static_cast<std::size_t>(node)]); };
  const auto region = [&](std::int32_t node) { return regions.region[map.index(cell(node).x, cell(node).y)]; };
  const Pairs edges = pairs_of(graph);
  std::vector<int> gates_of(graph.nodes.size());
  Pairs touching;
  for (std::int32_t a = 0; a < static_cast<std::int32_t>(graph.nodes.size()); ++a) {
    for (std::int32_t b = a + 1; b < static_cast<std::int32_t>(graph.nodes.size()); ++b) {
      if (region(a) == region(b)) {
        CHECK(edges.contains({a, b}));
      } else if (edges.contains({a, b})) {
        CHECK(std::abs(cell(a).x - cell(b).x) + std::abs(cell(a).y - cell(b).y) == 1);
        ++gates_of[static_cast<std::size_t>(a)];
        ++gates_of[static_cast<std::size_t>(b)];
        touching.insert({std::min(region(a), region(b)), std::max(region(a), region(b))});
      }
    }
  }
  CHECK(std::all_of(gates_of.begin(), gates_of.end(), [](int gates) { return gates == 1; }));
  Pairs expected;
  for (const auto& [a, b] : reference::region_edges(map, regions)) expected.insert({std::min(a, b), std::max(a, b)});
  CHECK(touching == expected);
}

TEST_CASE("planners over cells have no graph, and that of the roadmap joins corners that see each other") {
  const WorldGrid map = map_of({"....", ".@..", "...."});
  CHECK(graph_of(plainest_backend(), "astar", world_of(map), {}).is_empty());
  World world{.polygons = {{{{2, 2}, {6, 2}, {6, 6}, {2, 6}}, true}}, .bounds = {{0, 0}, {8, 8}}};
  const AbstractGraph graph = graph_of(plainest_backend(), "roadmap", world, {});
  CHECK(graph.region.empty());
  REQUIRE(graph.nodes.size() == 4);
  const Pairs edges = pairs_of(graph);
  CHECK(edges.size() == 4);
  for (const auto& [a, b] : edges) {
    const Vec2 between = graph.nodes[static_cast<std::size_t>(a)] - graph.nodes[static_cast<std::size_t>(b)];
    CHECK((between.x == 0) != (between.y == 0));
  }
}

PLETHOS_SCALAR_MATRIX_TEST("a path finder says how many queries it works on at the same time") {
  const WorldGrid map = map_of({"......", "......", "......"});
  const std::vector<planning::PathQuery> queries(40, {map.center({0, 0}), map.center({5, 2})});
  const auto in_flight = [&](const std::string& planner, std::size_t count, const ParameterValues& values) {
    const auto finder = planning::make_path_finder(backend, planner, {}, values);
    finder->prepare(world_of(map));
    finder->find(std::span(queries).first(count));
    return finder->in_flight();
  };
  const auto threads = std::int64_t{backend.scheduler ? backend.threads : 40};
  for (const char* const planner : {"astar", "pha", "gates", "jps", "straight"}) {
    CAPTURE(planner);
    CHECK(in_flight(planner, 40, {}) == std::min<std::int64_t>(threads, 40));
    CHECK(in_flight(planner, 1, {}) == 1);
  }
  CHECK(in_flight("astar", 40, {{"search_memory", 1e-6}}) == 1);
}

}  // namespace
}  // namespace plethos::tests
