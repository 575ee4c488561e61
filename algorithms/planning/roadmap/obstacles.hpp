#pragma once

#include <span>

#include "algorithms/neighbors/walls.hpp"
#include "algorithms/planning/roadmap/sight.hpp"

namespace plethos::planning {

/// Points in one memory space, as columns.
template <class MemorySpace>
struct Points {
  Kokkos::View<float*, MemorySpace> x, y;  // m

  Points() = default;
  explicit Points(std::span<const Vec2> points)
      : x("plethos::roadmap::points_x", points.size()), y("plethos::roadmap::points_y", points.size()) {
    const auto host_x = Kokkos::create_mirror_view(x);
    const auto host_y = Kokkos::create_mirror_view(y);
    for (std::size_t i = 0; i < points.size(); ++i) {
      host_x(i) = points[i].x;
      host_y(i) = points[i].y;
    }
    Kokkos::deep_copy(x, host_x);
    Kokkos::deep_copy(y, host_y);
  }

  KOKKOS_INLINE_FUNCTION std::int32_t count() const { return static_cast<std::int32_t>(x.size()); }
  KOKKOS_INLINE_FUNCTION Point at(std::int32_t i) const { return {x(i), y(i)}; }
};

/// How one sees along a line, the worse the greater: a disc can follow it; it would have to squeeze past a corner; a wall is in between.
enum class View : std::int32_t { clear, narrow, hidden };

/// Looks along a line on its own. What worst(look) returns is the worst of the views look(rows) over all of the line's rows.
struct OneWalker {
  template <class Look>
  KOKKOS_INLINE_FUNCTION View worst(const Look& look) const {
    return look(Rows{});
  }
};

/// The world's segments as sight sees them: both ends to the bit, and the grid of the walls to find them by.
template <class MemorySpace>
struct Obstacles {
  Points<MemorySpace> a, b;
  neighbors::Walls<MemorySpace> walls;

  Obstacles() = default;
  Obstacles(std::span<const Segment> segments, const neighbors::Walls<MemorySpace>& of_world) : walls(of_world) {
    std::vector<Vec2> first, second;
    for (const Segment& segment : segments) {
      first.push_back(segment.a);
      second.push_back(segment.b);
    }
    a = Points<MemorySpace>(first);
    b = Points<MemorySpace>(second);
  }

  KOKKOS_INLINE_FUNCTION std::int32_t count() const { return walls.count; }

  /// Calls test(segment) for the segments within `reach` metres of the line from p to q, and perhaps others, until one returns true;
  /// a segment may come more than once. Cost: the cells along the line.
  template <class Test>
  KOKKOS_INLINE_FUNCTION bool any_along(Point p, Point q, double reach, const Test& test, Rows rows = {}) const {
    if (walls.count == 0) return false;
    const auto visit = [&](std::int32_t first, std::int32_t last) {
      const std::int32_t end = walls.start(last + 1);
      for (std::int32_t k = walls.start(first); k < end; ++k) {
        if (test(walls.item(k))) return true;
      }
      return false;
    };
    return visit_line(walls.grid, p, q, reach, visit, rows);
  }

  /// Whether no wall meets the closed line from p to q.
  KOKKOS_INLINE_FUNCTION bool visible(Point p, Point q) const {
    return !any_along(p, q, 0., [&](std::int32_t s) { return meet(p, q, a.at(s), b.at(s)); });
  }
  /// Whether, besides, a disc of radius `reach` can follow the line: it need not squeeze past a corner.
  KOKKOS_INLINE_FUNCTION bool clear(Point p, Point q, double reach) const {
    return !any_along(p, q, reach,
                      [&](std::int32_t s) { return meet(p, q, a.at(s), b.at(s)) || squeezes_past(p, q, a.at(s), b.at(s), reach); });
  }
  /// Both at once, in one walk that the walker's threads share.
  template <class Walker = OneWalker>
  KOKKOS_INLINE_FUNCTION View view(Point p, Point q, double reach, const Walker& walker = {}) const {
    return walker.worst([&](Rows rows) {
      View seen = View::clear;
      const auto looks_at = [&](std::int32_t s) {
        if (meet(p, q, a.at(s), b.at(s))) {
          seen = View::hidden;
        } else if (seen == View::clear && squeezes_past(p, q, a.at(s), b.at(s), reach)) {
          seen = View::narrow;
        }
        return seen == View::hidden;
      };
      any_along(p, q, reach, looks_at, rows);
      return seen;
    });
  }
};

}  // namespace plethos::planning
