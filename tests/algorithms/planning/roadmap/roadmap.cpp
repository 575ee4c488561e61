#include "algorithms/planning/roadmap/roadmap.hpp"

#include "algorithms/planning/roadmap/roadmap_reference.hpp"
#include "core/copy_view.hpp"
#include "tests/harness/errors.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

namespace reference = planning::reference;

/// A roadmap in host memory.
struct HostRoadmap {
  std::size_t nodes, goals;
  std::vector<std::vector<std::int32_t>> edges, goal_edges, next;
  std::vector<std::vector<float>> edge_lengths, goal_edge_lengths, distances;
};

template <class MemorySpace>
void copy_lists(const planning::RaggedLists<MemorySpace>& vectors, std::vector<std::vector<std::int32_t>>& ids,
                std::vector<std::vector<float>>& distances) {
  const auto offset = host_view(vectors.offset);
  const auto count = host_view(vectors.count);
  const auto id = host_view(vectors.id);
  const auto distance = host_view(vectors.distance);
  for (std::size_t v = 0; v < count.size(); ++v) {
    ids.emplace_back(id.data() + offset(v), id.data() + offset(v) + count(v));
    distances.emplace_back(distance.data() + offset(v), distance.data() + offset(v) + count(v));
  }
}

struct NodedWorld : World {
  std::vector<Vec2> nodes;
};

NodedWorld make_world(const std::vector<Segment>& segments, std::vector<Vec2> nodes, std::vector<Vec2> goals) {
  NodedWorld world;
  for (const Segment& s : segments) world.polygons.push_back({{s.a, s.b}, false});
  world.nodes = std::move(nodes);
  world.goals = std::move(goals);
  world.bounds = {{0, 0}, {1, 1}};
  return world;
}

HostRoadmap make(const backends::Backend& backend, const NodedWorld& world, std::size_t scratch_bytes = planning::roadmap_scratch_bytes,
                 float clearance = 0) {
  HostRoadmap host;
  backends::visit(backend, [&](const auto& execution) {
    using Space = typename std::decay_t<decltype(execution)>::memory_space;
    const auto walls = obstacles::make_walls<Space>(world.segments(), world.bounds);
    const auto roadmap = planning::make_roadmap(execution, world, world.nodes, walls, clearance, scratch_bytes);
    const planning::Points<Space> goals(world.nodes.empty() ? std::vector<Vec2>() : planning::DistinctGoals(world).points);
    const auto graph = planning::find_graph(execution, roadmap.sight, roadmap.nodes, goals, clearance, scratch_bytes);
    host.nodes = graph.edges.count.size();
    host.goals = graph.goals.count.size();
    copy_lists(graph.edges, host.edges, host.edge_lengths);
    copy_lists(graph.goals, host.goal_edges, host.goal_edge_lengths);
    copy_lists(roadmap.trees, host.next, host.distances);
  });
  return host;
}

/// Points on a lattice of `steps` places a side, a power of two apart: every predicate is exact in plain doubles, and many tie.
/// Exits are lines along the axes, powers of two long: their points nearest to a node are exact, too.
NodedWorld random_world(Random& random, std::int32_t steps, std::int32_t segments, std::int32_t nodes, std::int32_t goals) {
  const float pitch = random.once_in(2) ? 1.f : 0.0625f;
  const float shift = random.once_in(2) ? 0.f : 1000.f;
  const auto point = [&] {
    return Vec2{shift + pitch * static_cast<float>(random.integer(0, steps)), pitch * static_cast<float>(random.integer(-steps, steps))};
  };
  std::vector<Segment> walls;
  for (std::int32_t i = 0; i < segments; ++i) {
    const Vec2 a = !walls.empty() && random.once_in(3) ? walls.back().b : point();
    const bool is_long = random.once_in(2);
    const Vec2 near = a + pitch * Vec2{static_cast<float>(random.integer(-2, 2)), static_cast<float>(random.integer(-2, 2))};
    walls.push_back({a, is_long ? point() : near});
  }
  const auto points = [&](std::int32_t count) {
    std::vector<Vec2> result;
    for (std::int32_t i = 0; i < count; ++i) result.push_back(!result.empty() && random.once_in(10) ? result.front() : point());
    return result;
  };
  NodedWorld world = make_world(walls, points(nodes), points(goals));
  for (std::int32_t exits = random.integer(0, 2); exits > 0; --exits) {
    Exit exit;
    for (std::int32_t k = random.integer(1, 3); k > 0; --k) {
      const Vec2 a = point();
      const float along = random.once_in(4) ? 0.f : pitch * static_cast<float>(1 << random.integer(0, 3));
      const Vec2 b = a + (random.once_in(2) ? Vec2{along, 0} : Vec2{0, along});
      exit.outlines.push_back({a, b});
      exit.landings.push_back({a, b});
    }
    world.add_exit(exit);
  }
  return world;
}

float distance(Vec2 p, Vec2 q) {
  const Vec2 d = q - p;
  return std::sqrt(std::fma(d.x, d.x, d.y * d.y));
}

/// Each exit's tree: distances from the nearest landing in sight of each node, and of a node that heads for a landing, which one.
void check_exits(const HostRoadmap& found, const NodedWorld& world, std::span<const float> edge) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const std::vector<Segment> segments = world.segments();
  REQUIRE(found.distances.size() == found.goals + world.exits.size());
  for (std::size_t e = 0; e < world.exits.size(); ++e) {
    const std::vector<Line>& landings = world.exits[e].landings;
    const auto to_landing = [&](std::size_t v, std::size_t k) {
      const Vec2 from = world.nodes[v];
      const Line& line = landings[k];
      const Vec2 at{std::clamp(from.x, line.a.x, line.b.x), std::clamp(from.y, line.a.y, line.b.y)};
      return reference::visible(from, at, segments) ? distance(from, at) : infinity;
    };
    std::vector<float> to_exit(found.nodes, infinity);
    for (std::size_t v = 0; v < found.nodes; ++v) {
      for (std::size_t k = 0; k < landings.size(); ++k) to_exit[v] = std::min(to_exit[v], to_landing(v, k));
    }
    const std::vector<float>& distances = found.distances[found.goals + e];
    CHECK(distances == reference::tree_distances(found.nodes, edge, to_exit));
    bool good = true;
    for (std::size_t v = 0; v < found.nodes; ++v) {
      const std::int32_t next = found.next[found.goals + e][v];
      if (distances[v] == infinity) continue;
      const auto n = static_cast<std::size_t>(next);
      good = good && (next < 0 ? to_landing(v, static_cast<std::size_t>(-1 - next)) == distances[v]
                               : distances[n] + edge[v * found.nodes + n] == distances[v]);
    }
    CHECK(good);
  }
}

void check_against_reference(const backends::Backend& backend, const NodedWorld& world, std::size_t scratch_bytes) {
  const HostRoadmap found = make(backend, world, scratch_bytes);
  const std::vector<Segment> segments = world.segments();
  const planning::DistinctGoals goals(world);
  REQUIRE(found.nodes == world.nodes.size());
  REQUIRE(found.goals == goals.points.size());
  const auto seen_from = [&](Vec2 from, std::int32_t except) {
    std::vector<std::int32_t> ids;
    for (std::int32_t k = 0; k < static_cast<std::int32_t>(world.nodes.size()); ++k) {
      if (k != except && reference::visible(from, world.nodes[static_cast<std::size_t>(k)], segments)) ids.push_back(k);
    }
    return ids;
  };
  bool good = true;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> edge(found.nodes * found.nodes, infinity);
  for (std::size_t v = 0; v < found.nodes; ++v) {
    CHECK(found.edges[v] == seen_from(world.nodes[v], static_cast<std::int32_t>(v)));
    for (std::size_t k = 0; k < found.edges[v].size(); ++k) {
      const auto u = static_cast<std::size_t>(found.edges[v][k]);
      edge[v * found.nodes + u] = found.edge_lengths[v][k];
      good = good && std::abs(found.edge_lengths[v][k] - length(world.nodes[u] - world.nodes[v])) <= 1e-5f * found.edge_lengths[v][k];
    }
  }
  for (std::size_t g = 0; g < found.goals; ++g) {
    CHECK(found.goal_edges[g] == seen_from(goals.points[g], -1));
    std::vector<float> goal_edge(found.nodes, infinity);
    for (std::size_t k = 0; k < found.goal_edges[g].size(); ++k) {
      goal_edge[static_cast<std::size_t>(found.goal_edges[g][k])] = found.goal_edge_lengths[g][k];
    }
    CHECK(found.distances[g] == reference::tree_distances(found.nodes, edge, goal_edge));
    for (std::size_t v = 0; v < found.nodes; ++v) {
      // The next node is on a shortest way, and the ways end.
      const float distance = found.distances[g][v];
      const std::int32_t next = found.next[g][v];
      const auto n = static_cast<std::size_t>(next);
      if (next < 0) {
        good = good && (distance == infinity || distance == goal_edge[v]);
      } else {
        good = good && distance == found.distances[g][n] + edge[v * found.nodes + n];
      }
      std::int32_t at = static_cast<std::int32_t>(v);
      std::size_t steps = 0;
      while (at >= 0 && steps <= found.nodes) {
        at = found.next[g][static_cast<std::size_t>(at)];
        ++steps;
      }
      good = good && steps <= found.nodes;
    }
  }
  CHECK(good);
  check_exits(found, world, edge);
}

}  // namespace

TEST_CASE("turns are exact where products round") {
  Random random("turns");
  for (int i = 0; i < 20000; ++i) {
    const std::int64_t ax = random.integer(-(1 << 30), 1 << 30);
    const std::int64_t ay = random.integer(-(1 << 30), 1 << 30);
    // Nearly, or quite, the same direction.
    const std::int64_t factor = random.integer(1, 1 << 20);
    const std::int64_t bx = ax * factor + random.integer(-1, 1);
    const std::int64_t by = ay * factor + random.integer(-1, 1);
    const __int128 exact = static_cast<__int128>(ax) * by - static_cast<__int128>(ay) * bx;
    const auto x = [](std::int64_t v) { return static_cast<double>(v); };
    CHECK(obstacles::turn({x(ax), x(ay)}, {x(bx), x(by)}) == (exact > 0 ? 1 : exact < 0 ? -1 : 0));
  }
}

static void check_scenes(const backends::Backend& backend, int degenerate, int large) {
  Random random("roadmap scenes");
  for (int i = 0; i < degenerate; ++i) {
    CAPTURE(i);
    const std::int32_t steps = random.integer(2, 12);
    const NodedWorld world = random_world(random, steps, random.integer(0, 14), random.integer(1, 12), random.integer(1, 4));
    check_against_reference(backend, world, random.once_in(3) ? 1 : planning::roadmap_scratch_bytes);
  }
  for (int i = 0; i < large; ++i) {
    CAPTURE(i);
    const NodedWorld world = random_world(random, 4000, 120, 40, 5);
    check_against_reference(backend, world, planning::roadmap_scratch_bytes);
  }
}

TEST_CASE("the sweep sees what all pairs see, and trees are shortest, in thousands of degenerate scenes") {
  check_scenes(plainest_backend(), 1000, 4);
}
PLETHOS_SCALAR_MATRIX_TEST("sweep and trees on every backend") { check_scenes(backend, 30, 1); }

TEST_CASE("a landing that can only be squeezed to counts as farther away than it is") {
  // A wall ends 0.1 m from the line to the near landing; the far one is clear.
  NodedWorld world = make_world({{{1, 0.1f}, {1, 5}}}, {{0, 0}}, {});
  const Line near{{2, 0}, {2, 0}};
  const auto landing_at = [&](float x) {
    const Line far{{x, 0}, {x, 0}};
    world.exits = {{{{near.a, near.b}, {far.a, far.b}}, {near, far}}};
    world.goals = {{0, 0}};
    world.exit_of_goal = {0};
    return make(plainest_backend(), world, planning::roadmap_scratch_bytes, 0.2f);
  };
  const float squeezed = planning::squeeze_factor * 2;
  const HostRoadmap beyond = landing_at(-squeezed - 0.5f);
  CHECK(beyond.distances[0][0] == squeezed);
  CHECK(beyond.next[0][0] == -1);
  const HostRoadmap before = landing_at(-squeezed + 0.5f);
  CHECK(before.distances[0][0] == squeezed - 0.5f);
  CHECK(before.next[0][0] == -2);
}

TEST_CASE("to touch a wall is to meet it") {
  const std::vector<Segment> corner{{{2, 2}, {2, 5}}, {{2, 2}, {5, 2}}};
  const auto sees = [&](Vec2 p, Vec2 q, const std::vector<Segment>& walls) {
    const bool from_p = make(plainest_backend(), make_world(walls, {p}, {q})).goal_edges[0].size() == 1;
    const bool from_q = make(plainest_backend(), make_world(walls, {q}, {p})).goal_edges[0].size() == 1;
    CHECK(from_p == from_q);
    return from_p;
  };
  CHECK_FALSE(sees({1, 3}, {3, 1}, corner));              // through the corner that two walls share
  CHECK(sees({1, 2.5f}, {2.5f, 1}, corner));              // past it
  CHECK_FALSE(sees({2, 0}, {2, 6}, corner));              // along a wall
  CHECK_FALSE(sees({2, 0}, {2, 2}, corner));              // to a wall's end
  CHECK_FALSE(sees({3, 2}, {3, 0}, corner));              // from a wall
  CHECK(sees({0, 2}, {1, 2}, corner));                    // on a wall's line, short of it
  CHECK_FALSE(sees({0, 1}, {2, 1}, {{{1, 1}, {1, 1}}}));  // a wall without length
  CHECK(sees({0, 1}, {0, 1}, {{{1, 1}, {1, 1}}}));        // the same point
  CHECK_FALSE(sees({1, 1}, {1, 1}, {{{1, 1}, {1, 1}}}));
}

TEST_CASE("a world with more nodes than a roadmap can name is refused") {
  const NodedWorld world = make_world({}, std::vector<Vec2>(planning::most_nodes + 1, Vec2{0.5f, 0.5f}), {{0, 0}});
  CHECK(input_error([&] { make(plainest_backend(), world); }) == "roadmap: found 65537 nodes, expected at most 65536");
}

}  // namespace plethos::tests
