#include "algorithms/planning/fields/wavefront/wave_fields.hpp"

#include <algorithm>
#include <array>

#include "backends/execution.hpp"
#include "tests/algorithms/planning/fields/wavefront/wave_checks.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;
using planning::FieldSource;
using planning::WaveFields;

}  // namespace

PLETHOS_MATRIX_TEST("fields are those of Dijkstra's search, on maps of every shape, with and without costs") {
  Random random("wave fields");
  backends::visit(backend, [&](const auto& execution) {
    for (const std::int32_t most_cost : {1, 9}) {
      for (const std::int32_t blocked : {2, 3, 5, 1000}) {
        const WorldGrid map = random_map(random, random.integer(1, 150), random.integer(1, 110), blocked, most_cost);
        CAPTURE(blocked);
        if (std::count(map.passable.begin(), map.passable.end(), 1) == 0) continue;
        for (const auto connectivity : {Connectivity::four, Connectivity::eight}) {
          check_fields(execution, map, connectivity, passable_cells(random, map, 3));
        }
      }
    }
    const WorldGrid map = serpentine(101);
    check_fields(execution, map, Connectivity::eight, std::array<std::int32_t, 2>{0, 101 * 101 - 1});
  });
}

PLETHOS_MATRIX_TEST("a wave that stops early has final values below where it has settled, and goes on from there") {
  Random random("wave stops");
  const WorldGrid map = random_map(random, 300, 200, 4);
  backends::visit(backend, [&](const auto& execution) {
    WaveFields<std::decay_t<decltype(execution)>> fields;
    fields.make(execution, planning::make_grid_graph(execution, map, Connectivity::eight), 1);
    const std::vector<std::int32_t> cells = passable_cells(random, map, 1);
    const std::vector<std::int32_t> expected = planning::reference::wave_field(map, Connectivity::eight, cells);
    fields.begin(execution, std::array{FieldSource{0, cells[0]}});
    std::int32_t before = 0;
    for (const std::int32_t needed : {10 * 338, 60 * 338, 150 * 338, planning::unreached}) {
      fields.spread(execution, [&] { return needed; });
      CHECK(fields.settled() > before);
      CHECK(fields.settled() >= needed);
      before = fields.settled();
      const std::vector<std::int32_t> found = values_of(fields, 0, map);
      for (std::size_t cell = 0; cell < found.size(); ++cell) {
        REQUIRE(found[cell] >= expected[cell]);
        if (expected[cell] < fields.settled()) REQUIRE(found[cell] == expected[cell]);
      }
    }
    CHECK(values_of(fields, 0, map) == expected);
  });
}

PLETHOS_MATRIX_TEST("a tile lowers the one that it only meets at a corner, also where nothing beside the two falls") {
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    for (int corner = 0; corner < 4; ++corner) {
      CAPTURE(corner);
      // Four tiles, with the goal in one of them, on the diagonal through the point where all meet.
      const bool east = corner % 2 == 1, south = corner / 2 == 1;
      WorldGrid map = map_of(std::vector<std::string>(64, std::string(64, '.')));
      map.cost.assign(map.passable.size(), 1);
      const std::vector<std::int32_t> goal{static_cast<std::int32_t>(map.index(east ? 39 : 24, south ? 39 : 24))};
      const auto last = static_cast<std::int32_t>(map.index(east ? 32 : 31, south ? 32 : 31));
      // Ways avoid the tile's last cell. As soon as it is cheap, the way through it to the next tile is shorter, and no other one is.
      map.cost[static_cast<std::size_t>(last)] = 1000;
      auto graph = planning::make_grid_graph(execution, map, Connectivity::eight);
      WaveFields<Execution> fields;
      fields.make(execution, graph, 1);
      fields.begin(execution, std::array{FieldSource{0, goal[0]}});
      fields.spread(execution, everything);
      const std::vector<std::int32_t> before = values_of(fields, 0, map);
      map.cost[static_cast<std::size_t>(last)] = 1;
      planning::ChangeBuffers<typename Execution::memory_space> buffers;
      planning::change_grid_graph(execution, std::array{planning::CellChange{last, 1, true, false}}, std::array{last}, graph, buffers);
      fields.change(execution, graph, std::array{last});
      fields.spread(execution, everything);
      CHECK(values_of(fields, 0, map) == planning::reference::wave_field(map, Connectivity::eight, goal));
      CHECK(values_of(fields, 0, map)[map.index(east ? 31 : 32, south ? 31 : 32)] < before[map.index(east ? 31 : 32, south ? 31 : 32)]);
    }
  });
}

PLETHOS_MATRIX_TEST("fields after changes are those of the changed map, and only what depended on a change is computed again") {
  Random random("wave repairs");
  for (const std::int32_t most_cost : {1, 5}) {
    WorldGrid map = random_map(random, 130, 100, 4, most_cost);
    backends::visit(backend, [&](const auto& execution) {
      auto graph = planning::make_grid_graph(execution, map, Connectivity::eight);
      planning::ChangeBuffers<typename std::decay_t<decltype(execution)>::memory_space> buffers;
      WaveFields<std::decay_t<decltype(execution)>> fields;
      fields.make(execution, graph, 2);
      const std::vector<std::int32_t> cells = passable_cells(random, map, 2);
      fields.begin(execution, std::array{FieldSource{0, cells[0]}, FieldSource{1, cells[1]}});
      // Changes meet finished fields and unfinished ones.
      for (int turn = 0; turn < 40; ++turn) {
        const std::int32_t needed = turn % 4 == 3 ? 30 * 338 : planning::unreached;
        fields.spread(execution, [&] { return needed; });
        if (turn % 4 == 1) {
          for (std::int32_t field = 0; field < 2; ++field) {
            CHECK(values_of(fields, field, map) ==
                  planning::reference::wave_field(map, Connectivity::eight, std::span(cells).subspan(static_cast<std::size_t>(field), 1)));
          }
        }
        const TurnedCells turned = turn_cells(random, cells, most_cost, map);
        planning::change_grid_graph(execution, turned.changed, turned.touched, graph, buffers);
        fields.change(execution, graph, turned.touched);
      }
      const std::uint64_t before = fields.work_done().tiles;
      fields.spread(execution, everything);
      // A cell far from both goals, which blocks a dead end at most.
      CHECK(fields.work_done().tiles > before);
    });
  }
}

}  // namespace plethos::tests
