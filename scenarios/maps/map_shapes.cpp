#include "scenarios/maps/map_shapes.hpp"

#include <cmath>

namespace plethos::scenarios {

Vec2d draw_direction(PhiloxStream& random) {
  // The rational points of the circle: no angle, and no sine.
  const double t = random.between(-1, 1);
  const double scale = 1 / (1 + t * t);
  const double sign = random.below(2) == 0 ? 1 : -1;
  return {sign * (1 - t * t) * scale, sign * 2 * t * scale};
}

bool TurnedBox::holds(double px, double py) const {
  const double dx = px - x, dy = py - y;
  return std::abs(dx * along.x + dy * along.y) <= half_length && std::abs(dy * along.x - dx * along.y) <= half_width;
}

}  // namespace plethos::scenarios
