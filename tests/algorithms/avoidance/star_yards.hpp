#pragma once

#include <cstdint>
#include <vector>

#include "core/world.hpp"
#include "tests/harness/random.hpp"

/// Scenes for comparing the half-planes of walls with a recording (star_yards_recorded.hpp): random stars with corners that stand out and
/// corners that stand back, and agents close to them and to each other. Only plain float32 arithmetic makes them, so that the program that
/// records and the test that compares have the same bits.
namespace plethos::tests::star_yards {

inline constexpr int agents_each = 60;
inline constexpr float time_step = 0.1f;               // s
inline constexpr float time_horizon = 3;               // s
inline constexpr float time_horizon_obstacles = 1.5f;  // s
inline constexpr float neighbor_distance = 6;          // m
inline constexpr int neighbors = 10;

struct Walker {
  Vec2 position{};        // m
  Vec2 velocity{};        // m/s
  Vec2 preferred{};       // m/s
  float radius{};         // m
  float maximum_speed{};  // m/s
};

struct Yard {
  /// Closed outlines. The left side of each wall is solid, so a counterclockwise outline is a block and a clockwise one a room.
  std::vector<std::vector<Vec2>> outlines;
  std::vector<Walker> walkers;
};

namespace detail {

/// Returns a point of the square with corners at (+-1, +-1), `along` in [0, 4) counterclockwise.
inline Vec2 on_square(float along) {
  const int side = static_cast<int>(along);
  const float t = 2 * (along - static_cast<float>(side)) - 1;
  return side == 0 ? Vec2{1, t} : side == 1 ? Vec2{-t, 1} : side == 2 ? Vec2{-1, -t} : Vec2{t, -1};
}

/// Returns corners counterclockwise around `center`. Each is `least` to `most` metres away by the larger coordinate.
inline std::vector<Vec2> star(Random& random, Vec2 center, int corners, float least, float most) {
  std::vector<Vec2> outline;
  const float turn = random.between(0, 1);
  for (int k = 0; k < corners; ++k) {
    const float along = (static_cast<float>(k) + turn * random.between(0.6f, 1)) * (4.f / static_cast<float>(corners));
    outline.push_back(center + random.between(least, most) * on_square(along < 4 ? along : along - 4));
  }
  return outline;
}

inline bool is_solid(const Yard& yard, Vec2 p) {
  for (const std::vector<Vec2>& outline : yard.outlines) {
    const Polygon polygon{outline};
    if (polygon.contains(p) == (polygon.solid() == Solid::left)) return true;
  }
  return false;
}

/// Returns whether rounding may decide which part of a wall the agent touches, or on which side of the wall's line it stands.
inline bool ambiguous(const Yard& yard, Vec2 p, float radius) {
  constexpr float near = 1e-3f;  // m
  for (const std::vector<Vec2>& outline : yard.outlines) {
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const Vec2 a = outline[i];
      const Vec2 way = outline[(i + 1) % outline.size()] - a;
      const float size = length(way);
      const float along = dot(p - a, way) / size;
      const float height = std::fabs(cross(way, p - a)) / size;
      const float distance = distance_to_segment(p, a, a + way);
      if (height < near || std::fabs(along) < near || std::fabs(along - size) < near) return true;
      if (std::fabs(height - radius) < near || std::fabs(distance - radius) < near) return true;
    }
  }
  return false;
}

inline Vec2 random_velocity(Random& random, float speed) { return {random.between(-speed, speed), random.between(-speed, speed)}; }

}  // namespace detail

/// The kind of a seed's scene: a room, often with a block in it; blocks apart from each other; or blocks, two of them with a common corner.
enum class Kind { room, apart, touching };
inline Kind kind_of(std::uint64_t seed) { return static_cast<Kind>(seed % 3); }

/// Makes the scene of that seed.
inline Yard make_yard(std::uint64_t seed) {
  Random random("star yard", seed);
  Yard yard;
  if (kind_of(seed) == Kind::room) {
    std::vector<Vec2> room = detail::star(random, {0, 0}, random.integer(5, 9), 3, 7);
    yard.outlines.emplace_back(room.rbegin(), room.rend());
    if (random.once_in(2)) {
      const Vec2 center{random.between(-1, 1), random.between(-1, 1)};
      yard.outlines.push_back(detail::star(random, center, random.integer(3, 5), 0.3f, 1.2f));
    }
  } else {
    yard.outlines.push_back(detail::star(random, {-3, 0}, random.integer(3, 8), 0.6f, 2.8f));
    yard.outlines.push_back(detail::star(random, {3, 0}, random.integer(3, 7), 0.6f, 2.8f));
    if (random.once_in(2)) {
      const Vec2 center{random.between(-2, 2), 4};
      yard.outlines.push_back(detail::star(random, center, random.integer(3, 4), 0.4f, 1.2f));
    }
    if (kind_of(seed) == Kind::touching) {
      // The second star moves until its corner meets one of the first.
      const Vec2 shift = yard.outlines[0][0] - yard.outlines[1][static_cast<std::size_t>(random.integer(0, 2))];
      for (Vec2& corner : yard.outlines[1]) corner = corner + shift;
    }
  }
  while (yard.walkers.size() < agents_each) {
    Walker walker{.radius = random.between(0.15f, 0.4f), .maximum_speed = random.between(1, 2)};
    if (random.once_in(4)) {
      walker.position = {random.between(-6, 6), random.between(-5, 6)};
    } else {
      const auto& outline = yard.outlines[static_cast<std::size_t>(random.integer(0, static_cast<std::int32_t>(yard.outlines.size()) - 1))];
      const auto i = static_cast<std::size_t>(random.integer(0, static_cast<std::int32_t>(outline.size()) - 1));
      const Vec2 way = outline[(i + 1) % outline.size()] - outline[i];
      const Vec2 right = (1 / length(way)) * Vec2{way.y, -way.x};
      const float away = random.between(0.6f, 4) * walker.radius;
      const float along = random.between(-0.3f, 1.3f);
      walker.position = outline[i] + along * way + away * right;
    }
    walker.velocity = random.once_in(4) ? Vec2{} : detail::random_velocity(random, 0.7f * walker.maximum_speed);
    walker.preferred = detail::random_velocity(random, 1.5f);
    if (!detail::is_solid(yard, walker.position) && !detail::ambiguous(yard, walker.position, walker.radius)) {
      yard.walkers.push_back(walker);
    }
  }
  return yard;
}

}  // namespace plethos::tests::star_yards
