// Fields after many moves of obstacles, and on maps that other tests do not have.

#include <array>

#include "algorithms/planning/fields/wavefront/wave_fields.hpp"
#include "algorithms/planning/fields/wavefront/wavefront_reference.hpp"
#include "backends/execution.hpp"
#include "scenarios/io/moving_ai.hpp"
#include "scenarios/maps/map_kinds.hpp"
#include "tests/algorithms/planning/fields/obstacle_moves.hpp"
#include "tests/algorithms/planning/fields/wavefront/wave_checks.hpp"
#include "tests/algorithms/planning/grid/map/generated_map.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;
using planning::FieldSource;
using planning::Wave;
using planning::WaveFields;
using planning::WaveWorkDone;

/// Repairs two fields after each of some moves, and compares them with the reference now and then.
template <class Execution>
WaveWorkDone check_moves(const Execution& execution, Random& random, const WorldGrid& map, Wave wave, int moves) {
  ObstacleMoves obstacles(random, map, 7);
  FollowedGraph<Execution> followed(execution, obstacles, Connectivity::eight);
  const std::vector<std::int32_t> cells = passable_cells(random, map, 2);
  const std::array<FieldSource, 2> sources{{{0, cells[0]}, {1, cells[1]}}};
  const auto everything = [] { return planning::unreached; };
  WaveFields<Execution> fields;
  fields.make(execution, followed.graph(), 2, wave);
  fields.begin(execution, sources);
  fields.spread(execution, everything);
  std::int32_t repairs = 0;
  for (int turn = 1; turn <= moves; ++turn) {
    obstacles.move();
    if (followed.follow(execution, obstacles)) {
      fields.change(execution, followed.graph(), followed.touched());
      fields.begin(execution, sources);
      fields.spread(execution, everything);
      ++repairs;
    }
    if (turn % (moves / 10) != 0) continue;
    CAPTURE(turn);
    const WorldGrid now = obstacles.blocked_map();
    for (const FieldSource& source : sources) {
      REQUIRE(values_of(fields, source.field, map) == planning::reference::wave_field(now, Connectivity::eight, std::array{source.cell}));
    }
  }
  CHECK(repairs > moves / 2);
  return fields.work_done();
}

}  // namespace

PLETHOS_MATRIX_TEST("fields are those of Dijkstra's search on generated maps of every kind, by a front and by sweeps") {
  Random random("generated maps");
  for (const scenarios::MapKind& kind : scenarios::map_kinds()) {
    CAPTURE(kind.name);
    for (const auto& [width, height, wave] : {std::tuple(130, 97, Wave::front), std::tuple(45, 70, Wave::sweep)}) {
      const GridMap map = generated_map(random, kind.name, width, height);
      for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
        const std::vector<std::int32_t> cells = passable_cells(random, map, 2);
        backends::visit(backend, [&](const auto& execution) { check_fields(execution, map, connectivity, cells, wave); });
      }
    }
  }
}

TEST_CASE("fields are those of Dijkstra's search on maps of the benchmark") {
  Random random("benchmark maps");
  for_each_benchmark_map([&](const std::string& path) {
    const GridMap map = scenarios::read_moving_ai_map(path);
    const std::vector<std::int32_t> cells = passable_cells(random, map, 1);
    for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
      const std::vector<std::int32_t> expected = planning::reference::wave_field(map, connectivity, cells);
      for (const backends::BackendOptions& options : all_configurations()) {
        CAPTURE(name_of(options));
        backends::visit(backends::make_backend(options), [&](const auto& execution) {
          WaveFields<std::decay_t<decltype(execution)>> fields;
          compute_fields(execution, map, connectivity, cells, Wave::front, fields);
          CHECK(values_of(fields, 0, map) == expected);
        });
      }
    }
  });
}

PLETHOS_MATRIX_TEST("after 1,000 moves of obstacles repaired fields are those of the map as it is then") {
  // Every lane once, and every scheduler with threads: one thread takes tiles in the order of the serial backend.
  if (backend.scheduler && backend.name != "serial" && (backend.threads == 1 || backend.target)) return;
  Random random("obstacles over fields");
  backends::visit(backend, [&](const auto& execution) {
    const WaveWorkDone done = check_moves(execution, random, random_map(random, 100, 70, 40, random.once_in(2) ? 1 : 3), Wave::front, 1000);
    CHECK(done.invalidated > 100'000);
    check_moves(execution, random, random_map(random, 45, 40, 40), Wave::sweep, 100);
  });
}

}  // namespace plethos::tests
