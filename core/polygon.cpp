#include "core/polygon.hpp"

namespace plethos {

bool is_inside(const std::vector<Vec2>& ring, Vec2 p) {
  bool inside = false;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    const Vec2 a = ring[i];
    const Vec2 b = ring[j];
    const bool straddles = (a.y > p.y) != (b.y > p.y);
    if (straddles && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

double doubled_area(const std::vector<Vec2>& ring) {
  double area = 0;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    area += static_cast<double>(ring[j].x) * ring[i].y - static_cast<double>(ring[i].x) * ring[j].y;
  }
  return area;
}

bool Polygon::contains(Vec2 p) const { return closed && is_inside(vertices, p); }

Solid Polygon::solid() const {
  if (!closed) return beyond;
  const double area = doubled_area(vertices);
  if (area == 0) return Solid::neither;
  return area > 0 ? Solid::left : Solid::right;
}

}  // namespace plethos
