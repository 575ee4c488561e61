#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/planning/fields/wavefront/wave_fields.hpp"
#include "algorithms/planning/fields/wavefront/wavefront_reference.hpp"
#include "backends/execution.hpp"
#include "perf/algorithms/planning/field_goals.hpp"
#include "perf/configurations.hpp"
#include "scenarios/maps/map_kinds.hpp"

namespace plethos::perf {
namespace {

using planning::Connectivity;
using planning::FieldSource;
using planning::Metric;
using planning::Order;
using planning::Wave;
using planning::WaveFields;

/// A map of `side` x `side` cells: open ground, or one of the kinds that `plethos map generate` draws.
WorldGrid map_of(const std::string& kind, std::int32_t side) {
  if (kind != "open") return {scenarios::draw_map(kind, {side, side, 1}), {}, 1};
  const auto cells = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
  return {{side, side, std::vector<std::uint8_t>(cells, 1)}, {}, 1};
}

/// What a visit of a tile reads and writes: its values, once each, the values around it, and what is passable in it.
constexpr double bytes_per_visit = 4 * (2 * 1024 + 4 * 32 + 4) + 34 * 12;

/// The same for distances of second order: two cells around are read, and values beside distances.
constexpr double bytes_per_refining_visit = 4 * (3 * 1024 + 2 * 8 * 32) + 36 * 12;

/// Times the computing of fields over a whole map, from a goal for each.
void wave_field(benchmark::State& state, const backends::Backend& backend, const std::string& kind, std::int32_t side, std::int32_t fields,
                Wave wave, Metric metric, Order order) {
  const WorldGrid map = map_of(kind, side);
  const std::vector<FieldSource> sources = goals_in(map, fields);
  const auto passable = static_cast<double>(std::count(map.passable.begin(), map.passable.end(), 1));
  backends::visit(backend, [&](const auto& execution) {
    WaveFields<std::decay_t<decltype(execution)>> found;
    found.make(execution, planning::make_grid_graph(execution, map, Connectivity::eight), fields, wave, metric, order);
    for ([[maybe_unused]] auto _ : state) {
      found.clear(execution);
      found.begin(execution, sources);
      found.spread(execution, everything);
    }
    const auto runs = static_cast<double>(state.iterations());
    const auto tiles = static_cast<double>(found.work_done().tiles);
    const auto refined = static_cast<double>(found.work_done().refined);
    const double cells = passable * fields * runs;
    state.counters["time_per_cell"] = benchmark::Counter(cells, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
    state.counters["visits"] = tiles * 1024 / (static_cast<double>(map.passable.size()) * fields * runs);
    if (order == Order::second) state.counters["refined"] = refined * 1024 / (static_cast<double>(map.passable.size()) * fields * runs);
    state.counters["rounds"] = static_cast<double>(found.work_done().rounds) / runs;
    state.counters["bytes"] = benchmark::Counter(tiles * bytes_per_visit + refined * bytes_per_refining_visit, benchmark::Counter::kIsRate,
                                                 benchmark::Counter::kIs1024);
  });
}

/// Times Dijkstra's search with a heap over a whole map, on one thread, which the fields are compared with.
void wave_field_by_heap(benchmark::State& state, const std::string& kind, std::int32_t side) {
  const WorldGrid map = map_of(kind, side);
  const std::int32_t goal = goals_in(map, 1)[0].cell;
  const auto passable = static_cast<double>(std::count(map.passable.begin(), map.passable.end(), 1));
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(planning::reference::wave_field(map, Connectivity::eight, std::span(&goal, 1)));
  }
  state.counters["time_per_cell"] =
      benchmark::Counter(passable * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// Times the repair of eight fields when something 8 x 8 cells large has moved on by a cell through a map.
void wave_repair(benchmark::State& state, const backends::Backend& backend, const std::string& kind, std::int32_t side) {
  const WorldGrid map = map_of(kind, side);
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    auto graph = planning::make_grid_graph(execution, map, Connectivity::eight);
    planning::ChangeBuffers<typename Execution::memory_space> buffers;
    WaveFields<Execution> fields;
    fields.make(execution, graph, 8);
    fields.begin(execution, goals_in(map, 8));
    fields.spread(execution, everything);
    const std::uint64_t before = fields.work_done().invalidated;
    const std::int32_t y = side / 3;
    std::int32_t x = side / 4;
    std::vector<planning::CellChange> changed;
    std::vector<std::int32_t> touched;
    for ([[maybe_unused]] auto _ : state) {
      changed.clear();
      touched.clear();
      for (std::int32_t row = y; row < y + 8; ++row) {
        for (const std::int32_t column : {x, x + 8}) {
          const auto cell = static_cast<std::int32_t>(map.index(column, row));
          if (map.passable[static_cast<std::size_t>(cell)] != 0) changed.push_back({cell, 1, column == x, true});
        }
      }
      for (std::int32_t row = y - 1; row < y + 9; ++row) {
        for (std::int32_t column = x - 1; column < x + 10; ++column) touched.push_back(static_cast<std::int32_t>(map.index(column, row)));
      }
      x = x + 16 < side ? x + 1 : 8;
      planning::change_grid_graph(execution, changed, touched, graph, buffers);
      fields.change(execution, graph, touched);
      fields.spread(execution, everything);
    }
    state.counters["invalidated"] = static_cast<double>(fields.work_done().invalidated - before) / static_cast<double>(state.iterations());
  });
}

const Registration registration([](const backends::Backend& backend, const std::string& name) {
  if (name == "serial/scalar/threads:1") {
    for (const char* kind : {"open", "rooms", "city"}) {
      benchmark::RegisterBenchmark((std::string("wave_field_by_heap/") + kind + "/2048").c_str(), wave_field_by_heap, kind, 2048)
          ->Unit(benchmark::kMillisecond);
    }
  }
  for (const char* kind : {"open", "rooms", "city", "maze"}) {
    for (const std::int32_t side : {512, 2048}) {
      for (const std::int32_t fields : {1, 8, 64}) {
        if (fields == 64 && side == 2048 && kind != std::string("city")) continue;
        const std::string what = std::string(kind) + "/" + std::to_string(side) + "/" + std::to_string(fields) + "/" + name;
        add_benchmark("wave_field/front/" + what, wave_field, backend, kind, side, fields, Wave::front, Metric::steps, Order::first);
        if (fields < 64) {
          for (const Order order : {Order::first, Order::second}) {
            const std::string metric = order == Order::first ? "eikonal" : "second_order";
            add_benchmark("wave_field/" + metric + "/" + what, wave_field, backend, kind, side, fields, Wave::front, Metric::eikonal,
                          order);
          }
        }
        if (fields > 1 || side > 512) continue;
        add_benchmark("wave_field/sweep/" + what, wave_field, backend, kind, side, fields, Wave::sweep, Metric::steps, Order::first);
      }
      const std::string what = std::string(kind) + "/" + std::to_string(side) + "/" + name;
      add_benchmark("wave_repair/" + what, wave_repair, backend, kind, side);
    }
  }
});

}  // namespace
}  // namespace plethos::perf
