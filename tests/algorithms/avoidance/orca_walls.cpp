#include <cmath>

#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

std::vector<Vec2> choose(const backends::Backend& backend, const Neighborhoods& hoods) { return choose_by_orca(backend, hoods, 64); }

Neighborhoods among_walls(const World& world) {
  Neighborhoods hoods{.segments = world.segments()};
  hoods.parameters.perturbation = 0;
  hoods.parameters.time_horizon_obstacles = 2;
  return hoods;
}

/// Adds an agent that sees all walls.
void add(Neighborhoods& hoods, Vec2 position, Vec2 velocity, Vec2 preferred, float radius = 0.25f) {
  hoods.records.push_back({.position = position, .velocity = velocity, .radius = radius});
  hoods.preferred.push_back(preferred);
  hoods.neighbors.emplace_back();
  std::vector<std::int32_t> all;
  for (std::size_t j = 0; j < hoods.segments.size(); ++j) all.push_back(static_cast<std::int32_t>(j));
  hoods.walls.push_back(detail::nearest(all, 64, [&](std::int32_t j) {
    const Segment& s = hoods.segments[static_cast<std::size_t>(j)];
    return distance_to_segment(position, s.a, s.b);
  }));
}

float clearance(const Neighborhoods& hoods, Vec2 p) {
  float least = 1e30f;
  for (const Segment& s : hoods.segments) least = std::min(least, distance_to_segment(p, s.a, s.b));
  return least;
}

/// Returns how near the center comes to a wall in `time` seconds.
float clearance_on_the_way(const Neighborhoods& hoods, Vec2 p, Vec2 v, float time) {
  float least = 1e30f;
  for (int k = 0; k <= 200; ++k) least = std::min(least, clearance(hoods, p + (static_cast<float>(k) / 200 * time) * v));
  return least;
}

std::vector<Vec2> star(Random& random, Vec2 center, int corners, bool clockwise) {
  std::vector<Vec2> outline;
  for (int k = 0; k < corners; ++k) {
    const float angle = 6.2831853f * static_cast<float>(clockwise ? -k : k) / static_cast<float>(corners);
    const float away = random.between(0.5f, 3);
    outline.push_back(center + away * Vec2{std::cos(angle), std::sin(angle)});
  }
  return outline;
}

/// Outlines with corners that stand out and corners that stand back, either way round, and chains; agents anywhere between them.
Neighborhoods random_yard(Random& random) {
  World world;
  world.polygons.push_back({star(random, {-6, 0}, 7, random.once_in(2)), true});
  world.polygons.push_back({star(random, {6, 1}, 3, random.once_in(2)), true});
  world.polygons.push_back({{{-2, 4}, {0, 5}, {3, 4.5f}, {3, 7}}, false});
  world.polygons.push_back({{{-2, -5}, {1, -5}, {1, -8}, {-2, -8}, {-2, -5}}, false});
  world.polygons.push_back({{{0, -1}, {2, -2}}, false});
  Neighborhoods hoods = among_walls(world);
  const auto solid = [&](Vec2 p) {
    return std::any_of(world.polygons.begin(), world.polygons.end(), [&](const Polygon& polygon) { return polygon.contains(p); });
  };
  while (hoods.records.size() < 150) {
    const Vec2 p{random.between(-10, 10), random.between(-9, 8)};
    const float radius = random.between(0.1f, 0.6f);
    if (solid(p) || clearance(hoods, p) < radius + 5e-3f) continue;
    const Vec2 v = random.once_in(3) ? Vec2{} : Vec2{random.between(-1.4f, 1.4f), random.between(-1.4f, 1.4f)};
    add(hoods, p, v, {random.between(-1.4f, 1.4f), random.between(-1.4f, 1.4f)}, radius);
  }
  return hoods;
}

const Neighborhoods& yard() {
  static const Neighborhoods hoods = [] {
    Random random("orca yard");
    return random_yard(random);
  }();
  return hoods;
}

}  // namespace

PLETHOS_MATRIX_TEST("orca keeps clear of walls for the whole time horizon") {
  const Neighborhoods& hoods = yard();
  const float horizon = hoods.parameters.time_horizon_obstacles;
  const std::vector<Vec2> chosen = choose(backend, hoods);
  int checked = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    CAPTURE(i);
    const AgentRecord& agent = hoods.records[i];
    // A velocity that is free itself lies in all half-planes, so that there is a solution.
    if (clearance_on_the_way(hoods, agent.position, agent.velocity, horizon) < agent.radius) continue;
    ++checked;
    CHECK(clearance_on_the_way(hoods, agent.position, chosen[i], horizon) > agent.radius - 2e-3f);
  }
  CHECK(checked > 70);
}

PLETHOS_MATRIX_TEST("orca among walls has the bits of the serial scalar lane") {
  if (!backend.same_bits()) return;
  static const std::vector<Vec2> serial = choose(plainest_backend(), yard());
  CHECK(different_bits(choose(backend, yard()), serial) == 0);
}

TEST_CASE("orca at a wall, in closed form") {
  World world{.polygons = {{{{-50, 0}, {50, 0}}, false}}};
  Neighborhoods hoods = among_walls(world);
  const float horizon = hoods.parameters.time_horizon_obstacles;
  // Half a metre away it may approach so fast that it touches at the horizon, and slides along; on either side.
  add(hoods, {0, -0.75f}, {1, 0}, {1, 1});
  add(hoods, {3, 0.75f}, {-1, 0}, {-1, -1});
  // In touch with it, and reaching into it: no deeper.
  add(hoods, {5, -0.25f}, {1, 0}, {1, 1});
  add(hoods, {9, -0.1f}, {0, 0}, {0.3f, 1});
  // Away from it nothing hinders.
  add(hoods, {20, -0.3f}, {0, 0}, {0.5f, -1});
  const std::vector<Vec2> v = choose(plainest_backend(), hoods);
  const auto same = [](Vec2 a, Vec2 b) { return length(a - b) < 1e-4f; };
  CHECK(same(v[0], {1, 0.5f / horizon}));
  CHECK(same(v[1], {-1, -0.5f / horizon}));
  CHECK(same(v[2], {1, 0}));
  CHECK(same(v[3], {0.3f, 0}));
  CHECK(same(v[4], {0.5f, -1}));
}

PLETHOS_MATRIX_TEST("a wall ends at its free end, whichever way it is turned") {
  constexpr int turns = 96;
  const float radius = 0.25f;
  for (int k = 0; k < turns; ++k) {
    CAPTURE(k);
    const float angle = 6.2831853f * static_cast<float>(k) / static_cast<float>(turns);
    const auto turned = [&](Vec2 p) {
      return Vec2{std::cos(angle) * p.x - std::sin(angle) * p.y, std::sin(angle) * p.x + std::cos(angle) * p.y};
    };
    World world{.polygons = {{{turned({-4, 0}), turned({0, 0})}, false}}};
    Neighborhoods hoods = among_walls(world);
    // Across the wall's line, 0.3 m beyond its end.
    for (const float side : {-1.f, 1.f}) add(hoods, turned({0.3f, side * 0.5f}), turned({0, -side}), turned({0, -side}), radius);
    // Along the wall, which it all but touches, and on beyond the end.
    for (const float side : {-1.f, 1.f}) add(hoods, turned({-0.5f, side * radius}), turned({1, 0}), turned({1, 0}), radius);
    // From beyond the end, all but touching it, back along the other side.
    for (const float side : {-1.f, 1.f}) add(hoods, turned({0, side * radius}), turned({-1, 0}), turned({-1, 0}), radius);
    const std::vector<Vec2> chosen = choose(backend, hoods);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      CAPTURE(i);
      CHECK(length(chosen[i] - hoods.preferred[i]) < 2e-3f);
    }
  }
}

TEST_CASE("orca in an inner corner stops, and at an outer one turns no more than it must") {
  World room{.polygons = {{{{0, 8}, {0, 0}, {8, 0}}, false}}};
  Neighborhoods hoods = among_walls(room);
  add(hoods, {0.25f, 0.25f}, {0, 0}, {-1, -1});
  CHECK(length(choose(plainest_backend(), hoods)[0]) < 1e-4f);

  World block{.polygons = {{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, true}}};
  hoods = among_walls(block);
  // Ahead lies the corner at the origin, 1 m away; 0.1 m further left the disc would pass. What is nearest to the wish is on the tangent
  // to that corner's disc.
  const Vec2 from{-1, -0.15f};
  const Vec2 wish{1.2f, 0};
  add(hoods, from, wish, wish);
  const Vec2 v = choose(plainest_backend(), hoods)[0];
  const float away = length(from);
  const float tangent = std::atan2(-from.y, -from.x) - std::asin(0.25f / away);
  const Vec2 along{std::cos(tangent), std::sin(tangent)};
  CHECK(length(v - dot(wish, along) * along) < 1e-4f);
}

TEST_CASE("orca does not see walls that are solid on its side, nor those out of reach") {
  // Far wider than long: of the two long sides only the near one faces the agent.
  World world{.polygons = {{{{-9, 0}, {9, 0}, {9, 0.1f}, {-9, 0.1f}}, true}}};
  Neighborhoods hoods = among_walls(world);
  add(hoods, {0, -0.75f}, {0, 0}, {0, 1});
  World one_side = world;
  one_side.polygons = {{{{-9, 0}, {9, 0}}, false}};
  Neighborhoods alone = among_walls(one_side);
  add(alone, {0, -0.75f}, {0, 0}, {0, 1});
  CHECK(length(choose(plainest_backend(), hoods)[0] - choose(plainest_backend(), alone)[0]) < 1e-6f);

  // At 2 m/s for 2 s it comes 4 m far.
  Neighborhoods far = among_walls(one_side);
  add(far, {0, -4.3f}, {0, 2}, {0, 2});
  CHECK(choose(plainest_backend(), far)[0] == Vec2{0, 2});
}

}  // namespace plethos::tests
