#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/world.hpp"

/// Section 3.1 as plainly as can be: every pair of points against every segment, and distances lowered until none can be. What tests
/// compare the sweep and the search with.
namespace plethos::planning::reference {

/// Whether p, known to be on the line through a and b, lies between them or is one of them.
inline bool is_between(Vec2 p, Vec2 a, Vec2 b) {
  return p.x >= std::min(a.x, b.x) && p.x <= std::max(a.x, b.x) && p.y >= std::min(a.y, b.y) && p.y <= std::max(a.y, b.y);
}

/// Whether the closed segments pq and ab share a point. Exact where the coordinates are multiples of one power of two and span 2^26 of it
/// at most.
inline bool meet(Vec2 p, Vec2 q, Vec2 a, Vec2 b) {
  const auto side = [](Vec2 from, Vec2 to, Vec2 point) { return turn(in_double(from), in_double(to), in_double(point)); };
  const double a_side = side(p, q, a);
  const double b_side = side(p, q, b);
  const double p_side = side(a, b, p);
  const double q_side = side(a, b, q);
  if (a_side == 0 && is_between(a, p, q)) return true;
  if (b_side == 0 && is_between(b, p, q)) return true;
  if (p_side == 0 && is_between(p, a, b)) return true;
  if (q_side == 0 && is_between(q, a, b)) return true;
  return (a_side > 0) != (b_side > 0) && (p_side > 0) != (q_side > 0) && a_side != 0 && b_side != 0 && p_side != 0 && q_side != 0;
}

/// Whether no segment meets the closed line from p to q. Cost: all segments.
inline bool visible(Vec2 p, Vec2 q, std::span<const Segment> segments) {
  return std::none_of(segments.begin(), segments.end(), [&](const Segment& s) { return meet(p, q, s.a, s.b); });
}

/// Distances to the goal from all nodes (infinite: no way), given the length of each edge between nodes and from the goal to each node
/// (infinite: none). Bellman and Ford: as many rounds as nodes, each over all pairs.
inline std::vector<float> tree_distances(std::size_t nodes, std::span<const float> edge, std::span<const float> goal_edge) {
  std::vector<float> distance(goal_edge.begin(), goal_edge.end());
  for (bool changes = true; changes;) {
    changes = false;
    for (std::size_t u = 0; u < nodes; ++u) {
      for (std::size_t v = 0; v < nodes; ++v) {
        const float through = distance[u] + edge[u * nodes + v];
        if (!(through < distance[v])) continue;
        distance[v] = through;
        changes = true;
      }
    }
  }
  return distance;
}

}  // namespace plethos::planning::reference
