#include <benchmark/benchmark.h>

#include <cmath>
#include <optional>
#include <vector>

#include "algorithms/planning/roadmap/corner_nodes.hpp"
#include "algorithms/planning/roadmap/guide_agents.hpp"
#include "algorithms/planning/roadmap/roadmap_reference.hpp"
#include "algorithms/planning/roadmap/visibility.hpp"
#include "core/random.hpp"
#include "perf/configurations.hpp"
#include "scenarios/roadmap_nodes.hpp"

namespace plethos::perf {
namespace {

/// Returns square pillars in rows, with a node off each corner, and agents with one of 8 goals on the far sides. 53 pillars give the 212
/// segments of Bleiweiss' evacuation.
scenarios::Scenario pillars(std::int32_t count, std::int32_t agents) {
  scenarios::Scenario scenario;
  PhiloxStream random(1, 0);
  std::int32_t side = 1;
  while (side * side < count) ++side;
  const float pitch = 6;
  const float extent = pitch * static_cast<float>(side);
  for (std::int32_t k = 0; k < count; ++k) {
    const Vec2 at{pitch * (static_cast<float>(k % side) + 0.5f), pitch * (static_cast<float>(k / side) + 0.5f)};
    const Vec2 half{random.between(0.8f, 2.f), random.between(0.8f, 2.f)};
    scenario.world.polygons.push_back({{at - half, {at.x + half.x, at.y - half.y}, at + half, {at.x - half.x, at.y + half.y}}, true});
  }
  for (int k = 0; k < 8; ++k) scenario.world.goals.push_back({k % 2 == 0 ? -1.f : extent + 1, extent * static_cast<float>(k) / 8});
  scenario.world.bounds = {{-2, -2}, {extent + 2, extent + 2}};
  for (std::int32_t k = 0; k < agents; ++k) {
    AgentRecord agent{.goal = k % 8};
    // Agents stand on the lanes between the pillars, which are free. They may overlap, because no agent moves.
    const float along = random.between(0, extent);
    const float across = pitch * static_cast<float>(random.below(static_cast<std::uint64_t>(side))) + random.between(0, 0.9f);
    agent.position = k % 2 == 0 ? Vec2{along, across} : Vec2{across, along};
    scenario.agents.push_back(agent);
  }
  scenarios::add_corner_nodes(scenario);
  return scenario;
}

void count_scene(benchmark::State& state, const scenarios::Scenario& scenario) {
  state.counters["nodes"] = static_cast<double>(scenario.methods.roadmap_nodes.size());
  state.counters["segments"] = static_cast<double>(scenario.world.segments().size());
}

/// Times the whole construction: sweeps, trees, candidates.
void roadmap_build(benchmark::State& state, const backends::Backend& backend, std::int32_t count) {
  const scenarios::Scenario scenario = pillars(count, 1);
  backends::visit(backend, [&](const auto& execution) {
    using Space = typename std::decay_t<decltype(execution)>::memory_space;
    const auto walls = obstacles::make_walls<Space>(scenario.world.segments(), scenario.world.bounds);
    for ([[maybe_unused]] auto _ : state) {
      const auto roadmap = planning::make_roadmap(execution, scenario.world, scenario.methods.roadmap_nodes, walls, 0.2f);
      benchmark::DoNotOptimize(roadmap.trees.id.data());
    }
    return 0;
  });
  count_scene(state, scenario);
}

/// Times a renewal: a square of one metre in the middle steps 10 cm to and fro on a lane between the pillars. `looked` is the share of
/// nodes and goals that looked around again.
void roadmap_renew(benchmark::State& state, const backends::Backend& backend, std::int32_t count) {
  constexpr float radius = 0.2f;
  constexpr float margin = 0.02f;
  scenarios::Scenario scenario = pillars(count, 1);
  World& world = scenario.world;
  const std::size_t staying = world.polygons.size();
  // Lanes between pillars are at least 2 m wide: the square stands where two of them cross.
  const float middle = 6 * std::floor(world.bounds.high.x / 12);
  const Vec2 low{middle - 0.5f, middle - 0.5f};
  const Polygon square{{low, low + Vec2{1, 0}, low + Vec2{1, 1}, low + Vec2{0, 1}}, true};
  backends::visit(backend, [&](const auto& execution) {
    using Space = typename std::decay_t<decltype(execution)>::memory_space;
    std::optional<planning::KeptGraph<Space>> kept;
    planning::Roadmap<Space> roadmap;
    std::uint64_t sweeps = 0;
    float shift = 0;
    const auto renew = [&] {
      world.polygons.resize(staying);
      world.polygons.push_back(square);
      for (Vec2& vertex : world.polygons.back().vertices) vertex.x += shift;
      shift = 0.1f - shift;
      std::vector<Vec2> nodes = scenario.methods.roadmap_nodes;
      const std::vector<Vec2> corners = planning::corner_nodes(world, radius, margin, staying);
      nodes.insert(nodes.end(), corners.begin(), corners.end());
      const auto walls = obstacles::make_walls<Space>(world.segments(), world.bounds);
      planning::renew_roadmap(execution,
                              planning::ChangingWorld<Space>{world, staying, walls, nodes, scenario.methods.roadmap_nodes.size(), radius,
                                                             2 * (1.1f * radius + margin)},
                              kept, roadmap, sweeps);
    };
    renew();
    sweeps = 0;
    for ([[maybe_unused]] auto _ : state) renew();
    const double vertices = static_cast<double>(roadmap.nodes.count()) + static_cast<double>(world.goals.size());
    state.counters["looked"] = static_cast<double>(sweeps) / (vertices * static_cast<double>(state.iterations()));
    return 0;
  });
  count_scene(state, scenario);
}

/// Times E0 alone, by sweeps.
void roadmap_sweep(benchmark::State& state, const backends::Backend& backend, std::int32_t count) {
  const scenarios::Scenario scenario = pillars(count, 1);
  backends::visit(backend, [&](const auto& execution) {
    using Space = typename std::decay_t<decltype(execution)>::memory_space;
    const std::vector<Segment> segments = scenario.world.segments();
    const auto walls = obstacles::make_walls<Space>(segments, scenario.world.bounds);
    const obstacles::Sight<Space> sight{walls};
    const planning::SweptSegments<Space> swept(execution, sight);
    const planning::Points<Space> nodes(scenario.methods.roadmap_nodes);
    for ([[maybe_unused]] auto _ : state) {
      const auto edges = planning::find_visible(execution, sight, swept, nodes, nodes, true, 0.f, planning::roadmap_scratch_bytes);
      benchmark::DoNotOptimize(edges.id.data());
    }
    return 0;
  });
  count_scene(state, scenario);
}

/// Times E0 from all pairs against all segments, on one thread.
void roadmap_all_pairs(benchmark::State& state, std::int32_t count) {
  const scenarios::Scenario scenario = pillars(count, 1);
  const std::vector<Segment> segments = scenario.world.segments();
  for ([[maybe_unused]] auto _ : state) {
    std::int64_t edges = 0;
    for (const Vec2 p : scenario.methods.roadmap_nodes) {
      for (const Vec2 q : scenario.methods.roadmap_nodes) edges += planning::reference::visible(p, q, segments) ? 1 : 0;
    }
    benchmark::DoNotOptimize(edges);
  }
  count_scene(state, scenario);
}

/// Times the stage of a step for standing agents. A sixteenth of them search, as in a run.
void roadmap_guide(benchmark::State& state, const backends::Backend& backend, std::int32_t agents) {
  const scenarios::Scenario scenario = pillars(53, agents);
  backends::visit(backend, [&](const auto& execution) {
    using Space = typename std::decay_t<decltype(execution)>::memory_space;
    const auto walls = obstacles::make_walls<Space>(scenario.world.segments(), scenario.world.bounds);
    Agents<Space> crowd(agents, planning::way_words);
    copy_agents(crowd, make_agents(scenario.agents, planning::way_words));
    const Kokkos::View<std::uint32_t, Space> step("plethos::perf::step");
    const planning::Guide<Space> guide{crowd,
                                       planning::Headings<Space>(crowd),
                                       planning::Goals<Space>(scenario.world),
                                       planning::make_roadmap(execution, scenario.world, scenario.methods.roadmap_nodes, walls, 0.2f),
                                       step,
                                       0.1f,
                                       0};
    const planning::Seekers<Space> seekers{Kokkos::View<std::int32_t*, Space>("plethos::perf::seekers", static_cast<std::size_t>(agents)),
                                           Kokkos::View<std::int32_t[2], Space>("plethos::perf::seeker_count")};
    // The first step gives each agent a node.
    std::uint32_t number = 0;
    planning::guide_agents(execution, agents, guide, seekers);
    execution.fence();
    for ([[maybe_unused]] auto _ : state) {
      state.PauseTiming();
      Kokkos::deep_copy(step, ++number);
      state.ResumeTiming();
      planning::guide_agents(execution, agents, guide, seekers);
      execution.fence();
    }
    return 0;
  });
  state.counters["agent_steps/s"] = benchmark::Counter(static_cast<double>(agents), benchmark::Counter::kIsIterationInvariantRate);
  count_scene(state, scenario);
}

const Registration registration([](const backends::Backend& backend, const std::string& name) {
  // Nothing here has a vector form.
  if (backend.target) return;
  const auto add = [&](const std::string& what, const auto& function, std::int32_t size) {
    add_benchmark(what + std::to_string(size), function, backend, size);
  };
  for (const std::int32_t count : {53, 250}) {
    add("roadmap_build/" + name + "/pillars:", roadmap_build, count);
    add("roadmap_renew/" + name + "/pillars:", roadmap_renew, count);
    add("roadmap_sweep/" + name + "/pillars:", roadmap_sweep, count);
    if (backend.name != "serial") continue;
    add_benchmark("roadmap_all_pairs/pillars:" + std::to_string(count), roadmap_all_pairs, count);
  }
  add("roadmap_guide/" + name + "/agents:", roadmap_guide, 20000);
});

}  // namespace
}  // namespace plethos::perf
