#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "algorithms/planning/wavefront/eikonal_reference.hpp"
#include "backends/execution.hpp"
#include "tests/algorithms/planning/grid_search/path_checks.hpp"
#include "tests/algorithms/planning/grid_search/test_maps.hpp"
#include "tests/algorithms/planning/wavefront/wave_checks.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;
using planning::FieldSource;
using planning::Metric;
using planning::Order;
using planning::Paths;
using planning::Wave;
using planning::WaveFields;

/// Returns the distances of a field, in the order of the map's cells.
template <class Execution>
std::vector<float> distances_of(const WaveFields<Execution>& fields, std::int32_t field, const GridMap& map) {
  const auto values = fields.values();
  const auto host = host_view(values.distances);
  std::vector<float> found;
  for (std::size_t cell = 0; cell < map.passable.size(); ++cell) {
    found.push_back(std::abs(host(values.place(field, static_cast<std::int32_t>(cell)))));
  }
  return found;
}

/// A radius that references look around quickly.
constexpr std::int32_t near = 7;

/// The sources of each field.
using Sources = std::vector<std::vector<std::int32_t>>;

std::vector<FieldSource> listed(const Sources& sources) {
  std::vector<FieldSource> all;
  for (std::size_t field = 0; field < sources.size(); ++field) {
    for (const std::int32_t cell : sources[field]) all.push_back({static_cast<std::int32_t>(field), cell});
  }
  return all;
}

template <class Execution>
void make_fields(const Execution& execution, const planning::GridGraph<typename Execution::memory_space>& graph, const Sources& sources,
                 WaveFields<Execution>& fields, Wave wave = Wave::front, std::int32_t radius = planning::second_order_radius) {
  fields.make(execution, graph, static_cast<std::int32_t>(sources.size()), wave, Metric::eikonal, Order::second, radius);
  fields.begin(execution, listed(sources));
}

std::vector<float> expected_distances(const WorldGrid& map, std::int32_t unit, std::span<const std::int32_t> sources, std::int32_t radius) {
  return planning::reference::second_order_field(map, unit, sources, planning::reference::eikonal_field(map, unit, sources), radius);
}

/// Returns sources for fields: of one cell, of some, and of a square with cells inside.
Sources random_sources(Random& random, const GridMap& map) {
  Sources sources{passable_cells(random, map, 1), passable_cells(random, map, 5), {}};
  const std::int32_t left = random.integer(0, std::max(map.width - 5, 0)), top = random.integer(0, std::max(map.height - 5, 0));
  for (std::int32_t y = top; y < std::min(top + 5, map.height); ++y) {
    for (std::int32_t x = left; x < std::min(left + 5, map.width); ++x) {
      if (map.is_passable(x, y)) sources[2].push_back(static_cast<std::int32_t>(map.index(x, y)));
    }
  }
  return sources;
}

/// Errors of distances on open ground, in cells.
struct Errors {
  double mean = 0, greatest = 0;
};

template <class Value>
Errors errors_of(const std::vector<Value>& found, const WorldGrid& map, GridCell source, double unit) {
  Errors errors;
  for (std::size_t cell = 0; cell < found.size(); ++cell) {
    const GridCell at = map.cell(cell);
    const double error = std::abs(static_cast<double>(found[cell]) / unit - std::hypot(at.x - source.x, at.y - source.y));
    errors.mean += error / static_cast<double>(found.size());
    errors.greatest = std::max(errors.greatest, error);
  }
  return errors;
}

/// A map whose cells turn one after the other, and a field over it.
template <class Execution>
struct TurningMap {
  TurningMap(const Execution& where, WorldGrid& of, const Sources& from, std::int32_t around)
      : execution(where), map(of), sources(from), radius(around), graph(planning::make_grid_graph(where, of, Connectivity::eight)) {
    make_fields(execution, graph, sources, fields, Wave::front, radius);
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
    planning::change_grid_graph(execution, turned.changed, turned.touched, graph, room);
    fields.change(execution, graph, turned.touched);
    check();
  }
  void check() {
    fields.spread(execution, everything);
    CHECK(distances_of(fields, 0, map) == expected_distances(map, fields.unit(), sources[0], radius));
  }

  Execution execution;
  WorldGrid& map;
  Sources sources;
  std::int32_t radius;
  planning::GridGraph<typename Execution::memory_space> graph;
  planning::ChangeRoom<typename Execution::memory_space> room;
  WaveFields<Execution> fields;
};

std::vector<std::int32_t> column_of(const GridMap& map, std::int32_t x) {
  std::vector<std::int32_t> cells;
  for (std::int32_t y = 0; y < map.height; ++y) cells.push_back(static_cast<std::int32_t>(map.index(x, y)));
  return cells;
}

WorldGrid open_map(std::int32_t side) {
  return map_of(std::vector<std::string>(static_cast<std::size_t>(side), std::string(static_cast<std::size_t>(side), '.')));
}

}  // namespace

PLETHOS_MATRIX_TEST("distances of second order are those found cell by cell in the order of values, on maps of every shape") {
  Random random("second order");
  backends::visit(backend, [&](const auto& execution) {
    for (const std::int32_t most_cost : {1, 3, 180}) {
      for (const std::int32_t blocked : {4, 40, 1000}) {
        const WorldGrid map = random_map(random, random.integer(1, 90), random.integer(1, 60), blocked, most_cost);
        if (std::count(map.passable.begin(), map.passable.end(), 1) == 0) continue;
        CAPTURE(blocked);
        CAPTURE(most_cost);
        const Sources sources = random_sources(random, map);
        WaveFields<std::decay_t<decltype(execution)>> fields;
        make_fields(execution, planning::make_grid_graph(execution, map, Connectivity::eight), sources, fields,
                    blocked == 40 && most_cost == 1 ? Wave::sweep : Wave::front, near);
        // At first the wave does not come to all cells.
        fields.spread(execution, [] { return 3000; });
        fields.spread(execution, everything);
        for (std::int32_t field = 0; field < 3; ++field) {
          CAPTURE(field);
          CHECK(distances_of(fields, field, map) == expected_distances(map, fields.unit(), sources[static_cast<std::size_t>(field)], near));
        }
      }
    }
  });
}

PLETHOS_MATRIX_TEST("distances of second order after changes are those of the changed map") {
  Random random("second order repairs");
  for (const std::int32_t most_cost : {1, 3}) {
    WorldGrid map = random_map(random, 75, 50, 30, most_cost);
    backends::visit(backend, [&](const auto& execution) {
      auto graph = planning::make_grid_graph(execution, map, Connectivity::eight);
      planning::ChangeRoom<typename std::decay_t<decltype(execution)>::memory_space> room;
      WaveFields<std::decay_t<decltype(execution)>> fields;
      const Sources sources = random_sources(random, map);
      std::vector<std::int32_t> kept;
      for (const FieldSource& source : listed(sources)) kept.push_back(source.cell);
      make_fields(execution, graph, sources, fields, Wave::front, near);
      for (int turn = 0; turn < 12; ++turn) {
        const std::int32_t needed = turn % 4 == 2 ? 30 * 338 : planning::unreached;
        fields.spread(execution, [&] { return needed; });
        for (std::int32_t field = 0; turn % 4 == 3 && field < 3; ++field) {
          CAPTURE(turn);
          CAPTURE(field);
          CHECK(distances_of(fields, field, map) == expected_distances(map, fields.unit(), sources[static_cast<std::size_t>(field)], near));
        }
        const TurnedCells turned = turn_cells(random, kept, most_cost, map);
        planning::change_grid_graph(execution, turned.changed, turned.touched, graph, room);
        fields.change(execution, graph, turned.touched);
        if (turn % 2 == 0) fields.begin(execution, listed(sources));
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
  const Sources sources{{static_cast<std::int32_t>(map.index(5, 9)), static_cast<std::int32_t>(map.index(80, 9))}};
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
      Sources sources{{}};
      for (const GridCell at : {GridCell{27, 6}, GridCell{37, 6}, GridCell{27, 17}, GridCell{37, 17}}) {
        sources[0].push_back(static_cast<std::int32_t>(map.index(at.x, at.y)));
        map.passable[map.index(at.x, at.y)] = 1;
      }
      TurningMap turning(execution, map, sources, 5);
      for (int turn = 0; turn < 40; ++turn) turning.turn(turn_cells(random, sources[0], 1, map, 3));
    }
  });
}

PLETHOS_SCALAR_MATRIX_TEST("the error of distances of second order falls to a quarter where cells are half as large") {
  backends::visit(backend, [&](const auto& execution) {
    std::vector<Errors> errors;
    for (const std::int32_t side : {75, 150, 300}) {
      const WorldGrid map = open_map(side);
      const GridCell source{side * 28 / 75, side * 24 / 75};
      WaveFields<std::decay_t<decltype(execution)>> fields;
      // Distances are exact on as much ground on every map.
      make_fields(execution, planning::make_grid_graph(execution, map, Connectivity::eight),
                  {{static_cast<std::int32_t>(map.index(source.x, source.y))}}, fields, Wave::front, side * 4 / 75);
      fields.spread(execution, everything);
      const Errors second = errors_of(distances_of(fields, 0, map), map, source, fields.unit());
      const Errors first = errors_of(values_of(fields, 0, map), map, source, fields.unit());
      CHECK(second.mean < first.mean / 8);
      CHECK(second.greatest < first.greatest / 8);
      // Of the map's side.
      errors.push_back({second.mean / side, second.greatest / side});
    }
    for (std::size_t k = 1; k < errors.size(); ++k) {
      CHECK(errors[k].mean < errors[k - 1].mean / 3.6);
      CHECK(errors[k].greatest < errors[k - 1].greatest / 3.6);
    }
  });
}

PLETHOS_SCALAR_MATRIX_TEST("distances of second order lead around a wall") {
  WorldGrid map = open_map(90);
  for (std::int32_t y = 20; y < 70; ++y) map.passable[map.index(45, y)] = 0;
  const GridCell source{25, 50};
  backends::visit(backend, [&](const auto& execution) {
    WaveFields<std::decay_t<decltype(execution)>> fields;
    make_fields(execution, planning::make_grid_graph(execution, map, Connectivity::eight),
                {{static_cast<std::int32_t>(map.index(source.x, source.y))}}, fields);
    fields.spread(execution, everything);
    const std::vector<float> found = distances_of(fields, 0, map);
    const std::vector<std::int32_t> by_first = values_of(fields, 0, map);
    double first = 0, second = 0, least = 0;
    for (std::size_t cell = 0; cell < found.size(); ++cell) {
      const GridCell at = map.cell(cell);
      if (!map.is_passable(at)) continue;
      // The shortest way: straight, or by one of the corners of the wall, whose face to the west is at 44.5, and whose ends are at 19.5 and
      // 69.5.
      double shortest = std::hypot(at.x - source.x, at.y - source.y);
      const double down = source.y + (at.y - source.y) * (44.5 - source.x) / std::max(at.x - source.x, 1);
      const double behind = source.y + (at.y - source.y) * (45.5 - source.x) / std::max(at.x - source.x, 1);
      if (at.x > 45 && ((down > 19.5 && down < 69.5) || (behind > 19.5 && behind < 69.5))) {
        shortest = 1e9;
        for (const double end : {19.5, 69.5}) {
          const auto by = [&](double corner) {
            return std::hypot(corner - source.x, end - source.y) + std::hypot(at.x - corner, at.y - end);
          };
          const bool turns_twice = end < 45 ? at.y > end : at.y < end;
          shortest = std::min(shortest, turns_twice ? std::hypot(44.5 - source.x, end - source.y) + 1 + std::hypot(at.x - 45.5, at.y - end)
                                                    : std::max(by(44.5), by(45.5)));
        }
      }
      const double error = static_cast<double>(found[cell]) / fields.unit() - shortest;
      least = std::min(least, error);
      second = std::max(second, error);
      first = std::max(first, by_first[cell] / static_cast<double>(fields.unit()) - shortest);
    }
    CHECK(least > -0.1);
    CHECK(second < 0.6 * first);
  });
}

PLETHOS_SCALAR_MATRIX_TEST("ways by distances of second order keep out of what is blocked, and are shorter than by first order") {
  Random random("second order ways");
  double found = 0, by_first = 0;
  for (const std::int32_t blocked : {12, 60, 1000}) {
    const WorldGrid map = map_of_boxes(random, 48, 40, blocked);
    const std::vector<planning::PathQuery> queries = random_queries(random, map, 40);
    const ParameterValues values{{"metric", 1}, {"order", 1}};
    const Paths paths = find_paths(backend, "wavefront", map, queries, values);
    CHECK(planning::checksum(paths) == planning::checksum(find_paths(plainest_backend(), "wavefront", map, queries, values)));
    const Paths other = find_paths(backend, "wavefront", map, queries, {{"metric", 1}});
    for (std::size_t q = 0; q < queries.size(); ++q) {
      REQUIRE(paths.is_solved(q) == other.is_solved(q));
      if (!paths.is_solved(q)) continue;
      const std::span<const Vec2> way = paths.way(q);
      CHECK(way.front() == queries[q].from);
      CHECK(way.back() == queries[q].to);
      REQUIRE_FALSE(meets_blocked(map, way));
      found += paths.length(q);
      by_first += other.length(q);
    }
  }
  CHECK(found > 0);
  CHECK(found < by_first);
}

TEST_CASE("a field of second order that is asked for is that of its distances, in metres") {
  WorldGrid map = open_map(80);
  map.cell_size = 0.5f;
  const auto error_of = [&](double order) {
    const auto finder = planning::make_path_finder(plainest_backend(), "wavefront", {}, {{"metric", 1}, {"order", order}});
    finder->prepare(world_of(map));
    const planning::GoalField field = finder->field(map.center({20, 30}));
    return errors_of(field.cost, map, {20, 30}, 0.5).greatest;
  };
  CHECK(error_of(1) < 0.05);
  CHECK(error_of(0) > 0.5);
}

TEST_CASE("distances of second order take as much memory as is said, and none are there that nobody asked for") {
  const WorldGrid map = open_map(64);
  backends::visit(plainest_backend(), [&](const auto& execution) {
    using Fields = WaveFields<std::decay_t<decltype(execution)>>;
    const auto graph = planning::make_grid_graph(execution, map, Connectivity::eight);
    Fields fields;
    fields.make(execution, graph, 2, Wave::front, Metric::eikonal);
    const std::uint64_t before = fields.bytes();
    fields.make(execution, graph, 2, Wave::front, Metric::eikonal, Order::second);
    CHECK(fields.bytes() - before ==
          2 * (Fields::bytes_per_field(map, Wave::front, Order::second) - Fields::bytes_per_field(map, Wave::front)));
    CHECK(fields.bytes() - before >= 2 * 4 * 64 * 64);
    fields.make(execution, graph, 2, Wave::front, Metric::eikonal);
    CHECK(fields.bytes() == before);
    CHECK(fields.values().distances.extent(0) == 0);
  });
}

TEST_CASE("lengths of ways in steps of second order are refused in one line") {
  const World world = world_of(open_map(4));
  const auto finder = planning::make_path_finder(plainest_backend(), "wavefront", {}, {{"order", 1}});
  CHECK(contains(input_error([&] { finder->prepare(world); }), "wavefront: found order=2 with metric=steps, expected metric=eikonal"));
}

}  // namespace plethos::tests
