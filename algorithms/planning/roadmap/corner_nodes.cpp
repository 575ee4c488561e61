#include "algorithms/planning/roadmap/corner_nodes.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/obstacles/obstacle_index.hpp"

namespace plethos::planning {
namespace {

Vec2 unit(Vec2 v) { return (1 / length(v)) * v; }
Vec2 left_of(Vec2 v) { return {-v.y, v.x}; }

/// Appends the nodes around a corner. A way passes it in the directions `in` and `out` (unit vectors), with the wall on its right, and
/// turns right.
void go_around(Vec2 corner, Vec2 in, Vec2 out, float distance, std::vector<Vec2>& nodes) {
  const Vec2 before = left_of(in);
  const Vec2 after = left_of(out);
  // A way that turns back goes around a tip.
  const Vec2 sum = before + after;
  const Vec2 middle = length(sum) > 1e-3f ? unit(sum) : in;
  const float cosine = dot(before, middle);
  // A node lies where lines at that distance from both walls meet. At a sharp corner there are two nodes, where both of these lines meet
  // the line between them.
  if (cosine > 0.7f) {
    nodes.push_back(corner + (distance / cosine) * middle);
    return;
  }
  const float quarter = std::abs(cross(before, middle)) / (1 + cosine);  // tangent of a quarter of the turn
  nodes.push_back(corner + distance * (before + quarter * in));
  nodes.push_back(corner + distance * (after - quarter * out));
}

void go_around_polygon(const Polygon& polygon, float distance, std::vector<Vec2>& nodes) {
  std::vector<Vec2> corners = polygon.vertices;
  const bool returns = polygon.closed || (corners.size() > 3 && corners.front() == corners.back());
  if (!polygon.closed && returns) corners.pop_back();
  const std::size_t count = corners.size();
  double doubled_area = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 a = corners[i];
    const Vec2 b = corners[(i + 1) % count];
    doubled_area += double{a.x} * b.y - double{a.y} * b.x;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 here = corners[i];
    if (!returns && (i == 0 || i + 1 == count)) {
      const Vec2 outward = unit(here - corners[i == 0 ? 1 : i - 1]);
      go_around(here, outward, -1 * outward, distance, nodes);
      continue;
    }
    const Vec2 in = unit(here - corners[(i + count - 1) % count]);
    const Vec2 out = unit(corners[(i + 1) % count] - here);
    const float turn = cross(in, out);
    if (std::abs(turn) < 1e-6f && dot(in, out) > 0) continue;
    if (polygon.closed && (turn > 0) != (doubled_area > 0)) continue;
    if (!polygon.closed && polygon.beyond == (turn > 0 ? Solid::right : Solid::left)) continue;
    // With the wall on its right, a way around it turns right. Where the chain turns left, the way goes in the other direction.
    if (turn < 0) {
      go_around(here, in, out, distance, nodes);
    } else {
      go_around(here, -1 * out, -1 * in, distance, nodes);
    }
  }
}

}  // namespace

std::vector<Vec2> corner_nodes(std::span<const Polygon> polygons, const Bounds& bounds, float radius, float margin,
                               std::span<const std::vector<Vec2>> walkable, std::size_t first) {
  std::vector<Vec2> nodes;
  for (const Polygon& polygon : polygons.subspan(first)) go_around_polygon(polygon, radius + margin, nodes);
  const obstacles::ObstacleIndex index(polygons, radius, walkable);
  std::erase_if(nodes, [&](Vec2 node) { return !bounds.contains(node) || index.hits(node, radius); });
  std::vector<std::size_t> order(nodes.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (nodes[a] == nodes[b]) return a < b;
    return nodes[a].x != nodes[b].x ? nodes[a].x < nodes[b].x : nodes[a].y < nodes[b].y;
  });
  std::vector<bool> repeats(nodes.size());
  for (std::size_t k = 1; k < order.size(); ++k) repeats[order[k]] = nodes[order[k]] == nodes[order[k - 1]];
  std::vector<Vec2> distinct;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!repeats[i]) distinct.push_back(nodes[i]);
  }
  return distinct;
}

std::vector<Vec2> corner_nodes(const World& world, float radius, float minimum_distance, std::size_t first) {
  return corner_nodes(world.polygons, world.bounds, radius, 0.1f * radius + minimum_distance, world.walkable, first);
}

}  // namespace plethos::planning
