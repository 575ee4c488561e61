#include <algorithm>

#include "algorithms/planning/roadmap/guide_agents.hpp"
#include "algorithms/planning/roadmap/roadmap_reference.hpp"
#include "core/copy_view.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/roadmap_nodes.hpp"
#include "scenarios/validation.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/random.hpp"
#include "tests/scenarios/rooms_map.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

namespace reference = planning::reference;

/// One agent among walls, with nodes at their corners.
scenarios::Scenario alone(Vec2 start, Vec2 goal, std::vector<Polygon> polygons) {
  scenarios::Scenario scenario{
      .name = "alone", .parameters = {.time_step = 0.1f}, .world = {.polygons = std::move(polygons), .goals = {goal}}};
  scenario.agents.resize(1);
  scenario.agents[0].position = start;
  scenario.world.bounds = scenarios::fit_bounds(scenario);
  scenarios::add_corner_nodes(scenario);
  scenarios::validate(scenario);
  return scenario;
}

/// The shortest way by sight lines between start, nodes and goal, from every pair and every segment.
float shortest_way(const scenarios::Scenario& scenario, Vec2 start, Vec2 goal) {
  const World& world = scenario.world;
  const std::vector<Vec2>& nodes = scenario.methods.roadmap_nodes;
  const std::vector<Segment> segments = world.segments();
  const auto leg = [&](Vec2 a, Vec2 b) {
    return reference::visible(a, b, segments) ? length(b - a) : std::numeric_limits<float>::infinity();
  };
  const std::size_t count = nodes.size();
  std::vector<float> edges(count * count), from_goal(count);
  for (std::size_t u = 0; u < count; ++u) {
    from_goal[u] = leg(goal, nodes[u]);
    for (std::size_t v = 0; v < count; ++v) edges[u * count + v] = leg(nodes[u], nodes[v]);
  }
  const std::vector<float> tree = reference::tree_distances(count, edges, from_goal);
  float best = leg(start, goal);
  for (std::size_t u = 0; u < count; ++u) best = std::min(best, leg(start, nodes[u]) + tree[u]);
  return best;
}

struct Walked {
  float length = 0;
  Vec2 end{};
  simulation::Statistics statistics{};
};

Walked walk(const backends::Backend& backend, const scenarios::Scenario& scenario, int steps) {
  const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents,
                                                         scenarios::choose_methods(scenario.methods, {}));
  Walked walked{.end = scenario.agents[0].position};
  for (int step = 0; step < steps; ++step) {
    simulation->advance(1);
    const simulation::Frame frame = frame_of(*simulation);
    const Vec2 now{frame.x[0], frame.y[0]};
    walked.length += length(now - walked.end);
    walked.end = now;
  }
  walked.statistics = simulation->statistics();
  return walked;
}

/// A maze of cells three squares wide, without loops: there is one way between two cells.
std::string maze(int cells, Random& random) {
  const int size = 4 * cells + 1;
  std::vector<std::string> rows(static_cast<std::size_t>(size), std::string(static_cast<std::size_t>(size), '@'));
  const auto carve = [&](int x, int y) { rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = '.'; };
  const auto is_carved = [&](int cx, int cy) {
    return rows[static_cast<std::size_t>(4 * cy + 1)][static_cast<std::size_t>(4 * cx + 1)] == '.';
  };
  std::vector<std::pair<int, int>> path{{0, 0}};
  const auto open = [&](int cx, int cy, int dx, int dy) {
    for (int k = 0; k < 9; ++k) carve(4 * cx + 1 + k % 3, 4 * cy + 1 + k / 3);
    for (int k = 1; k < 4 && (dx != 0 || dy != 0); ++k) {
      // The wall between this cell and the one it was reached from.
      carve(dx != 0 ? 4 * cx + (dx > 0 ? 0 : 4) : 4 * cx + k, dy != 0 ? 4 * cy + (dy > 0 ? 0 : 4) : 4 * cy + k);
    }
  };
  open(0, 0, 0, 0);
  while (!path.empty()) {
    const auto [x, y] = path.back();
    std::vector<std::pair<int, int>> ways;
    for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      const bool inside = x + dx >= 0 && y + dy >= 0 && x + dx < cells && y + dy < cells;
      if (inside && !is_carved(x + dx, y + dy)) ways.emplace_back(dx, dy);
    }
    if (ways.empty()) {
      path.pop_back();
      continue;
    }
    const auto [dx, dy] = ways[static_cast<std::size_t>(random.integer(0, static_cast<std::int32_t>(ways.size()) - 1))];
    open(x + dx, y + dy, dx, dy);
    path.emplace_back(x + dx, y + dy);
  }
  return map_text(rows);
}

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("an agent leaves a dead end and goes around it by the shortest way") {
  const Polygon dead_end{{{-4, 5}, {3, 5}, {3, -5}, {-4, -5}}, false};
  const scenarios::Scenario scenario = alone({0, 1}, {10, 0}, {dead_end});
  const Walked walked = walk(backend, scenario, 350);
  CHECK(walked.statistics.arrived == 1);
  CHECK(walked.statistics.lost == 0);
  const float shortest = shortest_way(scenario, {0, 1}, {10, 0});
  CHECK(shortest > 22);
  CHECK(walked.length > 0.95f * shortest);
  CHECK(walked.length < 1.05f * shortest);
}

TEST_CASE("random solid obstacles are gone around by nearly the shortest way") {
  Random random("obstacle field");
  for (int field = 0; field < 6; ++field) {
    CAPTURE(field);
    std::vector<Polygon> polygons;
    for (int k = 0; k < 16; ++k) {
      const Vec2 center{static_cast<float>(k % 4) * 6 - 9, static_cast<float>(k / 4) * 6 - 9};
      const Vec2 half{random.between(0.3f, 2.4f), random.between(0.3f, 2.4f)};
      const float skew = random.between(-0.3f, 0.3f);
      polygons.push_back(
          {{center - half, center + Vec2{half.x, skew - half.y}, center + half, center + Vec2{-half.x, half.y - skew}}, true});
    }
    const Vec2 start{random.between(-12, 12), -13.5f};
    const Vec2 goal{random.between(-12, 12), 13.5f};
    const scenarios::Scenario scenario = alone(start, goal, polygons);
    const Walked walked = walk(plainest_backend(), scenario, 600);
    CHECK(walked.statistics.arrived == 1);
    CHECK(walked.length < 1.08f * shortest_way(scenario, start, goal));
  }
}

TEST_CASE("a crowd finds its way through a maze") {
  Random random("maze");
  const TemporaryFolder folder;
  scenarios::ScenarioRequest request{.name = "map", .agents = 30, .map_file = folder.write("maze.map", maze(5, random))};
  // Goals lie in corners, which agents that shun walls do not enter.
  request.settings = {{"roadmap", true}, {"leave_on_arrival", true}, {"time_step", 0.1}, {"samples", 100}, {"goal_radius", 1}};
  const scenarios::Scenario scenario = make_scenario(request);
  CHECK(scenario.methods.roadmap_nodes.size() > 10);
  const auto simulation = simulation::Simulation::create(plainest_backend(), scenario.parameters, scenario.world, scenario.agents,
                                                         scenarios::choose_methods(scenario.methods, {}));
  simulation->advance(2500);
  CHECK(simulation->statistics().arrived == 30);
  CHECK(simulation->statistics().lost == 0);
}

PLETHOS_SCALAR_MATRIX_TEST("who sees no way keeps its direction and is counted") {
  const Polygon room{{{-30, -30}, {30, -30}, {30, 30}, {-30, 30}, {-30, -30}}, false};
  scenarios::Scenario scenario = alone({0, 0}, {100, 0}, {room});
  scenario.agents[0].velocity = {0.3f, 0.4f};
  // The nodes inside lead nowhere: they see no node outside.
  const Walked walked = walk(backend, scenario, 100);
  CHECK(walked.statistics.lost == 100);
  CHECK(walked.statistics.arrived == 0);
  CHECK(walked.end.x == doctest::Approx(13 * 0.6f).epsilon(0.02));
  CHECK(walked.end.y == doctest::Approx(13 * 0.8f).epsilon(0.02));
}

TEST_CASE("among two ways the wider is taken, a narrow one where there is no other") {
  // Two walls end in a gap that an agent just fits through, 10 m above one that is wide.
  const Polygon wall{{{0, 0.27f}, {0, 10}}, false};
  const Polygon lower{{{0, -8}, {0, -0.27f}}, false};
  const scenarios::Scenario with_detour = alone({-2, 0.4f}, {2, -0.4f}, {wall, lower});
  const scenarios::Scenario closed =
      alone({-2, 0.4f}, {2, -0.4f}, {wall, lower, {{{-9, -8}, {9, -8}, {9, 10}, {-9, 10}, {-9, -8}}, false}});
  CHECK(walk(plainest_backend(), with_detour, 600).statistics.lost == 0);
  CHECK(walk(plainest_backend(), closed, 600).statistics.lost == 0);
}

PLETHOS_SCALAR_MATRIX_TEST("no visible node is missing among the candidates of a place") {
  Random random("candidates");
  for (int scene = 0; scene < 10; ++scene) {
    const auto point = [&] { return Vec2{random.between(-20, 20), random.between(-20, 20)}; };
    World world{.bounds = {{-20, -20}, {20, 20}}};
    for (int k = 0; k < 15 * scene; ++k) world.polygons.push_back({{point(), point()}, false});
    std::vector<Vec2> nodes;
    for (int k = 0; k < 40; ++k) nodes.push_back(point());
    const std::vector<Segment> segments = world.segments();
    backends::visit(backend, [&](const auto& execution) {
      using Space = typename std::decay_t<decltype(execution)>::memory_space;
      const auto walls = obstacles::make_walls<Space>(segments, world.bounds);
      const obstacles::Sight<Space> sight{walls};
      const auto found = planning::find_candidates(execution, sight, planning::Points<Space>(nodes), world.bounds, sight.count(), 4000.);
      const auto start = host_view(found.start);
      const auto node = host_view(found.node);
      CHECK(found.covers(-20, 20));
      CHECK_FALSE(found.covers(-20.5f, 20));
      if (scene > 0) CHECK(node.size() < 40 * (start.size() - 1));
      for (int k = 0; k < 200; ++k) {
        const Vec2 at = point();
        const auto cell = static_cast<std::size_t>(found.grid.cell_of(at.x, at.y));
        for (std::int32_t n = 0; n < 40; ++n) {
          const bool listed = std::find(node.data() + start(cell), node.data() + start(cell + 1), n) != node.data() + start(cell + 1);
          CHECK((listed || !reference::visible(at, nodes[static_cast<std::size_t>(n)], segments)));
        }
      }
    });
  }
}

PLETHOS_SCALAR_MATRIX_TEST("agents go by what they see where a roadmap has no nodes, at the origin as elsewhere") {
  World world{.bounds = {{-5, -5}, {15, 5}}};
  world.add_exit({{{{10, -1}, {10, 1}}}, {{{10, -1}, {10, 1}}}});
  const std::vector<AgentRecord> agents{{.position = {0, 0}}, {.position = {2, 0}}};
  const auto simulation = simulation::Simulation::create(backend, {.time_step = 0.1f}, world, agents, {.planner = "roadmap"});
  simulation->advance(160);
  CHECK(simulation->arrived() == 2);
}

}  // namespace plethos::tests
