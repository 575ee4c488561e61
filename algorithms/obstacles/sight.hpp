#pragma once

#include "algorithms/obstacles/line_walk.hpp"
#include "algorithms/obstacles/walls.hpp"
#include "algorithms/obstacles/wedge.hpp"
#include "core/lane/scalar_lane.hpp"
#include "core/lane/team-inl.hpp"

namespace plethos::obstacles {

/// How one sees along a line, the worse the greater: a disc can follow it; it would have to squeeze past a corner; a wall is in between.
enum class LineOfSight : std::int32_t { clear, narrow, hidden };

/// The order in which the worst comes first.
struct WorstSight {
  using value_type = LineOfSight;

  KOKKOS_INLINE_FUNCTION static bool before(LineOfSight a, LineOfSight b) { return a > b; }
  KOKKOS_INLINE_FUNCTION static LineOfSight last() { return LineOfSight::clear; }
};

/// The team that looks along a line on its own.
using OneWalker = scalar::OneThread;

/// What can be seen past the walls of a world. Walls are found in the cells along a line.
template <class MemorySpace>
struct Sight {
  Walls<MemorySpace> walls;

  KOKKOS_INLINE_FUNCTION std::int32_t count() const { return walls.count; }
  /// The ends of wall s, to the bit.
  KOKKOS_INLINE_FUNCTION Vec2d a(std::int32_t s) const { return {walls.x(s), walls.y(s)}; }
  KOKKOS_INLINE_FUNCTION Vec2d b(std::int32_t s) const { return {walls.end_x(s), walls.end_y(s)}; }

  /// Calls test(segment) for the segments within `reach` metres of the line from p to q, and perhaps others, until one returns true;
  /// a segment may come more than once. Cost: the cells along the line.
  template <class Test>
  KOKKOS_INLINE_FUNCTION bool any_along(Vec2d p, Vec2d q, double reach, const Test& test, Rows rows = {}) const {
    for (int moving = 0; moving < 2; ++moving) {
      const WallLookup<MemorySpace>& some = moving == 0 ? walls.staying : walls.moving;
      if (some.count == 0) continue;
      const auto visit = [&](std::int32_t first, std::int32_t last) {
        const std::int32_t end = some.start(last + 1);
        for (std::int32_t k = some.start(first); k < end; ++k) {
          if (test(some.item(k))) return true;
        }
        return false;
      };
      if (visit_line(some.grid, p, q, reach, visit, rows)) return true;
    }
    return false;
  }

  /// Whether no wall meets the closed line from p to q.
  KOKKOS_INLINE_FUNCTION bool visible(Vec2d p, Vec2d q) const {
    return !any_along(p, q, 0., [&](std::int32_t s) { return meet(p, q, a(s), b(s)); });
  }
  /// The same, and from where else q is sure to be visible then: at most about `reach` metres to either side of the line. Cost: the cells
  /// within `reach` of the line.
  KOKKOS_INLINE_FUNCTION bool visible(Vec2d p, Vec2d q, double reach, Wedge& from) const {
    from = Wedge(q, p, reach);
    return !any_along(p, q, reach, [&](std::int32_t s) { return !from.cut(q, p, a(s), b(s)) && meet(p, q, a(s), b(s)); });
  }
  /// Whether segment s keeps a disc of radius `reach` from following the line from p to q: they meet, or the disc would have to squeeze
  /// past.
  KOKKOS_INLINE_FUNCTION bool blocks(std::int32_t s, Vec2d p, Vec2d q, double reach) const {
    return meet(p, q, a(s), b(s)) || squeezes_past(p, q, a(s), b(s), reach);
  }
  /// A segment that does so, or -1: the line is clear.
  KOKKOS_INLINE_FUNCTION std::int32_t blocker(Vec2d p, Vec2d q, double reach) const {
    std::int32_t found = -1;
    any_along(p, q, reach, [&](std::int32_t s) {
      if (blocks(s, p, q, reach)) found = s;
      return found >= 0;
    });
    return found;
  }
  KOKKOS_INLINE_FUNCTION bool clear(Vec2d p, Vec2d q, double reach) const { return blocker(p, q, reach) < 0; }
  KOKKOS_INLINE_FUNCTION bool hides(std::int32_t s, Vec2d p, Vec2d q) const { return meet(p, q, a(s), b(s)); }
  /// Returns whether one of the first `most` walls hides a whole box from p. The area that a wall hides from a point is convex: it holds
  /// the box if it holds the corners, and then it holds the center. Cost: a walk along the line to the center.
  KOKKOS_INLINE_FUNCTION bool hides_box(Vec2d p, Vec2d low, Vec2d high, std::int32_t most) const {
    const auto hides_corners = [&](std::int32_t s) {
      return s < most && hides(s, p, low) && hides(s, p, {high.x, low.y}) && hides(s, p, {low.x, high.y}) && hides(s, p, high);
    };
    return any_along(p, {0.5 * (low.x + high.x), 0.5 * (low.y + high.y)}, 0., hides_corners);
  }
  /// Both at once, in one walk. Where the line is hidden, `hider` becomes the segment that was found to hide it.
  KOKKOS_INLINE_FUNCTION LineOfSight view(Vec2d p, Vec2d q, double reach, std::int32_t& hider, Rows rows = {}) const {
    LineOfSight seen = LineOfSight::clear;
    const auto looks_at = [&](std::int32_t s) {
      if (hides(s, p, q)) {
        seen = LineOfSight::hidden;
        hider = s;
      } else if (seen == LineOfSight::clear && squeezes_past(p, q, a(s), b(s), reach)) {
        seen = LineOfSight::narrow;
      }
      return seen == LineOfSight::hidden;
    };
    any_along(p, q, reach, looks_at, rows);
    return seen;
  }
  /// The same, in a walk that the team's members share, row by row.
  template <class Team = OneWalker>
  KOKKOS_INLINE_FUNCTION LineOfSight view(Vec2d p, Vec2d q, double reach, const Team& team = {}) const {
    return team.template least<WorstSight>(team.size, [&](int member, LineOfSight& worst) {
      std::int32_t hider = -1;
      const LineOfSight seen = view(p, q, reach, hider, Rows{member, team.size});
      if (WorstSight::before(seen, worst)) worst = seen;
    });
  }
};

}  // namespace plethos::obstacles
