// Ways over a map, by two planners, and the field of one goal: no simulation.
#include <cmath>
#include <cstdio>
#include <plethos/paths.hpp>
#include <vector>

int main() {
  try {
    using namespace plethos;
    const backends::Runtime runtime;
    const backends::Backend backend = backends::make_backend({.name = "openmp"});

    // 200 x 120 cells of half a metre, with a wall across that has one gap.
    WorldGrid map;
    map.width = 200;
    map.height = 120;
    map.cell_size = 0.5f;
    map.passable.assign(200 * 120, 1);
    for (int y = 0; y < 110; ++y) map.passable[map.index(100, y)] = 0;
    World world;
    world.bounds = {{0, 0}, {100, 60}};
    world.grid = std::make_shared<const WorldGrid>(map);

    std::vector<planning::PathQuery> queries;
    for (int k = 0; k < 100; ++k) {
      const auto y = 0.25f + 0.5f * static_cast<float>(k);
      queries.push_back({{10.25f, y}, {90.25f, y}});
    }
    for (const char* const planner : {"gates", "rtaa"}) {
      const auto finder = planning::make_path_finder(backend, planner, {.largest_radius = 0.2f}, {});
      finder->prepare(world);
      const planning::Paths paths = finder->find(queries);
      double length = 0;
      for (std::size_t k = 0; k < paths.count(); ++k) length += paths.length(k);
      std::printf("%s: %zu ways, %.1f m in the mean\n", planner, paths.count(), length / static_cast<double>(paths.count()));
    }

    const auto fields = planning::make_path_finder(backend, "wavefront", {.largest_radius = 0.2f}, {});
    fields->prepare(world);
    const planning::GoalField field = fields->field({90.25f, 30.25f});
    std::printf("from (10.25, 30.25) it costs %.1f\n", static_cast<double>(field.cost[map.index(20, 59)]));
  } catch (const plethos::Error& error) {
    std::fprintf(stderr, "ways: %s\n", error.what());
    return error.exit_code();
  }
}
