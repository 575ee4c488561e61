#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/planning/potential/potential_fields.hpp"
#include "algorithms/simulation/simulation.hpp"
#include "backends/execution.hpp"
#include "perf/configurations.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/maps/map_kinds.hpp"
#include "scenarios/methods.hpp"

namespace plethos::perf {
namespace {

using planning::Solver;

GridMap map_of(const std::string& kind, std::int32_t side) { return scenarios::draw_map(kind, {side, side, 1}); }

/// A passable cell near the middle.
std::int32_t goal_in(const GridMap& map) {
  auto cell = static_cast<std::int32_t>(map.index(map.width / 2, map.height / 2));
  while (map.passable[static_cast<std::size_t>(cell)] == 0) ++cell;
  return cell;
}

/// Times a solver on a whole map from nothing, to a residual that is a millionth of the first one.
void potential_solve(benchmark::State& state, const backends::Backend& backend, const std::string& kind, std::int32_t side, Solver solver) {
  const GridMap map = map_of(kind, side);
  std::vector<std::uint8_t> free = map.passable;
  std::vector<float> values(free.size(), 0.f);
  const auto goal = static_cast<std::size_t>(goal_in(map));
  free[goal] = 0;
  values[goal] = 1;
  backends::visit(backend, [&](const auto& execution) {
    planning::PotentialSolver<std::decay_t<decltype(execution)>> potential;
    potential.make(side, side, solver);
    planning::Solved solved;
    for ([[maybe_unused]] auto _ : state) {
      state.PauseTiming();
      potential.set(free, values);
      state.ResumeTiming();
      solved = potential.solve(execution, 0.25e-6f, 1000000);
    }
    const auto cells = static_cast<double>(std::count(free.begin(), free.end(), 1));
    state.counters["sweeps"] = solved.sweeps;
    state.counters["residual"] = 4. * solved.residual;
    state.counters["cells"] = cells;
    // A sweep reads each value and writes it, at least.
    state.counters["bytes"] = benchmark::Counter(8 * cells * solved.sweeps * static_cast<double>(state.iterations()),
                                                 benchmark::Counter::kIsRate, benchmark::Counter::kIs1024);
  });
}

/// Times a goal's whole global map, far values with it.
void potential_field(benchmark::State& state, const backends::Backend& backend, const std::string& kind, std::int32_t side) {
  const GridMap map = map_of(kind, side);
  const planning::FieldSource source{0, goal_in(map)};
  backends::visit(backend, [&](const auto& execution) {
    planning::PotentialFields<std::decay_t<decltype(execution)>> fields;
    const auto graph = planning::make_grid_graph(execution, map, planning::Connectivity::four);
    fields.make(graph, 1, Solver::multigrid);
    for ([[maybe_unused]] auto _ : state) fields.solve(execution, graph, std::span(&source, 1), 1e-6f, 1000, true);
    const auto runs = static_cast<double>(state.iterations());
    const planning::PotentialWork& done = fields.work_done();
    state.counters["sweeps"] = static_cast<double>(done.sweeps) / runs;
    state.counters["rounds"] = static_cast<double>(done.rounds) / runs;
    state.counters["tiles"] = static_cast<double>(done.tiles) / runs;
  });
}

/// Times steps of bvp-rooms, from its start on, in which every agent makes a map of its own.
void bvp_steps(benchmark::State& state, const backends::Backend& backend, std::int64_t agents, std::int32_t size,
               const std::string& relaxing) {
  scenarios::ScenarioRequest request{.name = "bvp-rooms", .agents = agents};
  request.settings["map_size"] = size;
  request.settings["relaxing"] = relaxing;
  const scenarios::Scenario scenario = scenarios::make_scenario(request);
  const simulation::MethodChoices methods = scenarios::choose_methods(scenario, request);
  const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, methods);
  constexpr int steps_together = 16;
  simulation->advance(2 * steps_together);
  simulation->wait();
  const auto counted = [&](const std::string& name) {
    for (const planning::Counter& counter : simulation->measurements().planner_report().counters) {
      if (counter.name == name) return static_cast<double>(counter.value);
    }
    return 0.;
  };
  const double maps = counted("local maps"), sweeps = counted("local sweeps");
  for ([[maybe_unused]] auto _ : state) {
    simulation->advance(steps_together);
    simulation->wait();
  }
  using benchmark::Counter;
  const double relaxed = counted("local maps") - maps, runs = static_cast<double>(state.iterations());
  state.counters["steps/s"] = Counter(steps_together, Counter::kIsIterationInvariantRate);
  state.counters["maps/step"] = relaxed / (runs * steps_together);
  state.counters["sweeps/map"] = (counted("local sweeps") - sweeps) / relaxed;
}

const Registration registration([](const backends::Backend& backend, const std::string& name) {
  for (const char* kind : {"open", "rooms", "city", "maze"}) {
    for (const std::int32_t side : {512, 1024}) {
      const std::string what = std::string(kind) + "/" + std::to_string(side) + "/" + name;
      add_benchmark("potential_solve/multigrid/" + what, potential_solve, backend, kind, side, Solver::multigrid);
      if (side == 512) {
        add_benchmark("potential_solve/adi/" + what, potential_solve, backend, kind, side, Solver::adi);
        add_benchmark("potential_solve/red-black/" + what, potential_solve, backend, kind, side, Solver::red_black);
        add_benchmark("potential_solve/jacobi/" + what, potential_solve, backend, kind, side, Solver::jacobi);
      }
      add_benchmark("potential_field/" + what, potential_field, backend, kind, side);
    }
  }
  for (const std::int64_t agents : {500, 2000, 10000}) {
    for (const std::int32_t size : {11, 16, 21}) {
      for (const char* relaxing : {"sor", "jacobi"}) {
        add_benchmark("bvp_steps/" + std::to_string(agents) + "/" + std::to_string(size) + "/" + relaxing + "/" + name, bvp_steps, backend,
                      agents, size, relaxing);
      }
    }
  }
});

}  // namespace
}  // namespace plethos::perf
