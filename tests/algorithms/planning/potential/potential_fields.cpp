#include "algorithms/planning/potential/potential_fields.hpp"

#include <array>
#include <cmath>

#include "backends/execution.hpp"
#include "scenarios/maps/map_kinds.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;
using planning::FieldSource;
using planning::PotentialFields;
using planning::ScaledValue;
using planning::Solver;

constexpr float residual = 1e-6f;
constexpr std::int32_t most = 100000;

/// A field in host memory.
struct HostField {
  std::int32_t width, height;
  std::vector<ScaledValue> values;

  ScaledValue at(GridCell cell) const {
    if (cell.x < 0 || cell.x >= width || cell.y < 0 || cell.y >= height) return {};
    return values[static_cast<std::size_t>(cell.y * width + cell.x)];
  }
  /// Returns the logarithm of a value to base 2.
  double power(GridCell cell) const { return std::log2(1. * at(cell).mantissa) + 64. * at(cell).exponent; }
};

template <class Fields>
HostField host_field(const Fields& fields, std::int32_t field) {
  const auto values = fields.values();
  const auto mantissas = host_view(values.mantissas);
  const auto exponents = host_view(values.exponents);
  HostField host{values.frame.width, values.frame.height, {}};
  for (std::int32_t y = 0; y < host.height; ++y) {
    for (std::int32_t x = 0; x < host.width; ++x) {
      const std::size_t place = values.frame.place(field, x, y);
      host.values.push_back({mantissas(place), exponents(place)});
    }
  }
  return host;
}

/// Checks that from every cell the way of steepest descent reaches a source, if there is any way to one, and that other cells say so.
void check_descents(const WorldGrid& map, const HostField& field, std::int32_t source) {
  const GridRegions regions = connected_regions(map);
  const std::int32_t region = regions.label[static_cast<std::size_t>(source)];
  std::vector<bool> arrives(map.passable.size(), false);
  arrives[static_cast<std::size_t>(source)] = true;
  for (std::size_t start = 0; start < map.passable.size(); ++start) {
    if (map.passable[start] == 0 || regions.label[start] != region) {
      REQUIRE(field.values[start].exponent == planning::no_exponent);
      continue;
    }
    std::vector<std::size_t> way;
    for (std::size_t cell = start; !arrives[cell];) {
      way.push_back(cell);
      REQUIRE(way.size() <= map.passable.size());
      const GridCell here = map.cell(cell);
      GridCell best = here;
      for (const GridCell next :
           {GridCell{here.x + 1, here.y}, GridCell{here.x - 1, here.y}, GridCell{here.x, here.y + 1}, GridCell{here.x, here.y - 1}}) {
        if (field.at(best).less(field.at(next))) best = next;
      }
      REQUIRE_FALSE(best == here);
      cell = map.index(best.x, best.y);
    }
    for (const std::size_t cell : way) arrives[cell] = true;
  }
}

template <class Execution>
void check_map(const Execution& execution, const WorldGrid& map, std::int32_t source) {
  PotentialFields<Execution> fields;
  const auto graph = planning::make_grid_graph(execution, map, Connectivity::four);
  fields.make(graph, 1, Solver::multigrid);
  CHECK(fields.solve(execution, graph, std::array{FieldSource{0, source}}, residual, most, true) <= 2.5e-7f);
  check_descents(map, host_field(fields, 0), source);
}

WorldGrid drawn(const std::string& kind, std::int32_t size) {
  WorldGrid map;
  static_cast<GridMap&>(map) = scenarios::draw_map(kind, {size, size});
  return map;
}

std::int32_t first_passable(const GridMap& map, std::int32_t from) {
  while (map.passable[static_cast<std::size_t>(from)] == 0) ++from;
  return from;
}

}  // namespace

PLETHOS_MATRIX_TEST("from every cell of a map the potential descends to the goal") {
  Random random("potential fields");
  backends::visit(backend, [&](const auto& execution) {
    for (const std::int32_t blocked : {3, 4, 8, 1000}) {
      const WorldGrid map = random_map(random, random.integer(1, 150), random.integer(1, 110), blocked);
      CAPTURE(blocked);
      check_map(execution, map, first_passable(map, 0));
    }
    check_map(execution, serpentine(101), 0);
    check_map(execution, dead_end(), 0);
  });
}

TEST_CASE("from every cell of mazes, rooms, caves and streets the potential descends to the goal") {
  backends::visit(widest_backend(), [&](const auto& execution) {
    for (const char* kind : {"maze", "rooms", "game", "city"}) {
      CAPTURE(kind);
      const WorldGrid map = drawn(kind, 200);
      check_map(execution, map, first_passable(map, 200 * 200 / 2));
    }
  });
}

PLETHOS_MATRIX_TEST("values along a corridor fall by a constant factor, far below what a float holds") {
  // One cell wide and 4,000 cells long.
  WorldGrid map = map_of({std::string(4000, '.')});
  backends::visit(backend, [&](const auto& execution) {
    PotentialFields<std::decay_t<decltype(execution)>> fields;
    const auto graph = planning::make_grid_graph(execution, map, Connectivity::four);
    fields.make(graph, 1, Solver::multigrid);
    fields.solve(execution, graph, std::array{FieldSource{0, 0}}, residual, most, true);
    const HostField field = host_field(fields, 0);
    // 4 u(k) = u(k - 1) + u(k + 1), so that u(k) / u(k - 1) is 2 - sqrt(3).
    const double step = std::log2(2 - std::sqrt(3.));
    for (std::int32_t x = 1; x < 3900; x += 97) CHECK(field.power({x, 0}) == doctest::Approx(x * step).epsilon(1e-3));
  });
}

PLETHOS_MATRIX_TEST("fields have the bits of the serial scalar reference") {
  if (!backend.same_bits()) return;
  Random random("potential field bits");
  const WorldGrid map = random_map(random, 130, 90, 4);
  const std::array sources{FieldSource{0, first_passable(map, 0)}, FieldSource{1, first_passable(map, 5000)},
                           FieldSource{1, first_passable(map, 9000)}};
  const auto run = [&](const backends::Backend& on) {
    return backends::visit(on, [&](const auto& execution) {
      PotentialFields<std::decay_t<decltype(execution)>> fields;
      const auto graph = planning::make_grid_graph(execution, map, Connectivity::four);
      fields.make(graph, 2, Solver::multigrid);
      fields.solve(execution, graph, sources, residual, most, true);
      std::vector<double> powers;
      for (std::int32_t field = 0; field < 2; ++field) {
        for (const ScaledValue& value : host_field(fields, field).values) {
          powers.push_back(value.mantissa);
          powers.push_back(value.exponent);
        }
      }
      return powers;
    });
  };
  CHECK(run(backend) == run(plainest_backend()));
}

PLETHOS_MATRIX_TEST("after a change fields are solved from the last solution, in fewer cycles") {
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    WorldGrid map = map_of(std::vector<std::string>(150, std::string(150, '.')));
    auto graph = planning::make_grid_graph(execution, map, Connectivity::four);
    PotentialFields<Execution> fields, anew;
    fields.make(graph, 1, Solver::multigrid);
    const std::vector<FieldSource> source{{0, 75 * 150 + 75}};
    fields.solve(execution, graph, source, residual, most, true);
    const std::uint64_t cycles = fields.work_done().sweeps;
    planning::ChangeBuffers<typename Execution::memory_space> buffers;
    const std::int32_t cell = 20 * 150 + 20;
    map.passable[static_cast<std::size_t>(cell)] = 0;
    const std::vector<planning::CellChange> changed{{cell, 1, false, true}};
    const std::vector<std::int32_t> touched{cell};
    planning::change_grid_graph(execution, changed, touched, graph, buffers);
    fields.solve(execution, graph, source, residual, most, false);
    CHECK(fields.work_done().sweeps - cycles < cycles);
    anew.make(graph, 1, Solver::multigrid);
    anew.solve(execution, graph, source, residual, most, true);
    const HostField repaired = host_field(fields, 0), expected = host_field(anew, 0);
    check_descents(map, repaired, source[0].cell);
    for (std::size_t k = 0; k < expected.values.size(); ++k) {
      if (expected.values[k].exponent == 0) REQUIRE(repaired.values[k].at(0) == doctest::Approx(expected.values[k].mantissa).epsilon(0.02));
    }
  });
}

}  // namespace plethos::tests
