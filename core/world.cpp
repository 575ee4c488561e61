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

Solid Polygon::solid() const {
  if (!closed) return Solid::neither;
  double area = 0;
  for (std::size_t i = 0, j = vertices.size() - 1; i < vertices.size(); j = i++) {
    area += static_cast<double>(vertices[j].x) * vertices[i].y - static_cast<double>(vertices[i].x) * vertices[j].y;
  }
  if (area == 0) return Solid::neither;
  return area > 0 ? Solid::left : Solid::right;
}

void World::lead_on(std::int32_t goal, std::int32_t next) {
  const auto at = static_cast<std::size_t>(goal);
  if (next_goals.size() <= at) next_goals.resize(at + 1, -1);
  next_goals[at] = next;
}

std::vector<Segment> World::segments() const {
  std::vector<Segment> result;
  for (const Polygon& polygon : polygons) {
    const std::size_t vertices = polygon.vertices.size();
    const auto first = static_cast<std::int32_t>(result.size());
    const Solid solid = polygon.solid();
    for (std::size_t i = 0; i + 1 < vertices; ++i) {
      const auto self = static_cast<std::int32_t>(result.size());
      result.push_back({polygon.vertices[i], polygon.vertices[i + 1], self - 1, self + 1, solid});
    }
    if (polygon.closed && vertices > 2) {
      const auto self = static_cast<std::int32_t>(result.size());
      result.push_back({polygon.vertices.back(), polygon.vertices.front(), self - 1, self + 1, solid});
    }
    if (static_cast<std::int32_t>(result.size()) == first) continue;
    Segment& begin = result[static_cast<std::size_t>(first)];
    Segment& end = result.back();
    const bool loop = &begin != &end && end.b == begin.a;
    begin.previous = loop ? static_cast<std::int32_t>(result.size()) - 1 : -1;
    end.next = loop ? first : -1;
  }
  return result;
}

}  // namespace plethos
