#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "algorithms/planning/path_finder.hpp"
#include "core/random.hpp"
#include "perf/configurations.hpp"
#include "scenarios/maps/map_kinds.hpp"

namespace plethos::perf {
namespace {

/// Times the answers to queries between random cells of rooms, over 512 x 512 cells.
void grid_queries(benchmark::State& state, const backends::Backend& backend, const std::string& planner, std::int64_t count) {
  WorldGrid grid{scenarios::draw_map("rooms", {512, 512, 1}), {}, 1};
  std::vector<Vec2> centers;
  for (std::size_t cell = 0; cell < grid.passable.size(); ++cell) {
    if (grid.passable[cell] != 0) centers.push_back(grid.center(grid.cell(cell)));
  }
  std::vector<planning::PathQuery> queries;
  for (std::int64_t q = 0; q < count; ++q) {
    PhiloxStream random(1, static_cast<std::uint64_t>(q));
    const Vec2 from = centers[random.below(centers.size())];
    queries.push_back({from, centers[random.below(centers.size())]});
  }
  World world{.grid = std::make_shared<const WorldGrid>(std::move(grid))};
  const auto finder = planning::make_path_finder(backend, planner, {}, {});
  finder->prepare(world);
  planning::Paths paths = finder->find(queries);
  for ([[maybe_unused]] auto _ : state) {
    paths = finder->find(queries);
    benchmark::DoNotOptimize(paths.points.data());
  }
  double meters = 0;
  std::int64_t solved = 0;
  for (std::size_t q = 0; q < paths.count(); ++q) {
    meters += paths.length(q);
    solved += paths.is_solved(q) ? 1 : 0;
  }
  state.SetItemsProcessed(state.iterations() * count);
  state.counters["solved"] = static_cast<double>(solved);
  state.counters["length"] = meters / static_cast<double>(solved);
}

// Searches have no vector form.
const Registration registration([](const backends::Backend& backend, const std::string& name) {
  if (backend.target) return;
  for (const char* planner : {"astar", "dijkstra", "jps", "rtaa"}) {
    add_benchmark("grid_queries/" + std::string(planner) + "/" + name, grid_queries, backend, planner, 512);
  }
});

}  // namespace
}  // namespace plethos::perf
