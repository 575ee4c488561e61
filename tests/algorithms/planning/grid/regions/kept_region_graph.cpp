#include "algorithms/planning/grid/regions/kept_region_graph.hpp"

#include <map>

#include "backends/execution.hpp"
#include "core/copy_view.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"
#include "tests/algorithms/planning/grid/regions/hierarchy_checks.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using planning::CellChange;
using planning::Connectivity;
using planning::ContactKind;

template <class View>
auto numbers_of(const View& view) {
  const auto host = host_view(view);
  return std::vector<typename View::non_const_value_type>(host.data(), host.data() + host.size());
}

/// Checks that a graph and its regions and contacts are those of a map, bit for bit.
template <class Execution, class Kept>
void check_made_anew(const Execution& execution, const WorldGrid& map, int side, const Kept& kept) {
  const auto& graph = kept.regions.regions.graph;
  const auto expected_graph = planning::make_grid_graph(execution, map, graph.connectivity);
  planning::KeptRegionGraph<typename Execution::memory_space> anew;
  planning::find_region_graph(execution, expected_graph, side, kept.contacts.kind, anew);
  const auto& expected = anew.regions.regions;
  const auto& expected_contacts = anew.contacts.contacts;
  const auto& regions = kept.regions.regions;
  const auto& contacts = kept.contacts.contacts;
  REQUIRE(numbers_of(graph.passable) == numbers_of(expected_graph.passable));
  REQUIRE(numbers_of(graph.steps) == numbers_of(expected_graph.steps));
  REQUIRE(numbers_of(graph.costs) == numbers_of(expected_graph.costs));
  REQUIRE(regions.count == expected.count);
  REQUIRE(numbers_of(regions.region) == numbers_of(expected.region));
  REQUIRE(numbers_of(regions.first) == numbers_of(expected.first));
  REQUIRE(numbers_of(regions.representative) == numbers_of(expected.representative));
  REQUIRE(contacts.count() == expected_contacts.count());
  REQUIRE(numbers_of(contacts.first) == numbers_of(expected_contacts.first));
  REQUIRE(numbers_of(contacts.target) == numbers_of(expected_contacts.target));
  REQUIRE(numbers_of(contacts.mate) == numbers_of(expected_contacts.mate));
  REQUIRE(numbers_of(contacts.cell) == numbers_of(expected_contacts.cell));
}

/// Changes a few cells of a map at random, near each other or anywhere, and tells them and the cells around those that turned.
void change_at_random(Random& random, std::int32_t most_cost, WorldGrid& map, std::vector<CellChange>& changes,
                      std::vector<std::int32_t>& touched) {
  std::map<std::int32_t, CellChange> changed;
  const GridCell middle{random.integer(0, map.width - 1), random.integer(0, map.height - 1)};
  const bool near = random.once_in(2);
  for (std::int32_t left = random.integer(1, 9); left > 0; --left) {
    const GridCell anywhere{random.integer(0, map.width - 1), random.integer(0, map.height - 1)};
    const GridCell beside{std::min(map.width - 1, middle.x + random.integer(0, 2)),
                          std::min(map.height - 1, middle.y + random.integer(0, 2))};
    const GridCell at = near ? beside : anywhere;
    const std::size_t cell = map.index(at.x, at.y);
    const bool turns = most_cost == 1 || !random.once_in(3);
    const auto number = static_cast<std::int32_t>(cell);
    if (changed.contains(number)) continue;
    if (turns) map.passable[cell] = map.passable[cell] == 0 ? 1 : 0;
    // The extremes stay: they are those of the whole map.
    if (most_cost > 1 && cell > 1) map.cost[cell] = random.integer(1, most_cost);
    changed[number] = {number, map.cost_at(cell), map.passable[cell] != 0, turns};
  }
  changes.clear();
  touched.clear();
  for (const auto& [cell, change] : changed) {
    changes.push_back(change);
    const GridCell at = map.cell(static_cast<std::size_t>(cell));
    for (std::int32_t y = at.y - 1; y <= at.y + 1; ++y) {
      for (std::int32_t x = at.x - 1; x <= at.x + 1; ++x) {
        if (x >= 0 && x < map.width && y >= 0 && y < map.height) touched.push_back(static_cast<std::int32_t>(map.index(x, y)));
      }
    }
  }
  planning::sort_once(touched);
}

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("a repaired graph of regions equals one made anew, bit for bit, after 1,000 random changes") {
  Random random("repaired regions");
  int changes_made = 0;
  for (const int side : block_sides) {
    for (const ContactKind kind : {ContactKind::pairs, ContactKind::runs}) {
      for (const std::int32_t blocked : {2, 5, 1000}) {
        const std::int32_t most_cost = random.once_in(2) ? 1 : 9;
        const Connectivity connectivity = random.once_in(2) ? Connectivity::four : Connectivity::eight;
        WorldGrid map = random_map(random, random.integer(20, 70), random.integer(20, 50), blocked, most_cost);
        if (most_cost > 1) {
          map.cost[0] = 1;
          map.cost[1] = most_cost;
        }
        CAPTURE(side);
        CAPTURE(blocked);
        backends::visit(backend, [&](const auto& execution) {
          using MemorySpace = typename std::decay_t<decltype(execution)>::memory_space;
          const auto graph = planning::make_grid_graph(execution, map, connectivity);
          planning::KeptRegionGraph<MemorySpace> kept;
          planning::find_region_graph(execution, graph, side, kind, kept);
          planning::ChangeBuffers<MemorySpace> buffers;
          std::vector<CellChange> changes;
          std::vector<std::int32_t> touched;
          for (int k = 0; k < 42; ++k) {
            change_at_random(random, most_cost, map, changes, touched);
            planning::change_grid_graph(execution, changes, touched, graph, buffers);
            const std::size_t blocks = planning::repair_region_graph<std::decay_t<decltype(execution)>>(execution, graph, changes, kept);
            CHECK(blocks <= changes.size());
            check_made_anew(execution, map, side, kept);
            ++changes_made;
          }
        });
      }
    }
  }
  CHECK(changes_made >= 1000);
}

PLETHOS_SCALAR_MATRIX_TEST("the regions and contacts of a map are the same in memory that those of others have left") {
  Random random("kept region graph");
  backends::visit(backend, [&](const auto& execution) {
    using MemorySpace = typename std::decay_t<decltype(execution)>::memory_space;
    planning::GridGraph<MemorySpace> graph;
    planning::KeptRegionGraph<MemorySpace> kept;
    std::int32_t width = 1, height = 1;
    for (int k = 0; k < 60; ++k) {
      // Half of the maps are as large as the one before.
      if (random.once_in(2)) {
        width = random.integer(1, 50);
        height = random.integer(1, 50);
      }
      WorldGrid map = random_map(random, width, height, random.integer(2, 20));
      if (random.once_in(2)) map.cost.assign(map.passable.size(), random.integer(1, 3));
      const int side = 4 << random.integer(0, 3);
      CAPTURE(width);
      CAPTURE(height);
      CAPTURE(side);
      planning::renew_grid_graph(execution, map, random.once_in(2) ? Connectivity::four : Connectivity::eight, graph);
      planning::find_region_graph(execution, graph, side, random.once_in(2) ? ContactKind::pairs : ContactKind::runs, kept);
      check_made_anew(execution, map, side, kept);
    }
  });
}

TEST_CASE("a repair claims memory only where there are more regions or contacts than before") {
  backends::visit(plainest_backend(), [](const auto& execution) {
    using MemorySpace = typename std::decay_t<decltype(execution)>::memory_space;
    WorldGrid map = map_of(std::vector<std::string>(16, std::string(16, '.')));
    const auto graph = planning::make_grid_graph(execution, map, Connectivity::eight);
    planning::KeptRegionGraph<MemorySpace> kept;
    planning::find_region_graph(execution, graph, 8, ContactKind::pairs, kept);
    planning::ChangeBuffers<MemorySpace> buffers;
    // A wall through the middle of the north-western block, which makes two regions of one.
    std::vector<CellChange> changes;
    std::vector<std::int32_t> touched;
    const auto turn = [&](bool passable) {
      changes.clear();
      for (std::int32_t y = 0; y < 8; ++y) changes.push_back({static_cast<std::int32_t>(map.index(3, y)), 1, passable, true});
      touched.clear();
      for (std::int32_t cell = 0; cell < 16 * 16; ++cell) touched.push_back(cell);
      planning::change_grid_graph(execution, changes, touched, graph, buffers);
      CHECK(planning::repair_region_graph<std::decay_t<decltype(execution)>>(execution, graph, changes, kept) == 1);
    };
    turn(false);
    CHECK(kept.regions.regions.count == 5);
    const auto* representatives = kept.regions.regions.representative.data();
    const auto* targets = kept.contacts.contacts.target.data();
    const auto* places = kept.contacts.places.data();
    const auto* cells = buffers.changed.data();
    for (const bool passable : {true, false, true, false}) {
      turn(passable);
      CHECK(kept.regions.regions.count == (passable ? 4 : 5));
      CHECK(kept.regions.regions.representative.data() == representatives);
      CHECK(kept.contacts.contacts.target.data() == targets);
      CHECK(kept.contacts.places.data() == places);
      CHECK(buffers.changed.data() == cells);
    }
  });
}

TEST_CASE("where costs alone change, no block is searched again, and the regions have the graph with its new costs") {
  backends::visit(plainest_backend(), [](const auto& execution) {
    using MemorySpace = typename std::decay_t<decltype(execution)>::memory_space;
    WorldGrid map = map_of(std::vector<std::string>(16, std::string(16, '.')));
    auto graph = planning::make_grid_graph(execution, map, Connectivity::eight);
    planning::KeptRegionGraph<MemorySpace> kept;
    planning::find_region_graph(execution, graph, 8, ContactKind::pairs, kept);
    CHECK(kept.regions.regions.graph.costs.size() == 0);
    for (const std::int32_t cost : {7, 1}) {
      map.cost.assign(map.passable.size(), 1);
      map.cost[20] = cost;
      planning::fit_costs(map, cost_range(map), graph);
      planning::ChangeBuffers<MemorySpace> buffers;
      const std::vector<CellChange> changes{{20, cost, true, false}};
      planning::change_grid_graph(execution, changes, std::vector<std::int32_t>{20}, graph, buffers);
      CHECK(planning::repair_region_graph<std::decay_t<decltype(execution)>>(execution, graph, changes, kept) == 0);
      CHECK(kept.regions.regions.graph.dearest == static_cast<std::uint32_t>(cost));
      check_made_anew(execution, map, 8, kept);
    }
  });
}

}  // namespace plethos::tests
