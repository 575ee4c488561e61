#include "scenarios/geometry/ground.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "algorithms/obstacles/obstacle_index.hpp"

namespace plethos::scenarios {
namespace {

constexpr float least_reach = 1e-3f;  // m

/// Whether both ends of a line are that near to the line through an edge. None is if the edge is a point.
bool is_along(const Line& edge, const Line& line, float reach) {
  const Vec2 along = edge.b - edge.a;
  const auto off = [&](Vec2 p) { return std::abs(cross(along, p - edge.a)) / length(along); };
  return off(line.a) <= reach && off(line.b) <= reach;
}

/// Returns the parts of an edge that doors take, as shares of its length, in order and apart from each other.
std::vector<std::pair<float, float>> openings(const Line& edge, std::span<const Line> doors, float door_reach) {
  const Vec2 along = edge.b - edge.a;
  const float squared = dot(along, along);
  std::vector<std::pair<float, float>> found;
  for (const Line& door : doors) {
    if (!is_along(edge, door, door_reach)) continue;
    const float from = dot(door.a - edge.a, along) / squared;
    const float to = dot(door.b - edge.a, along) / squared;
    // The rest of a wall within reach of its corner does not count as a wall.
    const float reach = door_reach / std::sqrt(squared);
    const auto snapped = [&](float t) { return t < reach ? 0.f : t > 1 - reach ? 1.f : t; };
    const std::pair<float, float> part{snapped(std::min(from, to)), snapped(std::max(from, to))};
    if (part.first < part.second) found.push_back(part);
  }
  std::sort(found.begin(), found.end());
  std::vector<std::pair<float, float>> merged;
  for (const auto& part : found) {
    if (!merged.empty() && part.first <= merged.back().second) {
      merged.back().second = std::max(merged.back().second, part.second);
    } else {
      merged.push_back(part);
    }
  }
  return merged;
}

}  // namespace

void orient_ground(std::vector<std::vector<Vec2>>& outlines) {
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    bool hole = false;
    for (std::size_t k = 0; k < outlines.size(); ++k) {
      if (k != i && is_inside(outlines[k], outlines[i][0])) hole = !hole;
    }
    if ((doubled_area(outlines[i]) < 0) != hole) std::reverse(outlines[i].begin(), outlines[i].end());
  }
}

float door_reach(std::span<const std::vector<Vec2>> outlines, float largest_radius) {
  float furthest = 0;
  for (const std::vector<Vec2>& outline : outlines) {
    for (const Vec2 corner : outline) furthest = std::max({furthest, std::abs(corner.x), std::abs(corner.y)});
  }
  return std::max({least_reach, 0.05f * largest_radius, 4 * std::numeric_limits<float>::epsilon() * furthest});
}

Line on_outline(std::span<const std::vector<Vec2>> outlines, const Line& line, float reach) {
  for (const std::vector<Vec2>& ring : outlines) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Line edge{ring[i], ring[(i + 1) % ring.size()]};
      if (!is_along(edge, line, reach)) continue;
      const Vec2 along = edge.b - edge.a;
      const auto share = [&](Vec2 p) { return dot(p - edge.a, along) / dot(along, along); };
      const auto [from, to] = std::minmax({share(line.a), share(line.b)});
      // Only as far as the edge is long, it is this one.
      if (to <= 0 || from >= 1) continue;
      if (is_along(edge, line, least_reach)) return line;
      const auto moved = [&](Vec2 p) { return edge.a + share(p) * along; };
      return {moved(line.a), moved(line.b)};
    }
  }
  return line;
}

std::vector<Polygon> ground_walls(std::span<const std::vector<Vec2>> outlines, std::span<const Line> doors, float reach) {
  std::vector<Polygon> walls;
  for (const std::vector<Vec2>& ring : outlines) {
    const std::size_t first = walls.size();
    walls.push_back({{ring[0]}, false, Solid::right});
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Line edge{ring[i], ring[(i + 1) % ring.size()]};
      for (const auto& [from, to] : openings(edge, doors, reach)) {
        if (from > 0) walls.back().vertices.push_back(edge.a + from * (edge.b - edge.a));
        walls.push_back({{to < 1 ? edge.a + to * (edge.b - edge.a) : edge.b}, false, Solid::right});
      }
      if (!(walls.back().vertices.back() == edge.b)) walls.back().vertices.push_back(edge.b);
    }
    // A chain that ends where the outline begins goes on there, unless it is the whole outline.
    Polygon& last = walls.back();
    if (walls.size() - first > 1 && walls[first].vertices.size() > 1 && last.vertices.back() == walls[first].vertices[0]) {
      last.vertices.insert(last.vertices.end(), walls[first].vertices.begin() + 1, walls[first].vertices.end());
      walls.erase(walls.begin() + static_cast<std::ptrdiff_t>(first));
    }
    std::erase_if(walls, [](const Polygon& wall) { return wall.vertices.size() < 2; });
  }
  return walls;
}

std::int64_t count_outside(const World& world, std::span<const AgentRecord> agents) {
  if (world.walkable.empty()) return 0;
  std::vector<Polygon> edge;
  for (const Polygon& polygon : world.polygons) {
    if (polygon.beyond != Solid::neither) edge.push_back(polygon);
  }
  const obstacles::ObstacleIndex ground(edge, largest_radius(agents), world.walkable);
  return std::count_if(agents.begin(), agents.end(), [&](const AgentRecord& agent) { return ground.hits(agent.position, agent.radius); });
}

}  // namespace plethos::scenarios
