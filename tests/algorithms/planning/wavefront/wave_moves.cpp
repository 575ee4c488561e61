// Fields after many moves of obstacles, and on maps that other tests do not have.

#include <doctest/doctest.h>

#include "algorithms/planning/wavefront/wave_fields.hpp"
#include "algorithms/planning/wavefront/wavefront_reference.hpp"
#include "backends/execution.hpp"
#include "scenarios/io/moving_ai.hpp"
#include "scenarios/maps/map_kinds.hpp"
#include "tests/algorithms/planning/fields/obstacle_moves.hpp"
#include "tests/algorithms/planning/wavefront/wave_checks.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;
using planning::FieldSource;
using planning::Wave;
using planning::WaveFields;

}  // namespace

PLETHOS_MATRIX_TEST("fields are those of Dijkstra's search on generated maps of every kind, by a front and by sweeps") {
  Random random("generated maps");
  for (const scenarios::MapKind& kind : scenarios::map_kinds()) {
    CAPTURE(kind.name);
    for (const auto& [width, height, wave] : {std::tuple(130, 97, Wave::front), std::tuple(45, 70, Wave::sweep)}) {
      scenarios::MapRequest request;
      request.width = width;
      request.height = height;
      request.seed = random.word();
      request.values = scenarios::map_values(kind.name, {});
      const GridMap map = scenarios::draw_map(kind.name, request);
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
  WorldGrid map = random_map(random, 100, 70, 40, random.once_in(2) ? 1 : 3);
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    ObstacleMoves obstacles(random, map, 7);
    FollowedGraph<Execution> followed(execution, obstacles, Connectivity::eight);
    const std::vector<std::int32_t> cells = passable_cells(random, map, 2);
    WaveFields<Execution> fields;
    fields.make(execution, followed.graph(), 2);
    fields.begin(execution, std::array{FieldSource{0, cells[0]}, FieldSource{1, cells[1]}});
    fields.spread(execution, [] { return planning::unreached; });
    std::int32_t repairs = 0;
    for (int turn = 1; turn <= 1000; ++turn) {
      obstacles.move();
      if (followed.follow(execution, obstacles)) {
        fields.change(execution, followed.graph(), followed.touched());
        fields.begin(execution, std::array{FieldSource{0, cells[0]}, FieldSource{1, cells[1]}});
        fields.spread(execution, [] { return planning::unreached; });
        ++repairs;
      }
      if (turn % 100 != 0) continue;
      CAPTURE(turn);
      const WorldGrid now = obstacles.blocked_map();
      for (std::int32_t field = 0; field < 2; ++field) {
        const std::span<const std::int32_t> source = std::span(cells).subspan(static_cast<std::size_t>(field), 1);
        REQUIRE(values_of(fields, field, map) == planning::reference::wave_field(now, Connectivity::eight, source));
      }
    }
    CHECK(repairs > 700);
    CHECK(fields.work_done().invalidated > 1000);
  });
}

}  // namespace plethos::tests
