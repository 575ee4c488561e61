#include "algorithms/planning/path_finder.hpp"

#include <cmath>
#include <limits>

#include "algorithms/planning/path_methods.hpp"
#include "algorithms/planning/roadmap/roadmap_paths.hpp"
#include "algorithms/planning/roadmap/roadmap_reference.hpp"
#include "algorithms/simulation/methods.hpp"
#include "backends/execution.hpp"
#include "tests/algorithms/planning/grid/map/generated_map.hpp"
#include "tests/algorithms/planning/grid/ways/path_checks.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/random.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

using planning::PathQuery;
using planning::Paths;
using planning::PlannerSetup;
namespace reference = planning::reference;

/// m: the half side of a square block around the origin.
constexpr float half = 2;

World square() {
  return World{.polygons = {{{{-half, -half}, {half, -half}, {half, half}, {-half, half}}, true}}, .bounds = {{-10, -10}, {10, 10}}};
}

World walls(const std::vector<Segment>& segments) {
  World world;
  for (const Segment& segment : segments) world.polygons.push_back({{segment.a, segment.b}, false});
  world.bounds = {{-20, -20}, {20, 20}};
  return world;
}

Paths find(const backends::Backend& backend, const std::string& planner, const World& world, const PlannerSetup& setup,
           const std::vector<PathQuery>& queries) {
  const auto finder = planning::make_path_finder(backend, planner, setup, {});
  finder->prepare(world);
  CHECK(finder->bytes() > 0);
  return finder->find(queries);
}

Paths find_in_batches(const backends::Backend& backend, const World& world, const PlannerSetup& setup,
                      const std::vector<PathQuery>& queries, std::size_t scratch_bytes) {
  return backends::visit(backend, [&](const auto& execution) {
    planning::RoadmapPaths<std::decay_t<decltype(execution)>> finder(execution, setup, scratch_bytes);
    finder.prepare(world);
    return finder.find(queries);
  });
}

/// The length of the shortest way by the nodes, from all pairs. Infinite: there is none.
double shortest(const World& world, const std::vector<Vec2>& nodes, const PathQuery& query) {
  const std::vector<Segment> segments = world.segments();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const auto edge = [&](Vec2 a, Vec2 b) { return reference::visible(a, b, segments) ? length(b - a) : infinity; };
  std::vector<float> between, to_goal;
  for (const Vec2 a : nodes) {
    for (const Vec2 b : nodes) between.push_back(edge(a, b));
    to_goal.push_back(edge(a, query.to));
  }
  const std::vector<float> from_node = reference::tree_distances(nodes.size(), between, to_goal);
  float best = edge(query.from, query.to);
  for (std::size_t v = 0; v < nodes.size(); ++v) best = std::min(best, edge(query.from, nodes[v]) + from_node[v]);
  return static_cast<double>(best);
}

/// Whether a way leads from the query's start to its end and meets no wall.
bool is_walkable(std::span<const Vec2> way, const PathQuery& query, const std::vector<Segment>& segments) {
  bool good = way.size() >= 2 && way.front() == query.from && way.back() == query.to;
  for (std::size_t k = 1; good && k < way.size(); ++k) good = reference::visible(way[k - 1], way[k], segments);
  return good;
}

struct QueryScene {
  World world;
  PlannerSetup setup;
  std::vector<PathQuery> queries;
};

/// Places on a lattice, so that walls, nodes, starts and ends touch often; the reference's predicates are exact there.
QueryScene random_scene(Random& random, std::int32_t steps, std::int32_t longest, std::int32_t segments, std::int32_t nodes,
                        std::int32_t queries) {
  const auto place = [&] { return Vec2{static_cast<float>(random.integer(0, steps)), static_cast<float>(random.integer(0, steps))}; };
  std::vector<Segment> all;
  for (std::int32_t i = 0; i < segments; ++i) {
    const Vec2 along{static_cast<float>(random.integer(-longest, longest)), static_cast<float>(random.integer(-longest, longest))};
    const Vec2 a = place();
    all.push_back({a, a + along});
  }
  QueryScene scene{walls(all), {}, {}};
  for (std::int32_t i = 0; i < nodes; ++i) scene.setup.nodes.push_back(place());
  for (std::int32_t i = 0; i < queries; ++i) scene.queries.push_back({place(), place()});
  return scene;
}

/// Kinds of execution, and planners of which one answers queries.
struct Here {};
struct There {};
struct Answer final : planning::PathFinder {
  void prepare(const World&) override {}
  Paths find(std::span<const PathQuery>) override { return {}; }
  std::uint64_t bytes() const override { return 7; }
  std::uint64_t least_bytes(const World&, std::size_t queries) const override { return least * queries; }
  std::uint64_t least = 0;
};
struct Mute {
  static MethodInfo info() { return {"mute", "answers nothing"}; }
};
template <char letter>
struct Speaker {
  static MethodInfo info() { return {std::string(1, letter), "answers"}; }
  template <class Execution>
  static std::unique_ptr<planning::PathFinder> make_path_finder(const Execution&, const PlannerSetup&, const ParameterValues&) {
    return std::make_unique<Answer>();
  }
  template <class Execution>
  static std::unique_ptr<int> make() {
    return {};
  }
};
struct Family {
  static constexpr const char* name = "planner";
  template <class Execution>
  using Maker = std::unique_ptr<int> (*)();
};

const MethodInfo& planner_info(const std::string& planner) { return simulation::method_family("planner").find(planner); }

}  // namespace

TEST_CASE("planners that need a grid are those that refuse a world without one") {
  for (const std::string& planner : planning::path_planners()) {
    CAPTURE(planner);
    const std::unique_ptr<planning::PathFinder> finder = planning::make_path_finder(plainest_backend(), planner, {}, {});
    if (planner_info(planner).needs_grid) {
      CHECK_THROWS_AS(finder->least_bytes(square(), 1), InputError);
    } else {
      CHECK_NOTHROW(finder->least_bytes(square(), 1));
    }
  }
  CHECK(planner_info("bvp").needs_grid);  // answers no queries
  CHECK_THROWS_WITH_AS(planner_info("jpz"), doctest::Contains("jps"), InputError);
}

PLETHOS_SCALAR_MATRIX_TEST("what was claimed for queries is not claimed again, and their ways are the same") {
  Random random("claimed queries");
  World world = square();
  world.grid = std::make_shared<const WorldGrid>(WorldGrid{generated_map(random, "rooms", 70, 50), {-35, -25}, 1});
  std::vector<PathQuery> queries = random_queries(random, *world.grid, 40);
  const std::vector<PathQuery> fewer(queries.begin(), queries.begin() + 7);
  for (const std::string& planner : planning::path_planners()) {
    CAPTURE(planner);
    const auto finder = planning::make_path_finder(backend, planner, {}, {});
    finder->prepare(world);
    const std::uint64_t before = finder->bytes();
    const std::uint64_t expected = planning::checksum(finder->find(queries));
    const std::uint64_t after = finder->bytes();
    const auto claiming = planning::make_path_finder(backend, planner, {}, {});
    claiming->prepare(world);
    claiming->claim(queries);
    CHECK((claiming->bytes() > before) == planner_info(planner).needs_grid);
    CHECK(100 * (after - claiming->bytes()) <= after);
    CHECK(planning::checksum(claiming->find(queries)) == expected);
    CHECK(claiming->bytes() == after);
    const std::uint64_t of_fewer = planning::checksum(claiming->find(fewer));
    claiming->claim(fewer);
    CHECK(planning::checksum(claiming->find(fewer)) == of_fewer);
    claiming->claim({});
  }
}

PLETHOS_SCALAR_MATRIX_TEST("a straight way is one that no wall meets") {
  const std::vector<PathQuery> queries{{{-6, 0}, {6, 0}}, {{-6, 3}, {6, 3}}, {{-6, half}, {6, half}}, {{5, 5}, {5, 5}}};
  const Paths paths = find(backend, "straight", square(), {}, queries);
  REQUIRE(paths.count() == 4);
  CHECK_FALSE(paths.is_solved(0));
  CHECK(paths.length(0) == 0);
  REQUIRE(paths.is_solved(1));
  CHECK(paths.way(1)[0] == Vec2{-6, 3});
  CHECK(paths.way(1)[1] == Vec2{6, 3});
  CHECK(paths.length(1) == 12);
  CHECK_FALSE(paths.is_solved(2));  // along a wall
  CHECK(paths.is_solved(3));
  CHECK(paths.length(3) == 0);
}

PLETHOS_SCALAR_MATRIX_TEST("the way around a square bends around two of its corners, at the nodes' distance") {
  const PlannerSetup setup{0, 0.2f, 0.05f, {}};
  const double distance = 1.1 * 0.2 + 0.05;
  const Paths paths = find(backend, "roadmap", square(), setup, {{{-6, 0.5f}, {6, 0.5f}}, {{-6, 0}, {-1.5f, 6}}, {{-6, 5}, {6, 5}}});
  REQUIRE(paths.count() == 3);
  CHECK(paths.way(0).size() == 4);
  CHECK(paths.length(0) == doctest::Approx(2 * std::hypot(6 - half - distance, half + distance - 0.5) + 2 * (half + distance)));
  CHECK(paths.way(0)[1].y == doctest::Approx(half + distance));
  CHECK(paths.way(1).size() == 2);
  CHECK(paths.length(2) == 12);
}

PLETHOS_SCALAR_MATRIX_TEST("a query into a closed room has no way, and the others keep theirs") {
  const PlannerSetup setup{0, 0.2f, 0, {}};
  World world = walls({{{-3, -3}, {3, -3}}, {{3, -3}, {3, 3}}, {{3, 3}, {-3, 3}}, {{-3, 3}, {-3, -3}}, {{-1, -2}, {-1, 2}}});
  const std::vector<PathQuery> queries{{{-8, 0}, {0, 0}}, {{-8, 0}, {8, 0}}, {{-2, 0}, {1, 0}}, {{0, 0}, {8, 0}}};
  const Paths paths = find(backend, "roadmap", world, setup, queries);
  CHECK_FALSE(paths.is_solved(0));
  CHECK(paths.way(0).empty());
  CHECK(paths.is_solved(1));
  CHECK(paths.is_solved(2));
  CHECK_FALSE(paths.is_solved(3));
  CHECK(is_walkable(paths.way(1), queries[1], world.segments()));
  CHECK(is_walkable(paths.way(2), queries[2], world.segments()));
}

PLETHOS_SCALAR_MATRIX_TEST("a way squeezes through a gap only if the way around is four times as long, and its length is its own") {
  // A gap of 0.2 m in a long wall, for agents that keep 0.9 * 0.2 m.
  const auto length_around = [&](float end) {
    const World world = walls({{{0, -20}, {0, -0.1f}}, {{0, 0.1f}, {0, end}}});
    const PlannerSetup setup{0, 0.2f, 0, {{0, end + 1}}};
    return find(backend, "roadmap", world, setup, {{{-1, 0}, {1, 0}}}).length(0);
  };
  // Through the gap, 2 m count 8 m.
  CHECK(length_around(2.5f) == doctest::Approx(2 * std::hypot(1, 3.5)));
  CHECK(length_around(3.5f) == 2);
}

TEST_CASE("a node that a second leg brings nearer moves forward in a search's queue") {
  // The node (6, 10) is reached by a longer leg before the one from (4, 12), while nodes wait whose ways are in between.
  const World world = walls({{{19, 19}, {11, 11}}, {{2, 10}, {2, 8}}});
  const PlannerSetup setup{0, 0, 0, {{7, 17}, {19, 7}, {10, 4}, {4, 12}, {6, 10}, {8, 12}, {6, 3}}};
  const PathQuery query{{0, 10}, {20, 10}};
  const Paths paths = find(plainest_backend(), "roadmap", world, setup, {query});
  CHECK(paths.length(0) == doctest::Approx(std::sqrt(20) + std::sqrt(8) + 14));
  CHECK(paths.length(0) == doctest::Approx(shortest(world, setup.nodes, query)));
}

static void check_scene(const backends::Backend& backend, const QueryScene& scene) {
  const Paths paths = find_in_batches(backend, scene.world, scene.setup, scene.queries, planning::roadmap_scratch_bytes);
  const Paths plain = find(plainest_backend(), "roadmap", scene.world, scene.setup, scene.queries);
  const Paths batched = find_in_batches(backend, scene.world, scene.setup, scene.queries, 1);
  CHECK(planning::checksum(paths) == planning::checksum(plain));
  CHECK(planning::checksum(batched) == planning::checksum(plain));
  REQUIRE(paths.count() == scene.queries.size());
  const std::vector<Segment> segments = scene.world.segments();
  bool good = true;
  for (std::size_t q = 0; q < paths.count(); ++q) {
    const double expected = shortest(scene.world, scene.setup.nodes, scene.queries[q]);
    if (std::isinf(expected)) {
      good = good && !paths.is_solved(q);
    } else {
      good = good && is_walkable(paths.way(q), scene.queries[q], segments) && std::abs(paths.length(q) - expected) <= 1e-5 * expected;
    }
  }
  CHECK(good);
}

static void check_queries(const backends::Backend& backend, int degenerate, int large) {
  Random random("path finder");
  for (int i = 0; i < degenerate; ++i) {
    CAPTURE(i);
    const std::int32_t steps = random.integer(3, 12);
    check_scene(backend, random_scene(random, steps, steps, random.integer(0, 14), random.integer(0, 12), random.integer(0, 9)));
  }
  for (int i = 0; i < large; ++i) {
    CAPTURE(i);
    check_scene(backend, random_scene(random, 60, 10, 120, 80, 20));
  }
}

TEST_CASE("ways by a roadmap are as short as those from all pairs, in hundreds of degenerate scenes") {
  check_queries(plainest_backend(), 500, 20);
}
PLETHOS_SCALAR_MATRIX_TEST("ways by a roadmap on every backend") { check_queries(backend, 30, 1); }

TEST_CASE("a checksum tells which queries are solved, and by which points") {
  Paths a, b;
  CHECK(planning::checksum(a) == planning::checksum(b));
  const std::vector<Vec2> way{{0, 0}, {1, 2}};
  a.add(way);
  a.add({});
  b.add({});
  b.add(way);
  CHECK(planning::checksum(a) != planning::checksum(b));
  Paths c = a;
  c.points[1].y = 3;
  CHECK(planning::checksum(a) != planning::checksum(c));
}

TEST_CASE("planners that answer queries, and those that do not") {
  const std::vector<std::string> planners = planning::path_planners();
  REQUIRE(planners.size() >= 2);
  CHECK(planners[0] == "straight");
  CHECK(planners[1] == "roadmap");
  CHECK(input_error([] { planning::make_path_finder(plainest_backend(), "roadmpa", {}, {}); }) ==
        "unknown planner 'roadmpa'; did you mean 'roadmap'?");
  using Registry = MethodList<Mute, Speaker<'a'>>;
  using Paths = planning::PathMethodList<Registry>;
  Registry::add<Family, Speaker<'b'>>(backends::ExecutionList<Here>());
  Paths::add<Speaker<'b'>>(backends::ExecutionList<Here>());
  CHECK(Paths::names() == std::vector<std::string>{"a", "b"});
  CHECK(Paths::make(Here(), "a", {}, {})->bytes() == 7);
  CHECK(Paths::make(Here(), "b", {}, {})->bytes() == 7);
  CHECK(Paths::make(There(), "a", {}, {})->bytes() == 7);
  CHECK(input_error([] { Paths::make(There(), "b", {}, {}); }) == "planner 'b': found a backend that it was not added for");
  CHECK(input_error([] { Paths::make(Here(), "mute", {}, {}); }) ==
        "planner 'mute' answers no queries without a simulation; expected one of a or b");
}

TEST_CASE("queries that need more memory than is free are refused before any of it is claimed") {
  Answer answer;
  answer.least = backends::memory(plainest_backend()).total / 4;
  CHECK_NOTHROW(planning::require_memory(answer, plainest_backend(), "answer", {}, 0));
  const std::string said = thrown<MachineError>([&] { planning::require_memory(answer, plainest_backend(), "answer", {}, 5); });
  CHECK(said.starts_with("out of memory: 5 queries by answer need about "));
  CHECK(said.find(" GiB on serial, ") != said.npos);
}

PLETHOS_SCALAR_MATRIX_TEST("what a planner claims at least for walls and nodes is no more than it claims") {
  const World world = walls({{{-3, -3}, {3, -3}}, {{3, -3}, {3, 3}}, {{-1, -2}, {-1, 2}}});
  const PlannerSetup setup{0, 0.2f, 0, {{4, 4}, {-4, -4}, {4, -4}}};
  for (const std::string planner : {"straight", "roadmap"}) {
    CAPTURE(planner);
    const auto finder = planning::make_path_finder(backend, planner, setup, {});
    const std::uint64_t least = finder->least_bytes(world, 0);
    finder->prepare(world);
    CHECK(least >= 3 * 10 * sizeof(float));
    CHECK(least <= finder->bytes());
    CHECK(finder->least_bytes(world, 1) > least);
  }
}

TEST_CASE("a world that is too large for a roadmap is refused before it is built") {
  PlannerSetup setup;
  setup.nodes.assign((std::size_t{1} << 16) + 1, Vec2{0.5f, 0.5f});
  const auto finder = planning::make_path_finder(plainest_backend(), "roadmap", setup, {});
  CHECK(input_error([&] { finder->prepare(square()); }) == "roadmap: found 65537 nodes, expected at most 65536");
}

}  // namespace plethos::tests
