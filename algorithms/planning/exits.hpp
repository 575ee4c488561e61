#pragma once

#include <algorithm>
#include <vector>

#include "algorithms/obstacles/predicates.hpp"
#include "core/agents.hpp"
#include "core/to_view.hpp"
#include "core/world.hpp"

namespace plethos::planning {

/// The world's exits in one memory space. All exits share the columns of landings, outlines and edges.
template <class MemorySpace>
struct Exits {
  /// The ranges of an exit in `landing` and in `outline`.
  struct Parts {
    std::int32_t first_landing, end_landing;
    std::int32_t first_outline, end_outline;
  };
  /// The range of an outline in `edge`, and the box around it in metres.
  struct Outline {
    std::int32_t first_edge, end_edge;
    float low_x, low_y, high_x, high_y;
  };
  struct Ends {
    float ax, ay, bx, by;  // m

    KOKKOS_INLINE_FUNCTION Vec2d a() const { return {ax, ay}; }
    KOKKOS_INLINE_FUNCTION Vec2d b() const { return {bx, by}; }
  };

  Kokkos::View<std::int32_t*, MemorySpace> of_goal;  // (goals): an index into `parts`, or -1 for a point; empty if all goals are points
  Kokkos::View<Parts*, MemorySpace> parts;
  Kokkos::View<Outline*, MemorySpace> outline;
  Kokkos::View<Ends*, MemorySpace> landing, edge;

  Exits() = default;
  explicit Exits(const World& world);

  std::size_t bytes() const {
    return 4 * of_goal.size() + sizeof(Parts) * parts.size() + sizeof(Outline) * outline.size() +
           sizeof(Ends) * (landing.size() + edge.size());
  }
  /// Returns the exit that a goal is, or -1 for a point.
  KOKKOS_INLINE_FUNCTION std::int32_t of(std::int32_t goal) const { return of_goal.extent(0) > 0 ? of_goal(goal) : -1; }
  KOKKOS_INLINE_FUNCTION std::int32_t landings(std::int32_t exit) const { return parts(exit).end_landing - parts(exit).first_landing; }

  /// Returns the point of an exit's k-th landing that is nearest to (x, y).
  KOKKOS_INLINE_FUNCTION Vec2d nearest(std::int32_t exit, std::int32_t k, float x, float y) const {
    const Ends& ends = landing(parts(exit).first_landing + k);
    const float along_x = ends.bx - ends.ax;
    const float along_y = ends.by - ends.ay;
    const float squared = Kokkos::fma(along_x, along_x, along_y * along_y);
    const float projected = Kokkos::fma(x - ends.ax, along_x, (y - ends.ay) * along_y);
    if (projected <= 0.f || !(squared > 0.f)) return ends.a();
    if (projected >= squared) return ends.b();
    const float t = projected / squared;
    return {Kokkos::fma(t, along_x, ends.ax), Kokkos::fma(t, along_y, ends.ay)};
  }
  /// Returns the point of an exit's landings that is nearest to (x, y) by a straight line. Of landings at the same distance the first one
  /// counts. Cost: linear in the landings.
  KOKKOS_INLINE_FUNCTION Vec2d nearest(std::int32_t exit, float x, float y) const {
    Vec2d best = nearest(exit, 0, x, y);
    for (std::int32_t k = 1; k < landings(exit); ++k) {
      const Vec2d other = nearest(exit, k, x, y);
      if (squared_length(other, x, y) < squared_length(best, x, y)) best = other;
    }
    return best;
  }

  /// Returns whether an agent that has gone straight from `from` to `to` has arrived. It has if its way meets an outline, or if it ends
  /// inside one, or so near to one that float32 cannot tell. All else is exact. Cost: the edges of the outlines whose boxes are near.
  KOKKOS_INLINE_FUNCTION bool reached(std::int32_t exit, Vec2d from, Vec2d to) const {
    for (std::int32_t o = parts(exit).first_outline; o < parts(exit).end_outline; ++o) {
      if (enters(outline(o), from, to)) return true;
    }
    return false;
  }

 private:
  /// m. An agent this near to an outline has arrived.
  static constexpr double touching = 1e-3;

  KOKKOS_INLINE_FUNCTION static double squared_length(Vec2d p, float x, float y) { return (p.x - x) * (p.x - x) + (p.y - y) * (p.y - y); }

  KOKKOS_INLINE_FUNCTION bool enters(const Outline& area, Vec2d from, Vec2d to) const {
    const double reach = touching + 2.5e-7 * (Kokkos::abs(to.x) + Kokkos::abs(to.y));
    if ((from.x < area.low_x - reach && to.x < area.low_x - reach) || (from.x > area.high_x + reach && to.x > area.high_x + reach) ||
        (from.y < area.low_y - reach && to.y < area.low_y - reach) || (from.y > area.high_y + reach && to.y > area.high_y + reach)) {
      return false;
    }
    bool inside = false;
    for (std::int32_t e = area.first_edge; e < area.end_edge; ++e) {
      const Vec2d a = edge(e).a();
      const Vec2d b = edge(e).b();
      if (obstacles::squared_distance_to_segment(to, a, b) <= reach * reach || obstacles::meet(from, to, a, b)) return true;
      if ((a.y > to.y) != (b.y > to.y) && obstacles::side(a, b, to) == (b.y > a.y ? 1 : -1)) inside = !inside;
    }
    // An outline of one edge is a line, which has no inside.
    return inside && area.end_edge - area.first_edge > 1;
  }
};

template <class MemorySpace>
Exits<MemorySpace>::Exits(const World& world) {
  if (world.exits.empty()) return;
  std::vector<Parts> all_parts;
  std::vector<Outline> outlines;
  std::vector<Ends> landings, edges;
  const auto ends = [](Vec2 a, Vec2 b) { return Ends{a.x, a.y, b.x, b.y}; };
  for (const Exit& exit : world.exits) {
    Parts own{static_cast<std::int32_t>(landings.size()), 0, static_cast<std::int32_t>(outlines.size()), 0};
    for (const Line& line : exit.landings) landings.push_back(ends(line.a, line.b));
    for (const std::vector<Vec2>& vertices : exit.outlines) {
      Outline area{static_cast<std::int32_t>(edges.size()), 0, vertices[0].x, vertices[0].y, vertices[0].x, vertices[0].y};
      for (std::size_t i = 0; i + (vertices.size() > 2 ? 0 : 1) < vertices.size(); ++i) {
        edges.push_back(ends(vertices[i], vertices[(i + 1) % vertices.size()]));
      }
      for (const Vec2 vertex : vertices) {
        area.low_x = std::min(area.low_x, vertex.x);
        area.low_y = std::min(area.low_y, vertex.y);
        area.high_x = std::max(area.high_x, vertex.x);
        area.high_y = std::max(area.high_y, vertex.y);
      }
      area.end_edge = static_cast<std::int32_t>(edges.size());
      outlines.push_back(area);
    }
    own.end_landing = static_cast<std::int32_t>(landings.size());
    own.end_outline = static_cast<std::int32_t>(outlines.size());
    all_parts.push_back(own);
  }
  std::vector<std::int32_t> exits(world.goals.size(), -1);
  std::copy(world.exit_of_goal.begin(), world.exit_of_goal.end(), exits.begin());
  of_goal = to_view<MemorySpace>("plethos::exits::of_goal", exits);
  parts = to_view<MemorySpace>("plethos::exits::parts", all_parts);
  outline = to_view<MemorySpace>("plethos::exits::outline", outlines);
  landing = to_view<MemorySpace>("plethos::exits::landing", landings);
  edge = to_view<MemorySpace>("plethos::exits::edge", edges);
}

}  // namespace plethos::planning
