#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "algorithms/planning/grid/regions/kept_region_graph.hpp"
#include "algorithms/planning/grid/ways/way_tiles.hpp"
#include "algorithms/planning/path_finder.hpp"
#include "backends/execution.hpp"
#include "core/random.hpp"
#include "perf/configurations.hpp"
#include "scenarios/maps/map_kinds.hpp"

namespace plethos::perf {
namespace {

using planning::CellChange;
using planning::ContactKind;

/// Some cells beside each other, as a gate of a crowd's scenario has them, and the cells around.
struct Gate {
  std::vector<CellChange> cells;
  std::vector<std::int32_t> touched;
};

/// Returns gates four cells wide at random places.
std::vector<Gate> random_gates(const GridMap& map, std::size_t count) {
  std::vector<Gate> gates;
  for (std::size_t g = 0; g < count; ++g) {
    PhiloxStream random(7, g);
    const auto x = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(map.width) - 6)) + 1;
    const auto y = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(map.height) - 2)) + 1;
    Gate gate;
    for (std::int32_t k = 0; k < 4; ++k) {
      const std::size_t cell = map.index(x + k, y);
      if (map.passable[cell] != 0) gate.cells.push_back({static_cast<std::int32_t>(cell), 1, false, true});
    }
    for (std::int32_t row = y - 1; row <= y + 1; ++row) {
      for (std::int32_t column = x - 1; column <= x + 4; ++column)
        gate.touched.push_back(static_cast<std::int32_t>(map.index(column, row)));
    }
    if (!gate.cells.empty()) gates.push_back(std::move(gate));
  }
  return gates;
}

/// Times what planner pha does when a gate shuts or opens in rooms of `side` x `side` cells: a repair, or all anew.
template <bool repairs>
void gate_turns(benchmark::State& state, const backends::Backend& backend, std::int32_t side, int block) {
  const WorldGrid map{scenarios::draw_map("rooms", {side, side, 1}), {}, 1};
  std::vector<Gate> gates = random_gates(map, 64);
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    const auto graph = planning::make_grid_graph(execution, map, planning::Connectivity::eight);
    planning::KeptRegionGraph<typename Execution::memory_space> kept;
    planning::find_region_graph(execution, graph, block, ContactKind::pairs, kept);
    planning::ChangeBuffers<typename Execution::memory_space> buffers;
    planning::GridGraph<typename Execution::memory_space> anew;
    std::size_t next = 0, blocks = 0;
    for ([[maybe_unused]] auto _ : state) {
      Gate& gate = gates[next++ % gates.size()];
      if constexpr (repairs) {
        planning::change_grid_graph(execution, gate.cells, gate.touched, graph, buffers);
        blocks += planning::repair_region_graph<Execution>(execution, graph, gate.cells, kept);
      } else {
        planning::renew_grid_graph(execution, map, planning::Connectivity::eight, anew);
        planning::find_region_graph(execution, anew, block, ContactKind::pairs, kept);
      }
      for (CellChange& cell : gate.cells) cell.passable = !cell.passable;
    }
    state.counters["regions"] = kept.regions.regions.count;
    if (repairs) state.counters["blocks"] = static_cast<double>(blocks) / static_cast<double>(state.iterations());
  });
}

/// Times what planner pha takes to note the tiles that ways cross, and counts the ways in rooms of `side` x `side` cells for which a
/// turning gate is an alarm, and those whose steps it touches.
void way_tiles(benchmark::State& state, const backends::Backend& backend, std::int32_t side) {
  const WorldGrid map{scenarios::draw_map("rooms", {side, side, 1}), {}, 1};
  World world{.grid = std::make_shared<const WorldGrid>(map)};
  std::vector<planning::PathQuery> queries;
  PhiloxStream random(3, 0);
  const auto center = [&] {
    for (;;) {
      const std::size_t cell = random.below(map.passable.size());
      if (map.passable[cell] != 0) return map.center(map.cell(cell));
    }
  };
  for (int q = 0; q < 1000; ++q) queries.push_back({center(), center()});
  const auto finder = planning::make_path_finder(backend, "pha", {}, {});
  finder->prepare(world);
  const planning::Paths paths = finder->find(queries);
  const planning::TileFrame frame(map.width, map.height);
  const auto index = [&](Vec2 place) {
    const GridCell cell = map.cell_at(place);
    return static_cast<std::int32_t>(map.index(cell.x, cell.y));
  };
  std::vector<planning::WayTiles> crossed(paths.count());
  for ([[maybe_unused]] auto _ : state) {
    for (std::size_t q = 0; q < paths.count(); ++q) {
      const std::span<const Vec2> way = paths.way(q);
      crossed[q] = {};
      for (std::size_t k = 1; k < way.size(); ++k) crossed[q].add_leg(frame, index(way[k - 1]), index(way[k]));
    }
    benchmark::DoNotOptimize(crossed.data());
  }
  double alarms = 0, touches = 0;
  const std::vector<Gate> gates = random_gates(map, 64);
  for (const Gate& gate : gates) {
    std::vector<bool> touched(map.passable.size());
    planning::WayTiles tiles;
    for (const std::int32_t cell : gate.touched) {
      touched[static_cast<std::size_t>(cell)] = true;
      tiles.add_cell(frame, cell);
    }
    for (std::size_t q = 0; q < paths.count(); ++q) {
      std::uint32_t both = 0;
      for (std::int32_t word = 0; word < planning::way_tile_words; ++word) both |= tiles.word[word] & crossed[q].word[word];
      bool on_way = false;
      const std::span<const Vec2> way = paths.way(q);
      for (std::size_t k = 1; k < way.size(); ++k) {
        const GridCell to = map.cell_at(way[k]);
        const auto sign = [](std::int32_t difference) { return difference > 0 ? 1 : difference < 0 ? -1 : 0; };
        for (GridCell at = map.cell_at(way[k - 1]);; at = {at.x + sign(to.x - at.x), at.y + sign(to.y - at.y)}) {
          on_way = on_way || touched[map.index(at.x, at.y)];
          if (at == to) break;
        }
      }
      alarms += both != 0 ? 1 : 0;
      touches += on_way ? 1 : 0;
    }
  }
  const double all = static_cast<double>(gates.size() * paths.count());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(paths.count()));
  state.counters["alarms_percent"] = 100 * alarms / all;
  state.counters["touched_percent"] = 100 * touches / all;
}

// None has a vector form.
const Registration registration([](const backends::Backend& backend, const std::string& name) {
  if (backend.target) return;
  for (const std::int32_t side : {128, 512}) {
    if (name.find("threads:1") == std::string::npos || !backend.scheduler) continue;
    benchmark::RegisterBenchmark(("way_tiles/" + std::to_string(side) + "/" + name).c_str(), way_tiles, backend, side)
        ->Unit(benchmark::kMicrosecond);
  }
  for (const std::int32_t side : {128, 512, 2048}) {
    for (const int block : {8, 16}) {
      const std::string what = std::to_string(side) + "/" + std::to_string(block) + "/" + name;
      add_benchmark<benchmark::kMicrosecond>("gate_turns/repair/" + what, gate_turns<true>, backend, side, block);
      add_benchmark<benchmark::kMicrosecond>("gate_turns/anew/" + what, gate_turns<false>, backend, side, block);
    }
  }
});

}  // namespace
}  // namespace plethos::perf
