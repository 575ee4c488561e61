#include "tests/algorithms/planning/grid/regions/hierarchy_checks.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;
using planning::PathQuery;
using planning::Paths;
namespace reference = planning::reference;

/// A map with its regions, and what the paper says of ways over them.
struct Hierarchy {
  const WorldGrid& map;
  Connectivity connectivity;
  reference::Regions regions;
  std::set<std::pair<std::int32_t, std::int32_t>> edges = reference::region_edges(map, regions);
  std::int32_t cheapest = 1;

  Hierarchy(const WorldGrid& of, Connectivity neighbors, int side)
      : map(of), connectivity(neighbors), regions(reference::block_regions(of, side)) {
    if (!map.cost.empty()) cheapest = *std::min_element(map.cost.begin(), map.cost.end());
  }

  std::int32_t region(GridCell cell) const { return regions.region[map.index(cell.x, cell.y)]; }
  GridCell representative(std::int32_t r) const { return regions.representative[static_cast<std::size_t>(r)]; }
  double cost(GridCell cell) const { return map.cost_at(map.index(cell.x, cell.y)); }
  double distance(std::int32_t a, std::int32_t b) const {
    const GridCell one = representative(a), other = representative(b);
    return least_cells(connectivity, one, other) * (cost(one) + cost(other)) / 2;
  }

  /// The length of a shortest way over regions, by relaxing all edges until nothing changes.
  double shortest(std::int32_t from, std::int32_t to) const {
    std::vector<double> length(regions.representative.size(), std::numeric_limits<double>::infinity());
    length[static_cast<std::size_t>(from)] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [a, b] : edges) {
        const double longer = length[static_cast<std::size_t>(a)] + distance(a, b);
        if (longer >= length[static_cast<std::size_t>(b)] - 1e-9) continue;
        length[static_cast<std::size_t>(b)] = longer;
        changed = true;
      }
    }
    return length[static_cast<std::size_t>(to)];
  }

  /// The length of a way over these regions; infinite if two that follow each other do not touch.
  double length(const std::vector<std::int32_t>& over) const {
    double sum = 0;
    for (std::size_t k = 1; k < over.size(); ++k) {
      sum += edges.contains({over[k - 1], over[k]}) ? distance(over[k - 1], over[k]) : std::numeric_limits<double>::infinity();
    }
    return sum;
  }

  /// The least sum of a way from a cell into the next region and of the rest to that region's representative.
  double best_entry(GridCell from, std::int32_t next) const {
    const std::int32_t own = region(from);
    const auto lengths = reference::shortest_lengths(map, connectivity, from, [&](GridCell cell) { return region(cell) == own; });
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t at = 0; at < lengths.size(); ++at) {
      const GridCell cell = map.cell(at);
      if (regions.region[at] != own) continue;
      for (std::int32_t k = 0; k < 9; ++k) {
        const GridCell to{cell.x + k % 3 - 1, cell.y + k / 3 - 1};
        if (!reference::is_step(map, connectivity, cell, to) || region(to) != next) continue;
        best = std::min(best, lengths[at] + reference::step_length(map, cell, to) + rest(to, next));
      }
    }
    return best;
  }
  double rest(GridCell from, std::int32_t region_ahead) const {
    return cheapest * least_cells(connectivity, from, representative(region_ahead));
  }
};

void check_entries(const Hierarchy& over, const PathQuery& query, std::span<const Vec2> way) {
  std::vector<std::int32_t> visited{over.region(over.map.cell_at(query.from))};
  GridCell entry = over.map.cell_at(query.from);
  double length = 0;
  const std::vector<GridCell> cells = cells_of_way(over.map, way);
  for (std::size_t k = 1; k < cells.size(); ++k) {
    length += reference::step_length(over.map, cells[k - 1], cells[k]);
    const std::int32_t next = over.region(cells[k]);
    if (next == visited.back()) continue;
    CHECK(length + over.rest(cells[k], next) == doctest::Approx(over.best_entry(entry, next)).epsilon(length_precision));
    visited.push_back(next);
    entry = cells[k];
    length = 0;
  }
  const std::int32_t last = over.region(over.map.cell_at(query.to));
  CHECK(over.length(visited) == doctest::Approx(over.shortest(visited.front(), last)).epsilon(length_precision));
}

void check_representatives(const Hierarchy& over, const PathQuery& query, std::span<const Vec2> way) {
  const std::int32_t first = over.region(over.map.cell_at(query.from));
  const std::int32_t last = over.region(over.map.cell_at(query.to));
  if (first == last) return;
  std::vector<std::int32_t> visited;
  for (const GridCell cell : cells_of_way(over.map, way)) {
    const std::int32_t region = over.region(cell);
    if (cell == over.representative(region) && (visited.empty() || visited.back() != region)) visited.push_back(region);
  }
  REQUIRE(!visited.empty());
  CHECK(visited.front() == first);
  CHECK(visited.back() == last);
  CHECK(over.length(visited) == doctest::Approx(over.shortest(first, last)).epsilon(length_precision));
}

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("pha leads over a shortest chain of regions, and into each by the best entry or through its representative") {
  Random random("pha");
  for (std::size_t block = 0; block < block_sides.size(); ++block) {
    for (const std::int32_t most_cost : {1, 7}) {
      const WorldGrid map = random_map(random, random.integer(20, 60), random.integer(5, 40), random.integer(2, 9), most_cost);
      const std::vector<PathQuery> queries = random_queries(random, map, 8);
      for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
        const Hierarchy over(map, connectivity, block_sides[block]);
        ParameterValues values = region_values(connectivity, block, false);
        for (const bool entries : {true, false}) {
          values["through"] = entries ? 0 : 1;
          const Paths paths = check_ways(backend, "pha", map, queries, values);
          for (std::size_t q = 0; q < queries.size(); ++q) {
            CAPTURE(q);
            CAPTURE(entries);
            CAPTURE(block_sides[block]);
            if (paths.is_solved(q)) (entries ? check_entries : check_representatives)(over, queries[q], paths.way(q));
          }
        }
      }
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("ways of pha that are pulled tight are walkable and no longer than before") { check_pulled(backend, "pha"); }

PLETHOS_SCALAR_MATRIX_TEST("pha finds the same ways on every backend, and whatever memory searches have") {
  check_same_ways(backend, "pha");
}

}  // namespace plethos::tests
