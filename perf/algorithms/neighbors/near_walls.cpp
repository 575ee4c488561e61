#include "algorithms/neighbors/near_walls/near_walls.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>

#include "perf/configurations.hpp"

namespace plethos::perf {
namespace {

constexpr int agents_among_walls = 10000;

/// Returns a quarter of 200 x 200 m with 1,000 walls, in which all agents stand, and `around` more walls in a land of 20 x 20 km around it.
/// The land has towns of uneven density. One wall in a hundred is a kilometre or more long, and none of these walls is within 100 m of the
/// quarter.
std::vector<Segment> land(int around) {
  std::mt19937 engine(1);
  const auto between = [&](float low, float high) { return low + static_cast<float>(engine() >> 8) * 0x1p-24f * (high - low); };
  const auto offset = [&](float size) { return Vec2{between(-size, size), between(-size, size)}; };
  const auto wall = [](Vec2 a, Vec2 b) {
    Segment segment{};
    segment.a = a;
    segment.b = b;
    return segment;
  };
  std::vector<Segment> walls;
  for (int i = 0; i < 1000; ++i) {
    const Vec2 a = offset(100);
    walls.push_back(wall(a, a + offset(2)));
  }
  const auto clear = [](const Segment& s) {
    // The wall lies wholly on one side of the quarter and the 100 m around it.
    const float far = 200;
    return std::min(s.a.x, s.b.x) > far || std::max(s.a.x, s.b.x) < -far || std::min(s.a.y, s.b.y) > far || std::max(s.a.y, s.b.y) < -far;
  };
  std::vector<Vec2> towns;
  for (int i = 0; i < 50; ++i) towns.push_back(offset(9000));
  while (static_cast<int>(walls.size()) < 1000 + around) {
    const auto i = static_cast<int>(walls.size());
    // The first towns are the densest.
    const float spread = between(0, 1);
    const Vec2 a = towns[static_cast<std::size_t>(spread * spread * 50)] + offset(500);
    const Segment made = wall(a, a + offset(i % 100 == 0 ? 5000.f : 3.f));
    if (clear(made)) walls.push_back(made);
  }
  return walls;
}

void near_walls(benchmark::State& state, const backends::Backend& backend, obstacles::WallIndex index, int around) {
  const std::vector<Segment> segments = land(around);
  const Bounds bounds = around > 0 ? Bounds{{-15000, -15000}, {15000, 15000}} : Bounds{{-102, -102}, {102, 102}};
  std::mt19937 engine(2);
  std::vector<AgentRecord> records(agents_among_walls);
  for (AgentRecord& record : records) {
    const auto at = [&] { return static_cast<float>(engine() >> 8) * 0x1p-24f * 200 - 100; };
    record.position = {at(), at()};
  }
  // Neighbors in the plane are neighbors in memory, as a search leaves them.
  std::sort(records.begin(), records.end(), [](const AgentRecord& a, const AgentRecord& b) {
    const auto row = [](const AgentRecord& record) { return std::floor(record.position.y / 5); };
    return row(a) != row(b) ? row(a) < row(b) : a.position.x < b.position.x;
  });
  Parameters parameters;
  backends::visit(backend, [&](const auto& execution) {
    using Space = typename std::decay_t<decltype(execution)>::memory_space;
    Agents<Space> agents(agents_among_walls);
    copy_agents(agents, make_agents(records));
    const auto begin = std::chrono::steady_clock::now();
    const auto walls = obstacles::make_walls<Space>(segments, bounds, index);
    state.counters["made_in_s"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    state.counters["bytes/segment"] = static_cast<double>(walls.bytes()) / static_cast<double>(segments.size());
    const neighbors::Lists<Space> lists("plethos::perf::near_walls", agents.stride, parameters.obstacle_neighbors);
    for ([[maybe_unused]] auto _ : state) {
      neighbors::find_walls(execution, agents, walls, parameters, lists);
      execution.fence();
    }
    return 0;
  });
  state.counters["s/agent"] =
      benchmark::Counter(agents_among_walls, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

const Registration registration([](const backends::Backend& backend, const std::string& name) {
  for (const auto index : {obstacles::WallIndex::grid, obstacles::WallIndex::tree}) {
    // Only the tree has a vector form.
    if (index == obstacles::WallIndex::grid && backend.lanes() != "scalar") continue;
    for (const int around : {0, 199000}) {
      const std::string label = std::string("walls_") + (index == obstacles::WallIndex::grid ? "grid/" : "tree/") + name +
                                "/segments:" + std::to_string(1000 + around);
      add_benchmark<benchmark::kMicrosecond>(label, near_walls, backend, index, around);
    }
  }
});

}  // namespace
}  // namespace plethos::perf
