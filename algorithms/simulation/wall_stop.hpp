#pragma once

#include "algorithms/neighbors/lists.hpp"
#include "algorithms/obstacles/predicates.hpp"
#include "algorithms/obstacles/sight.hpp"
#include "core/vec2.hpp"

namespace plethos::simulation {

/// Returns whether a step is so long that agents may come through walls that they avoid: longer than the least time, in s, in which an
/// agent goes as far as its radius.
inline bool may_pass_walls(float least_time, float time_step) { return time_step > least_time; }

/// Lets no agent's center go through a wall in a step, whatever velocity its method has chosen.
template <class MemorySpace>
struct WallStop {
  obstacles::Sight<MemorySpace> sight;
  neighbors::Lists<MemorySpace> near_walls;  // of where agents are at the beginning of the step
  float range;                               // m; walls farther away are not in the lists

  /// Whether no wall in front of agent i, which is at a place, is as near as it goes in this step: what the step costs most agents.
  KOKKOS_INLINE_FUNCTION bool out_of_reach(int i, Vec2 place, Vec2 way) const {
    const float squared_way = neighbors::squared_distance(way.x, way.y);
    const auto far = [&](float squared) { return squared_way < squared * rounding_share; };
    if (near_walls.capacity == 0) return false;
    if (near_walls.count(i) == 0) return far(range * range);
    const std::int32_t s = near_walls.index(i, 0);
    const obstacles::Walls<MemorySpace>& walls = sight.walls;
    const Vec2 beside{place.x - walls.x(s), place.y - walls.y(s)}, direction{walls.direction_x(s), walls.direction_y(s)};
    const float along = Kokkos::fma(direction.x, beside.x, direction.y * beside.y);
    const float at = along < 0 ? 0.f : along < walls.length(s) ? along : walls.length(s);
    return far(neighbors::squared_distance(Kokkos::fma(-at, direction.x, beside.x), Kokkos::fma(-at, direction.y, beside.y)));
  }

  /// Returns where an agent comes that goes straight from `from` to `to`, both in m. It goes all the way if no wall is in between.
  /// Otherwise it goes until its disc touches the first wall on its way, and then along that wall if nothing is in the way there. Cost: the
  /// cells along the way.
  KOKKOS_INLINE_FUNCTION Vec2d end(Vec2d from, Vec2d to, double radius) const {
    std::int32_t wall = -1;
    double share = 1;
    sight.any_along(from, to, 0., [&](std::int32_t s) {
      if (!obstacles::meet(from, to, sight.a(s), sight.b(s))) return false;
      const double own = share_before(s, from, to, radius);
      // Walls that are met at the same place are told apart by their numbers, as they come in any order.
      if (wall < 0 || own < share || (own == share && s < wall)) {
        share = own;
        wall = s;
      }
      return false;
    });
    if (wall < 0) return to;
    const Vec2d way{to.x - from.x, to.y - from.y};
    const Vec2d stop{from.x + share * way.x, from.y + share * way.y};
    const Vec2d along{sight.b(wall).x - sight.a(wall).x, sight.b(wall).y - sight.a(wall).y};
    const double squared = along.x * along.x + along.y * along.y;
    const double rest = squared > 0 ? (1 - share) * (way.x * along.x + way.y * along.y) / squared : 0;
    const Vec2d slid{stop.x + rest * along.x, stop.y + rest * along.y};
    return sight.visible(rounded(from), rounded(slid)) ? slid : sight.visible(rounded(from), rounded(stop)) ? stop : from;
  }

 private:
  static constexpr float rounding_share = 0.999f;

  /// Returns the share of the way after which the disc touches a wall's line; 0 if it does at the beginning.
  KOKKOS_INLINE_FUNCTION double share_before(std::int32_t s, Vec2d from, Vec2d to, double radius) const {
    const Vec2d a = sight.a(s), b = sight.b(s);
    const double x = b.x - a.x, y = b.y - a.y;
    const double size = Kokkos::sqrt(x * x + y * y);
    const auto height = [&](Vec2d p) { return (x * (p.y - a.y) - y * (p.x - a.x)) / size; };
    const double at_first = Kokkos::abs(height(from)), fall = Kokkos::abs(height(from) - height(to));
    return at_first > radius && fall > 0 ? (at_first - radius) / fall : 0.;
  }
  /// Positions are float32.
  KOKKOS_INLINE_FUNCTION static Vec2d rounded(Vec2d p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }
};

/// Stands in for it where no step is long enough to go through a wall.
struct NoWallStop {};

}  // namespace plethos::simulation
