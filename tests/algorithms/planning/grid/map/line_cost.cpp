#include "algorithms/planning/grid/map/line_cost.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/algorithms/planning/grid/map/test_maps.hpp"

namespace plethos::tests {
namespace {

using planning::line_cost;

using Host = Kokkos::HostSpace;

/// Returns the graph that line_cost() looks at: its size and costs.
planning::GridGraph<Host> graph_of(const GridMap& map) {
  planning::GridGraph<Host> graph;
  graph.width = map.width;
  graph.height = map.height;
  graph.costs = to_view<Host>("costs", map.cost);
  return graph;
}

/// Returns the cost of a line that is cut into `parts`.
double sampled(const GridMap& map, Vec2d p, Vec2d q, int parts) {
  double sum = 0;
  for (int k = 0; k < parts; ++k) {
    const double t = (k + 0.5) / parts;
    const auto column = static_cast<std::int32_t>(p.x + t * (q.x - p.x));
    const auto row = map.height - 1 - static_cast<std::int32_t>(p.y + t * (q.y - p.y));
    sum += map.cost_at(map.index(column, row));
  }
  return sum / parts * std::hypot(q.x - p.x, q.y - p.y);
}

}  // namespace

TEST_CASE("a line costs its length in each cell times the cell's cost") {
  GridMap map = map_of({"...", "..."});
  map.cost = {1, 2, 3, 10, 20, 30};
  const auto graph = graph_of(map);
  // The last row is the lower one.
  CHECK(line_cost(graph, {0.5, 0.5}, {2.5, 0.5}) == doctest::Approx(5 + 20 + 15));
  CHECK(line_cost(graph, {2.5, 1.5}, {0.5, 1.5}) == doctest::Approx(0.5 + 2 + 1.5));
  CHECK(line_cost(graph, {1.5, 1.5}, {1.5, 0.5}) == doctest::Approx(1 + 10));
  CHECK(line_cost(graph, {0.5, 0.5}, {1.5, 1.5}) == doctest::Approx((5 + 1) * std::sqrt(2.)));
  CHECK(line_cost(graph, {0, 0}, {3, 0}) == doctest::Approx(60));
  CHECK(line_cost(graph, {3, 2}, {0, 2}) == doctest::Approx(6));
  CHECK(line_cost(graph, {1.2, 0.3}, {1.2, 0.3}) == 0);
  // What lies outside counts as the edge.
  CHECK(line_cost(graph, {-4, 0.5}, {1, 0.5}) == doctest::Approx(10));
}

TEST_CASE("a line costs what its parts do, also along edges, forward and backward") {
  Random random("line_cost");
  for (int round = 0; round < 300; ++round) {
    const WorldGrid map = random_map(random, random.integer(1, 9), random.integer(1, 9), 1000, 9);
    const auto graph = graph_of(map);
    const auto place = [&](std::int32_t cells) {
      return random.once_in(3) ? static_cast<double>(random.integer(0, cells - 1))
                               : static_cast<double>(random.between(0, static_cast<float>(cells) - 0.001f));
    };
    const Vec2d p{place(map.width), place(map.height)};
    const Vec2d q{place(map.width), place(map.height)};
    CAPTURE(p.x);
    CAPTURE(p.y);
    CAPTURE(q.x);
    CAPTURE(q.y);
    const bool on_edge = (p.x == q.x && p.x == std::floor(p.x)) || (p.y == q.y && p.y == std::floor(p.y));
    const double cost = line_cost(graph, p, q);
    if (!on_edge) CHECK(cost == doctest::Approx(sampled(map, p, q, 20'000)).epsilon(0.002));
    CHECK(cost == doctest::Approx(line_cost(graph, q, p)).epsilon(1e-9));
    CHECK(cost >= std::hypot(q.x - p.x, q.y - p.y) * (1 - 1e-9));
  }
}

}  // namespace plethos::tests
