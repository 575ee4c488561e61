#include <algorithm>
#include <array>
#include <cmath>

#include "algorithms/planning/fields/wavefront/eikonal_reference.hpp"
#include "algorithms/planning/fields/wavefront/wave_descent.hpp"
#include "backends/execution.hpp"
#include "tests/algorithms/planning/fields/wavefront/any_angle.hpp"
#include "tests/algorithms/planning/fields/wavefront/wave_checks.hpp"
#include "tests/algorithms/planning/grid/ways/path_checks.hpp"
#include "tests/harness/host_warp.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;
using planning::FieldSource;
using planning::Metric;
using planning::PathQuery;
using planning::Paths;
using planning::Wave;
using planning::WaveFields;

/// Computes a field of one source.
template <class Execution>
std::vector<std::int32_t> eikonal_field(const Execution& execution, const WorldGrid& map, std::int32_t source, Wave wave = Wave::front) {
  WaveFields<Execution> fields;
  fields.make(execution, planning::make_grid_graph(execution, map, Connectivity::eight), 1, wave, Metric::eikonal);
  fields.begin(execution, std::array{FieldSource{0, source}});
  fields.spread(execution, everything);
  return values_of(fields, 0, map);
}

std::vector<std::int32_t> expected_field(const WorldGrid& map, std::int32_t source) {
  return planning::reference::eikonal_field(map, planning::eikonal_unit(static_cast<std::uint32_t>(cost_range(map).most)),
                                            std::span(&source, 1));
}

/// Functions that kernels' code calls. nvcc compiles that code for the device too, where a lambda of a test cannot be called.
template <class Team>
struct NoteTurn {
  Team team;
  std::int32_t* places;
  std::int32_t* count;

  KOKKOS_INLINE_FUNCTION bool operator()(std::int32_t cell) const {
    if (team.rank() == 0) places[(*count)++] = cell;
    return true;
  }
};
struct CenterOfCell {
  planning::HalfCells numbers;

  KOKKOS_INLINE_FUNCTION planning::HalfCell operator()(std::int32_t cell) const { return numbers.center(cell); }
};

}  // namespace

PLETHOS_MATRIX_TEST("eikonal fields are those of the Fast Marching Method, on maps of every shape, with and without costs") {
  Random random("eikonal fields");
  backends::visit(backend, [&](const auto& execution) {
    for (const std::int32_t most_cost : {1, 9, 180}) {
      for (const std::int32_t blocked : {3, 5, 1000}) {
        const WorldGrid map = random_map(random, random.integer(1, 110), random.integer(1, 80), blocked, most_cost);
        CAPTURE(blocked);
        CAPTURE(most_cost);
        if (std::count(map.passable.begin(), map.passable.end(), 1) == 0) continue;
        const std::int32_t source = passable_cells(random, map, 1)[0];
        CHECK(eikonal_field(execution, map, source) == expected_field(map, source));
      }
    }
    const WorldGrid small = random_map(random, 40, 35, 5);
    const std::int32_t source = passable_cells(random, small, 1)[0];
    CHECK(eikonal_field(execution, small, source, Wave::sweep) == expected_field(small, source));
  });
}

PLETHOS_MATRIX_TEST("eikonal fields after changes are those of the changed map") {
  Random random("eikonal repairs");
  for (const std::int32_t most_cost : {1, 5}) {
    WorldGrid map = random_map(random, 100, 70, 4, most_cost);
    backends::visit(backend, [&](const auto& execution) {
      auto graph = planning::make_grid_graph(execution, map, Connectivity::eight);
      planning::ChangeBuffers<typename std::decay_t<decltype(execution)>::memory_space> buffers;
      WaveFields<std::decay_t<decltype(execution)>> fields;
      fields.make(execution, graph, 1, Wave::front, Metric::eikonal);
      const std::vector<std::int32_t> source = passable_cells(random, map, 1);
      fields.begin(execution, std::array{FieldSource{0, source[0]}});
      for (int turn = 0; turn < 24; ++turn) {
        const std::int32_t needed = turn % 4 == 3 ? 30 * 338 : planning::unreached;
        fields.spread(execution, [&] { return needed; });
        if (turn % 4 == 1) CHECK(values_of(fields, 0, map) == expected_field(map, source[0]));
        const TurnedCells turned = turn_cells(random, source, most_cost, map);
        planning::change_grid_graph(execution, turned.changed, turned.touched, graph, buffers);
        fields.change(execution, graph, turned.touched);
      }
    });
  }
}

PLETHOS_SCALAR_MATRIX_TEST("an eikonal field is the distance on open ground, but for less than three cells") {
  WorldGrid map = map_of(std::vector<std::string>(400, std::string(400, '.')));
  backends::visit(backend, [&](const auto& execution) {
    const std::vector<std::int32_t> found = eikonal_field(execution, map, 150 * 400 + 130);
    double worst = 0, least = 0;
    for (std::size_t cell = 0; cell < found.size(); ++cell) {
      const GridCell at = map.cell(cell);
      const double error = found[cell] / 338. - std::hypot(at.x - 130, at.y - 150);
      worst = std::max(worst, error);
      least = std::min(least, error);
    }
    CHECK(worst < 3);
    CHECK(worst > 0.5);
    CHECK(least > -1e-9);
  });
}

PLETHOS_SCALAR_MATRIX_TEST("ways down eikonal fields keep out of what is blocked, and are hardly longer than the shortest at any angle") {
  Random random("eikonal ways");
  double found = 0, shortest = 0;
  for (const std::int32_t blocked : {12, 60, 1000}) {
    const WorldGrid map = map_of_boxes(random, 48, 40, blocked);
    const AnyAngle shortest_ways(map);
    const std::vector<PathQuery> queries = random_queries(random, map, 30);
    const Paths paths = find_paths(backend, "wavefront", map, queries, {{"metric", 1}});
    CHECK(planning::checksum(paths) == planning::checksum(find_paths(plainest_backend(), "wavefront", map, queries, {{"metric", 1}})));
    const Paths in_steps = find_paths(backend, "wavefront", map, queries, {});
    for (std::size_t q = 0; q < queries.size(); ++q) {
      REQUIRE(paths.is_solved(q) == in_steps.is_solved(q));
      if (!paths.is_solved(q)) continue;
      const std::span<const Vec2> way = paths.way(q);
      CHECK(way.front() == queries[q].from);
      CHECK(way.back() == queries[q].to);
      REQUIRE_FALSE(meets_blocked(map, way));
      found += paths.length(q);
      shortest += shortest_ways.length_between(map.cell_at(queries[q].from), map.cell_at(queries[q].to)) * map.cell_size;
    }
  }
  CHECK(shortest > 0);
  CHECK(found >= shortest * 0.99999);
  CHECK(found <= shortest * 1.01);
}

TEST_CASE("a warp of any width finds the turns of a way down an eikonal field that one thread finds, and pulls it as straight") {
  Random random("eikonal turns");
  for (const std::int32_t most_cost : {1, 3}) {
    const WorldGrid map = random_map(random, 150, 110, 10, most_cost);
    backends::visit(plainest_backend(), [&](const auto& execution) {
      WaveFields<std::decay_t<decltype(execution)>> fields;
      const auto graph = planning::make_grid_graph(execution, map, Connectivity::eight);
      fields.make(execution, graph, 1, Wave::front, Metric::eikonal);
      const std::vector<std::int32_t> cells = passable_cells(random, map, 21);
      fields.begin(execution, std::array{FieldSource{0, cells[0]}});
      fields.spread(execution, everything);
      const auto values = fields.values();
      const CenterOfCell center{planning::HalfCells{map.width}};
      struct Turns {
        std::vector<std::int32_t> places;
        std::int32_t count = 0, left = 0;
      };
      const auto list = [&](const auto& team, std::int32_t from, Turns& found) {
        planning::for_each_turn(team, values, fields.unit(), 0, from, NoteTurn{team, found.places.data(), &found.count});
        team.sync();
        const std::int32_t left = planning::pull_straight(team, graph, found.places.data(), found.count, center);
        if (team.rank() == 0) found.left = left;
      };
      const Turns none{std::vector<std::int32_t>(map.passable.size())};
      std::size_t turns = 0;
      for (std::size_t k = 1; k < cells.size(); ++k) {
        Turns expected = none;
        list(backends::OneThread(), cells[k], expected);
        turns += static_cast<std::size_t>(expected.count);
        for_each_warp([&]<class Team>(Team) {
          CAPTURE(Team::size);
          Turns found = none;
          Team::run([&](const Team& team) { list(team, cells[k], found); });
          CHECK(found.left == expected.left);
          CHECK(found.count == expected.count);
          CHECK(found.places == expected.places);
        });
      }
      CHECK(turns > 60);
    });
  }
}

TEST_CASE("an eikonal field of cells that are too dear is refused in one line") {
  Random random("eikonal errors");
  const auto error_of = [](const World& world) {
    return input_error([&] { planning::make_path_finder(plainest_backend(), "wavefront", {}, {{"metric", 1}})->prepare(world); });
  };
  WorldGrid map = random_map(random, 4, 4, 1000, 9);
  map.cost[3] = 181;
  map.passable[3] = 1;
  CHECK(contains(error_of(world_of(map)), "wavefront: found a cell that costs 181, expected at most 180 with metric=eikonal"));
}

}  // namespace plethos::tests
