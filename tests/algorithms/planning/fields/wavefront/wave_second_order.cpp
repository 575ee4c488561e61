#include <algorithm>
#include <cmath>

#include "backends/execution.hpp"
#include "tests/algorithms/planning/fields/exact_lines.hpp"
#include "tests/algorithms/planning/fields/wavefront/second_order_checks.hpp"
#include "tests/algorithms/planning/grid/ways/path_checks.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;
using planning::Metric;
using planning::Order;
using planning::Paths;
using planning::Wave;
using planning::WaveFields;

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
        const FieldSources sources = random_field_sources(random, map);
        WaveFields<std::decay_t<decltype(execution)>> fields;
        make_second_order_fields(execution, planning::make_grid_graph(execution, map, Connectivity::eight), sources, fields,
                                 blocked == 40 && most_cost == 1 ? Wave::sweep : Wave::front, near_radius);
        // At first the wave does not come to all cells.
        fields.spread(execution, [] { return 3000; });
        fields.spread(execution, everything);
        for (std::int32_t field = 0; field < 3; ++field) {
          CAPTURE(field);
          CHECK(distances_of(fields, field, map) ==
                expected_distances(map, fields.unit(), sources[static_cast<std::size_t>(field)], near_radius));
        }
      }
    }
  });
}

PLETHOS_SCALAR_MATRIX_TEST("the error of distances of second order falls to a quarter where cells are half as large") {
  backends::visit(backend, [&](const auto& execution) {
    std::vector<Errors> errors;
    for (const std::int32_t side : {75, 150, 300}) {
      const WorldGrid map = open_ground(side);
      const GridCell source{side * 28 / 75, side * 24 / 75};
      WaveFields<std::decay_t<decltype(execution)>> fields;
      // Distances are exact on as much ground on every map.
      make_second_order_fields(execution, planning::make_grid_graph(execution, map, Connectivity::eight),
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
  WorldGrid map = open_ground(90);
  for (std::int32_t y = 20; y < 70; ++y) map.passable[map.index(45, y)] = 0;
  const GridCell source{25, 50};
  backends::visit(backend, [&](const auto& execution) {
    WaveFields<std::decay_t<decltype(execution)>> fields;
    make_second_order_fields(execution, planning::make_grid_graph(execution, map, Connectivity::eight),
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
  WorldGrid map = open_ground(80);
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
  const WorldGrid map = open_ground(64);
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
  const World world = world_of(open_ground(4));
  const auto finder = planning::make_path_finder(plainest_backend(), "wavefront", {}, {{"order", 1}});
  CHECK(contains(input_error([&] { finder->prepare(world); }), "wavefront: found order=2 with metric=steps, expected metric=eikonal"));
}

}  // namespace plethos::tests
