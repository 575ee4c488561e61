#include "algorithms/neighbors/near_walls/near_walls.hpp"

#include <span>
#include <string>

#include "algorithms/neighbors/near_walls/held_walls.hpp"
#include "algorithms/verify/verifiers.hpp"
#include "core/copy_view.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

struct WallSet {
  std::string name;
  std::vector<Segment> segments;
  Bounds bounds;
};

std::vector<WallSet> wall_sets() {
  Random random("walls");
  const auto point = [&](float size) { return Vec2{random.between(-size, size), random.between(-size, size)}; };
  const Bounds box{{-10, -10}, {10, 10}};
  std::vector<WallSet> sets;
  const auto add = [&](const char* name, int count, const Bounds& bounds, auto make) {
    sets.push_back({name, {}, bounds});
    for (int i = 0; i < count; ++i) sets.back().segments.push_back(make(i));
  };
  // From a place not farther than `size` from another one, not farther than `length` along each axis.
  const auto wall = [&](float size, float length, Vec2 around = {}) {
    const Vec2 a = around + point(size);
    return Segment{a, a + point(length)};
  };
  sets.push_back({"none", {}, box});
  sets.push_back({"one long", {{{-1000, -3}, {1000, 2}}}, box});
  sets.push_back({"without length", {{{1, 1}, {1, 1}}, {{1, 1}, {1, 1}}, {{-3, 2}, {-3, 2}}}, box});
  add("short", 400, box, [&](int) { return wall(10, 0.4f); });
  add("solid on a side or on none", 300, box, [&](int i) {
    const Segment any = wall(10, i % 30 == 0 ? 30.f : 2.f);
    return Segment{any.a, any.b, -1, -1, static_cast<Solid>(i % 3)};
  });
  add("short and long", 200, box, [&](int i) { return wall(10, i % 20 == 0 ? 300.f : 0.4f); });
  // Cells of a map: neighbors share corners, so distances tie, and some agents stand on the lines of walls.
  add("squares", 400, box, [](int i) {
    const auto x = static_cast<float>(i / 4 % 10) * 2 - 10;
    const auto y = static_cast<float>(i / 40) * 2 - 10;
    const Vec2 corner[] = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
    return Segment{corner[i % 4], corner[(i + 1) % 4], -1, -1, i < 200 ? Solid::left : Solid::neither};
  });
  // So long that float32 coordinates say little about where they pass.
  add("endless", 60, box, [&](int) {
    const Vec2 a = point(20);
    return Segment{a + point(200000), a - point(200000)};
  });
  add("outside the bounds", 100, {{0, 0}, {1, 1}}, [&](int) { return wall(40, 3); });
  add("far from the origin", 200, {{299990, -300010}, {300010, -299990}}, [&](int) { return wall(10, 1, {300000, -300000}); });
  return sets;
}

struct Asked {
  std::int32_t walls;
  float distance;
};

/// Looks for walls near agents, and returns what is wrong with the lists. `segments`: the walls, in order.
template <class Execution, class MemorySpace = typename Execution::memory_space>
std::string mistake_of_query(const Execution& execution, const Agents<Kokkos::HostSpace>& host, std::span<const std::uint8_t> avoids,
                             const obstacles::Walls<MemorySpace>& walls, std::span<const Segment> segments, const Asked& asked) {
  Agents<MemorySpace> agents(host.count);
  copy_agents(agents, host);
  Parameters parameters{.neighbor_distance = asked.distance};
  const neighbors::Lists<MemorySpace> lists("plethos::tests::lists", agents.stride, asked.walls);
  neighbors::find_walls(execution, agents, walls, parameters, lists);
  execution.fence();
  const auto found = host_view(lists.count);
  const auto index = host_view(lists.index);
  const auto count = static_cast<std::size_t>(host.count);
  return verify::wall_mistake(
      {{host.position.data(), count}, {host.position.data() + host.stride, count}, avoids, segments, asked.distance},
      {{found.data(), count}, {index.data(), index.span()}, found.extent(0), asked.walls});
}

}  // namespace

PLETHOS_MATRIX_TEST("walls are the nearest that face an agent, in order") {
  Random random("wall agents");
  for (const WallSet& set : wall_sets()) {
    CAPTURE(set.name);
    const std::size_t count = 300;
    std::vector<AgentRecord> records(count);
    const Vec2 center = 0.5f * (set.bounds.low + set.bounds.high);
    for (std::size_t i = 0; i < count; ++i) {
      // Some stand on lattice points, where distances tie.
      const Vec2 at{random.between(-12, 12), random.between(-12, 12)};
      records[i].position = center + (i % 3 == 0 ? Vec2{std::floor(at.x), std::floor(at.y)} : at);
      records[i].state = static_cast<AgentState>(i % 10 == 1 ? 1 : i % 10 == 2 ? 2 : 0);
    }
    for (const Asked& asked : {Asked{8, 15.f}, Asked{1, 1e6f}, Asked{64, 1e6f}, Asked{16, 0.5f}, Asked{17, 4.f}, Asked{8, 1e-3f}}) {
      CAPTURE(asked.walls);
      CAPTURE(asked.distance);
      const Agents<Kokkos::HostSpace> host = make_agents(records);
      std::vector<std::uint8_t> avoids(count);
      for (std::size_t i = 0; i < count; ++i) avoids[i] = records[i].state == AgentState::active ? 1 : 0;
      backends::visit(backend, [&](const auto& execution) {
        using Space = typename std::decay_t<decltype(execution)>::memory_space;
        for (const obstacles::WallIndex by : {obstacles::WallIndex::grid, obstacles::WallIndex::tree}) {
          CAPTURE(static_cast<int>(by));
          const auto walls = obstacles::make_walls<Space>(set.segments, set.bounds, by);
          CHECK(mistake_of_query(execution, host, avoids, walls, set.segments, asked) == "");
        }
      });
    }
  }
}

PLETHOS_MATRIX_TEST("walls that hold are the nearest in every step, however agents and other walls move") {
  Random random("held walls");
  constexpr std::size_t count = 200;
  constexpr std::int32_t period = 6;
  constexpr float skin = 1;
  std::vector<WallSet> sets = wall_sets();
  // Who jumps over one of few walls sees it from its other side, and nothing nearer.
  sets.push_back({"few that are solid on a side", {}, {{-10, -10}, {10, 10}}});
  for (int i = 0; i < 5; ++i) {
    const Vec2 a{random.between(-9, 9), random.between(-9, 9)};
    sets.back().segments.push_back(
        {a, a + Vec2{random.between(-4, 4), random.between(-4, 4)}, -1, -1, i % 2 == 0 ? Solid::left : Solid::right});
  }
  for (const WallSet& set : sets) {
    // Those are too long to hold.
    if (set.name == "endless") continue;
    CAPTURE(set.name);
    std::vector<AgentRecord> records(count);
    const Vec2 center = 0.5f * (set.bounds.low + set.bounds.high);
    for (std::size_t i = 0; i < count; ++i) {
      records[i].position = center + Vec2{random.between(-12, 12), random.between(-12, 12)};
      records[i].state = static_cast<AgentState>(i % 10 == 1 ? 1 : 0);
    }
    for (const Asked& asked : {Asked{8, 15.f}, Asked{1, 15.f}, Asked{3, 4.f}, Asked{17, 2.f}, Asked{58, 15.f}}) {
      CAPTURE(asked.walls);
      backends::visit(backend, [&](const auto& execution) {
        using Space = typename std::decay_t<decltype(execution)>::memory_space;
        for (const obstacles::WallIndex by : {obstacles::WallIndex::grid, obstacles::WallIndex::tree}) {
          CAPTURE(static_cast<int>(by));
          const Agents<Kokkos::HostSpace> host = make_agents(records);
          Agents<Space> agents(host.count);
          auto walls = obstacles::make_walls<Space>(set.segments, set.bounds, by, 4);
          const neighbors::Lists<Space> lists("plethos::tests::lists", agents.stride, asked.walls);
          neighbors::VerletLists<Space> verlet(agents.stride, skin, period);
          const neighbors::HeldWalls<Space> held(agents.stride, asked.walls);
          for (int k = 0; k < period + 2; ++k) {
            CAPTURE(k);
            copy_agents(agents, host);
            std::vector<std::uint8_t> avoids(count);
            for (std::size_t i = 0; i < count; ++i) avoids[i] = host.state(static_cast<int>(i)) == active_state ? 1 : 0;
            const Vec2 at = center + Vec2{random.between(-9, 9), random.between(-9, 9)};
            const std::vector<Segment> moved = walls_of(std::vector<Polygon>{{{at, at + Vec2{2, 0}, at + Vec2{0, 3}}, true}},
                                                        static_cast<std::int32_t>(set.segments.size()));
            obstacles::move_walls(execution, moved, set.bounds, by, walls);
            if (verlet.searches()) neighbors::follow_agents(execution, agents, verlet);
            neighbors::find_held_walls(execution, agents, walls, {.neighbor_distance = asked.distance}, lists, verlet, held);
            execution.fence();
            std::vector<Segment> all = set.segments;
            all.insert(all.end(), moved.begin(), moved.end());
            const auto found = host_view(lists.count);
            const auto index = host_view(lists.index);
            CHECK(verify::wall_mistake(
                      {{host.position.data(), count}, {host.position.data() + host.stride, count}, avoids, all, asked.distance},
                      {{found.data(), count}, {index.data(), index.span()}, found.extent(0), asked.walls}) == "");
            for (std::int32_t i = 0; i < host.count; ++i) {
              const float reach = random.once_in(30) ? 3.f : i % 2 == 0 ? 0.02f : 0.15f;
              for (int axis = 0; axis < 2; ++axis) host.position(i, axis) += random.between(-reach, reach);
              if (host.state(i) == active_state && random.once_in(40)) host.state(i) = arrived_state;
            }
            verlet.age = (verlet.age + 1) % period;
          }
        }
      });
    }
  }
}

PLETHOS_MATRIX_TEST("walls that have moved are found where they are, among those that stay") {
  Random random("moved walls");
  const std::size_t count = 300, most = 60;
  std::vector<AgentRecord> records(count);
  for (AgentRecord& record : records) record.position = {random.between(-14, 14), random.between(-14, 14)};
  const Agents<Kokkos::HostSpace> host = make_agents(records);
  const std::vector<std::uint8_t> avoids(count, 1);
  const Bounds bounds{{-12, -12}, {12, 12}};
  const auto polygons = [&](std::size_t number) {
    std::vector<Polygon> made;
    for (std::size_t i = 0; i < number; ++i) {
      const Vec2 at{random.between(-15, 15), random.between(-15, 15)};
      made.push_back({{at, at + Vec2{random.between(0.1f, 4), 0}, at + Vec2{0, random.between(0.1f, 4)}}, i % 3 != 0});
    }
    return made;
  };
  backends::visit(backend, [&](const auto& execution) {
    using Space = typename std::decay_t<decltype(execution)>::memory_space;
    for (const obstacles::WallIndex by : {obstacles::WallIndex::grid, obstacles::WallIndex::tree}) {
      CAPTURE(static_cast<int>(by));
      for (const std::size_t staying : {std::size_t{0}, std::size_t{20}}) {
        CAPTURE(staying);
        const std::vector<Segment> walls_that_stay = walls_of(polygons(staying));
        auto walls = obstacles::make_walls<Space>(walls_that_stay, bounds, by, most);
        const auto first = static_cast<std::int32_t>(walls_that_stay.size());
        for (const std::size_t moving : {std::size_t{5}, std::size_t{20}, std::size_t{0}, std::size_t{1}}) {
          CAPTURE(moving);
          const std::vector<Segment> moved = walls_of(polygons(moving), first);
          REQUIRE(moved.size() <= most);
          obstacles::move_walls(execution, moved, bounds, by, walls);
          std::vector<Segment> all = walls_that_stay;
          all.insert(all.end(), moved.begin(), moved.end());
          CHECK(walls.count == static_cast<std::int32_t>(all.size()));
          CHECK(mistake_of_query(execution, host, avoids, walls, all, Asked{8, 6}) == "");
          const auto next = host_view(walls.next), previous = host_view(walls.previous), solid = host_view(walls.solid);
          const auto end_x = host_view(walls.end_x), end_y = host_view(walls.end_y);
          for (std::size_t i = 0; i < all.size(); ++i) {
            CHECK(next(i) == all[i].next);
            CHECK(previous(i) == all[i].previous);
            CHECK(solid(i) == static_cast<std::int32_t>(all[i].solid));
            CHECK(Vec2{end_x(i), end_y(i)} == all[i].b);
          }
        }
      }
    }
  });
}

TEST_CASE("the distance that orders walls is the distance to the segment") {
  for (const WallSet& set : wall_sets()) {
    if (set.name.starts_with("far")) continue;
    const obstacles::WallColumns columns = obstacles::make_wall_columns(set.segments, set.segments.size());
    const auto& [x, y, end_x, end_y, direction_x, direction_y, lengths] = columns.of_floats;
    for (std::size_t i = 0; i < set.segments.size(); ++i) {
      const Segment& s = set.segments[i];
      CHECK(lengths[i] == doctest::Approx(length(s.b - s.a)));
      CHECK(Vec2{end_x[i], end_y[i]} == s.b);
      const Vec2 direction{direction_x[i], direction_y[i]};
      const Vec2 end = Vec2{x[i], y[i]} + lengths[i] * direction;
      CHECK(length(end - s.b) <= 1e-6f * (1 + length(s.a) + length(s.b)));
      CHECK(dot(direction, direction) == doctest::Approx(1));
    }
  }
}

}  // namespace plethos::tests
