#include "core/world.hpp"

namespace plethos {

bool Polygon::contains(Vec2 p) const {
  if (!closed) return false;
  bool inside = false;
  for (std::size_t i = 0, j = vertices.size() - 1; i < vertices.size(); j = i++) {
    const Vec2 a = vertices[i];
    const Vec2 b = vertices[j];
    const bool straddles = (a.y > p.y) != (b.y > p.y);
    if (straddles && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

std::vector<Segment> World::segments() const {
  std::vector<Segment> result;
  for (const Polygon& polygon : polygons) {
    const std::size_t count = polygon.vertices.size();
    for (std::size_t i = 0; i + 1 < count; ++i) result.push_back({polygon.vertices[i], polygon.vertices[i + 1]});
    if (polygon.closed && count > 2) result.push_back({polygon.vertices.back(), polygon.vertices.front()});
  }
  return result;
}

}  // namespace plethos
