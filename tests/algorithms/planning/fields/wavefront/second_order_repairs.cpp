#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "backends/execution.hpp"
#include "tests/algorithms/planning/fields/wavefront/second_order_checks.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"
#include "tests/algorithms/planning/grid/ways/path_checks.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;
using planning::FieldSource;
using planning::Wave;
using planning::WaveFields;

/// A map whose cells turn one after the other, and a field over it.
template <class Execution>
struct TurningMap {
  TurningMap(const Execution& where, WorldGrid& of, const FieldSources& from, std::int32_t around)
      : execution(where), map(of), sources(from), radius(around), graph(planning::make_grid_graph(where, of, Connectivity::eight)) {
    make_second_order_fields(execution, graph, sources, fields, Wave::front, radius);
    check();
  }
  void turn(std::span<const std::int32_t> cells, bool open) {
    TurnedCells turned;
    for (const std::int32_t cell : cells) {
      turned.changed.push_back({cell, map.cost_at(static_cast<std::size_t>(cell)), open, true});
      map.passable[static_cast<std::size_t>(cell)] = open ? 1 : 0;
    }
    turned.touched = touched_by(turned.changed, map);
    turn(turned);
  }
  void turn(const TurnedCells& turned) {
    planning::change_grid_graph(execution, turned.changed, turned.touched, graph, buffers);
    fields.change(execution, graph, turned.touched);
    check();
  }
  void check() {
    fields.spread(execution, everything);
    CHECK(distances_of(fields, 0, map) == expected_distances(map, fields.unit(), sources[0], radius));
  }

  Execution execution;
  WorldGrid& map;
  FieldSources sources;
  std::int32_t radius;
  planning::GridGraph<typename Execution::memory_space> graph;
  planning::ChangeBuffers<typename Execution::memory_space> buffers;
  WaveFields<Execution> fields;
};

std::vector<std::int32_t> column_of(const GridMap& map, std::int32_t x) {
  std::vector<std::int32_t> cells;
  for (std::int32_t y = 0; y < map.height; ++y) cells.push_back(static_cast<std::int32_t>(map.index(x, y)));
  return cells;
}

}  // namespace

PLETHOS_MATRIX_TEST("distances of second order after changes are those of the changed map") {
  Random random("second order repairs");
  for (const std::int32_t most_cost : {1, 3}) {
    WorldGrid map = random_map(random, 75, 50, 30, most_cost);
    backends::visit(backend, [&](const auto& execution) {
      auto graph = planning::make_grid_graph(execution, map, Connectivity::eight);
      planning::ChangeBuffers<typename std::decay_t<decltype(execution)>::memory_space> buffers;
      WaveFields<std::decay_t<decltype(execution)>> fields;
      const FieldSources sources = random_field_sources(random, map);
      std::vector<std::int32_t> kept;
      for (const FieldSource& source : listed_sources(sources)) kept.push_back(source.cell);
      make_second_order_fields(execution, graph, sources, fields, Wave::front, near_radius);
      for (int turn = 0; turn < 8; ++turn) {
        const std::int32_t needed = turn % 4 == 2 ? 30 * 338 : planning::unreached;
        fields.spread(execution, [&] { return needed; });
        for (std::int32_t field = 0; turn % 4 == 3 && field < 3; ++field) {
          CAPTURE(turn);
          CAPTURE(field);
          CHECK(distances_of(fields, field, map) ==
                expected_distances(map, fields.unit(), sources[static_cast<std::size_t>(field)], near_radius));
        }
        const TurnedCells turned = turn_cells(random, kept, most_cost, map);
        planning::change_grid_graph(execution, turned.changed, turned.touched, graph, buffers);
        fields.change(execution, graph, turned.touched);
        if (turn % 2 == 0) fields.begin(execution, listed_sources(sources));
      }
    });
  }
}

TEST_CASE("a cell that sees a source has its exact distance again when a shorter way is blocked far away") {
  WorldGrid map = map_of(std::vector<std::string>(20, std::string(100, '.')));
  // Ground is dear around one of the sources.
  map.cost.assign(map.passable.size(), 1);
  for (std::size_t cell = 0; cell < map.cost.size(); ++cell) {
    if (map.cell(cell).x < 17) map.cost[cell] = 10;
  }
  const FieldSources sources{{static_cast<std::int32_t>(map.index(5, 9)), static_cast<std::int32_t>(map.index(80, 9))}};
  backends::visit(plainest_backend(), [&](const auto& execution) {
    TurningMap turning(execution, map, sources, 10);
    turning.turn(column_of(map, 50), false);
    turning.turn(column_of(map, 50), true);
  });
}

TEST_CASE("distances of second order are those of no way in what is cut off, and of none in a source that is blocked") {
  WorldGrid map = map_of(std::vector<std::string>(40, std::string(100, '.')));
  const auto source = static_cast<std::int32_t>(map.index(5, 9));
  backends::visit(plainest_backend(), [&](const auto& execution) {
    TurningMap turning(execution, map, {{source}}, 10);
    turning.turn(column_of(map, 20), false);
    turning.turn(column_of(map, 20), true);
  });
  std::fill(map.passable.begin(), map.passable.end(), 0);
  map.passable[static_cast<std::size_t>(source)] = 1;
  backends::visit(plainest_backend(), [&](const auto& execution) {
    TurningMap turning(execution, map, {{source}}, 10);
    turning.turn(std::array{source}, false);
    turning.turn(std::array{source}, true);
  });
}

TEST_CASE("distances of second order after each of many small changes are those of the changed map") {
  Random random("second order small repairs");
  backends::visit(plainest_backend(), [&](const auto& execution) {
    for (int trial = 0; trial < 20; ++trial) {
      WorldGrid map = random_map(random, 64, 24, 15);
      // Ground that they see ends where tiles meet, and they are as far from there on both sides.
      FieldSources sources{{}};
      for (const GridCell at : {GridCell{27, 6}, GridCell{37, 6}, GridCell{27, 17}, GridCell{37, 17}}) {
        sources[0].push_back(static_cast<std::int32_t>(map.index(at.x, at.y)));
        map.passable[map.index(at.x, at.y)] = 1;
      }
      TurningMap turning(execution, map, sources, 5);
      for (int turn = 0; turn < 40; ++turn) turning.turn(turn_cells(random, sources[0], 1, map, 3));
    }
  });
}

}  // namespace plethos::tests
