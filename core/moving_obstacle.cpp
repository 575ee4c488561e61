#include "core/moving_obstacle.hpp"

#include <cmath>

namespace plethos {

Vec2 MovingObstacle::displacement(double time) const {
  if (path.empty() || !(time > start)) return {0, 0};
  double whole = 0;
  Vec2 from_here{0, 0};
  const auto way = [](Vec2 a, Vec2 b) {
    const double x = double{b.x} - double{a.x};
    const double y = double{b.y} - double{a.y};
    return std::sqrt(x * x + y * y);
  };
  for (const Vec2 stop : path) {
    whole += way(from_here, stop);
    from_here = stop;
  }
  double left = speed * (time - start);
  if (left >= whole) {
    if (!repeats) return path.back();
    left = whole > 0 ? std::fmod(left, whole) : 0;
  }
  from_here = {0, 0};
  for (const Vec2 stop : path) {
    const double length = way(from_here, stop);
    if (left < length) {
      const double t = left / length;
      return {static_cast<float>(double{from_here.x} + t * (double{stop.x} - double{from_here.x})),
              static_cast<float>(double{from_here.y} + t * (double{stop.y} - double{from_here.y}))};
    }
    left -= length;
    from_here = stop;
  }
  return path.back();
}

Polygon MovingObstacle::at(double time) const {
  Polygon moved = outline;
  const Vec2 by = displacement(time);
  for (Vec2& vertex : moved.vertices) vertex = vertex + by;
  return moved;
}

}  // namespace plethos
