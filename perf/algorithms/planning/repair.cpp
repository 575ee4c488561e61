#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "algorithms/planning/regions/kept_region_graph.hpp"
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
    auto kept = planning::keep_region_graph(execution, graph, block, ContactKind::pairs);
    planning::ChangeRoom<typename Execution::memory_space> room;
    std::size_t next = 0, blocks = 0;
    for ([[maybe_unused]] auto _ : state) {
      Gate& gate = gates[next++ % gates.size()];
      if constexpr (repairs) {
        planning::change_grid_graph(execution, gate.cells, gate.touched, graph, room);
        blocks += planning::repair_region_graph<Execution>(execution, graph, gate.cells, kept);
      } else {
        const auto anew = planning::make_grid_graph(execution, map, planning::Connectivity::eight);
        kept = planning::keep_region_graph(execution, anew, block, ContactKind::pairs);
      }
      for (CellChange& cell : gate.cells) cell.passable = !cell.passable;
    }
    state.counters["regions"] = kept.regions.regions.count;
    if (repairs) state.counters["blocks"] = static_cast<double>(blocks) / static_cast<double>(state.iterations());
  });
}

// Neither has a vector form.
const Registration registration([](const backends::Backend& backend, const std::string& name) {
  if (backend.target) return;
  for (const std::int32_t side : {128, 512, 2048}) {
    for (const int block : {8, 16}) {
      const std::string what = std::to_string(side) + "/" + std::to_string(block) + "/" + name;
      benchmark::RegisterBenchmark(("gate_turns/repair/" + what).c_str(), gate_turns<true>, backend, side, block)
          ->Unit(benchmark::kMicrosecond)
          ->UseRealTime();
      benchmark::RegisterBenchmark(("gate_turns/anew/" + what).c_str(), gate_turns<false>, backend, side, block)
          ->Unit(benchmark::kMicrosecond)
          ->UseRealTime();
    }
  }
});

}  // namespace
}  // namespace plethos::perf
