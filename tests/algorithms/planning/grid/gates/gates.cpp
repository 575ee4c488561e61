#include "tests/algorithms/planning/grid/regions/hierarchy_checks.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;
using planning::PathQuery;
using planning::Paths;
namespace reference = planning::reference;

/// The steps across the middles of all runs of cells along which two regions touch, one for each direction.
std::vector<reference::Touch> gates_of(const WorldGrid& map, const reference::Regions& regions, std::int32_t side) {
  const auto region = [&](GridCell cell) { return map.is_passable(cell) ? regions.region[map.index(cell.x, cell.y)] : -1; };
  std::vector<reference::Touch> gates;
  const auto add_runs = [&](GridCell start, GridCell along, GridCell across) {
    const auto at = [&](std::int32_t k) { return GridCell{start.x + k * along.x, start.y + k * along.y}; };
    const auto over = [&](std::int32_t k) { return GridCell{at(k).x + across.x, at(k).y + across.y}; };
    const auto touches = [&](std::int32_t k) { return region(at(k)) >= 0 && region(over(k)) >= 0; };
    for (std::int32_t k = 0; k < side; ++k) {
      if (!touches(k)) continue;
      std::int32_t end = k;
      while (end + 1 < side && touches(end + 1) && region(at(end + 1)) == region(at(k)) && region(over(end + 1)) == region(over(k))) ++end;
      const std::int32_t middle = (k + end) / 2;
      gates.push_back({at(middle), over(middle)});
      gates.push_back({over(middle), at(middle)});
      k = end;
    }
  };
  for (std::int32_t top = 0; top < map.height; top += side) {
    for (std::int32_t left = 0; left < map.width; left += side) {
      if (left + side < map.width) add_runs({left + side - 1, top}, {0, 1}, {1, 0});
      if (top + side < map.height) add_runs({left, top + side - 1}, {1, 0}, {0, 1});
    }
  }
  return gates;
}

/// The length of a shortest way by gates: all steps across are relaxed until nothing changes.
double shortest_by_gates(const WorldGrid& map, Connectivity connectivity, std::int32_t side, GridCell from, GridCell to) {
  const reference::Regions regions = reference::block_regions(map, side);
  const auto region = [&](GridCell cell) { return regions.region[map.index(cell.x, cell.y)]; };
  const auto within = [&](GridCell cell) {
    return reference::shortest_lengths(map, connectivity, cell, [&](GridCell next) { return region(next) == region(cell); });
  };
  const std::vector<reference::Touch> gates = gates_of(map, regions, side);
  // From the cell behind each gate to the goal.
  std::vector<double> length(gates.size(), std::numeric_limits<double>::infinity());
  const std::vector<double> to_goal = within(to);
  std::vector<std::vector<double>> around;
  for (const reference::Touch& gate : gates) around.push_back(within(gate.to));
  const auto at = [&](GridCell cell) { return map.index(cell.x, cell.y); };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t g = 0; g < gates.size(); ++g) {
      double best = to_goal[at(gates[g].to)];
      for (std::size_t k = 0; k < gates.size(); ++k) {
        best = std::min(best, around[g][at(gates[k].from)] + reference::step_length(map, gates[k].from, gates[k].to) + length[k]);
      }
      if (best >= length[g] - 1e-9) continue;
      length[g] = best;
      changed = true;
    }
  }
  const std::vector<double> from_start = within(from);
  double best = from_start[at(to)];
  for (std::size_t g = 0; g < gates.size(); ++g) {
    best = std::min(best, from_start[at(gates[g].from)] + reference::step_length(map, gates[g].from, gates[g].to) + length[g]);
  }
  return best;
}

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("gates finds a shortest one of the ways that change regions by gates") {
  Random random("gates");
  for (std::size_t block = 0; block < block_sides.size(); ++block) {
    for (const std::int32_t most_cost : {1, 7}) {
      const WorldGrid map = random_map(random, random.integer(10, 40), random.integer(5, 20), random.integer(2, 9), most_cost);
      const std::vector<PathQuery> queries = random_queries(random, map, 6);
      for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
        const Paths paths = check_ways(backend, "gates", map, queries, region_values(connectivity, block, false));
        for (std::size_t q = 0; q < queries.size(); ++q) {
          CAPTURE(q);
          CAPTURE(block_sides[block]);
          if (!paths.is_solved(q)) continue;
          const double shortest =
              shortest_by_gates(map, connectivity, block_sides[block], map.cell_at(queries[q].from), map.cell_at(queries[q].to));
          CHECK(length_in_cells(map, connectivity, queries[q], paths.way(q)) == doctest::Approx(shortest).epsilon(length_precision));
        }
      }
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("ways of gates that are pulled tight are walkable and no longer than before") { check_pulled(backend, "gates"); }

PLETHOS_SCALAR_MATRIX_TEST("gates finds the same ways on every backend, and whatever memory searches have") {
  check_same_ways(backend, "gates");
}

}  // namespace plethos::tests
