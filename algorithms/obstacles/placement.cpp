#include "algorithms/obstacles/placement.hpp"

#include <algorithm>
#include <cmath>

#include "core/point_text.hpp"

namespace plethos::obstacles {
std::optional<ObstacleFault> find_fault(const MovingObstacle& obstacle) {
  const std::vector<Vec2>& vertices = obstacle.outline.vertices;
  const std::size_t least = obstacle.outline.closed ? 3 : 2;
  if (vertices.size() < least) return ObstacleFault{"vertices", std::to_string(vertices.size()), "at least " + std::to_string(least)};
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (!is_finite(vertices[i])) return ObstacleFault{"vertices", point_text(vertices[i]), "finite numbers"};
    const bool last_of_chain = !obstacle.outline.closed && i + 1 == vertices.size();
    if (!last_of_chain && vertices[i] == vertices[(i + 1) % vertices.size()]) {
      return ObstacleFault{"vertices", "the vertex " + point_text(vertices[i]) + " twice in a row", "vertices that differ (float32)"};
    }
  }
  for (const Vec2 point : obstacle.path) {
    if (!is_finite(point)) return ObstacleFault{"path", point_text(point), "finite numbers"};
  }
  const double speed = obstacle.speed;
  if (!obstacle.path.empty() && !(speed > 0 && std::isfinite(speed))) {
    return ObstacleFault{"speed", number_text(speed), "more than 0 m/s, as there is a path"};
  }
  if (obstacle.repeats && (obstacle.path.empty() || !(obstacle.path.back() == Vec2{0, 0}))) {
    return ObstacleFault{"path", obstacle.path.empty() ? "none" : "the end " + point_text(obstacle.path.back()),
                         "a path that ends at (0, 0), as it repeats"};
  }
  if (!std::isfinite(obstacle.start)) return ObstacleFault{"start", number_text(obstacle.start), "a time in s"};
  if (!(obstacle.from < obstacle.until)) {
    return ObstacleFault{"until", number_text(obstacle.until), "more than from, " + number_text(obstacle.from) + " s"};
  }
  return std::nullopt;
}

std::vector<Polygon> moving_at(const World& world, double time) {
  std::vector<Polygon> there;
  for (const MovingObstacle& obstacle : world.moving) {
    if (obstacle.is_there(time)) there.push_back(obstacle.at(time));
  }
  return there;
}

bool place_moving(World& world, std::size_t staying, double time) {
  const std::vector<Polygon> there = moving_at(world, time);
  const auto first = world.polygons.begin() + static_cast<std::ptrdiff_t>(staying);
  if (std::equal(first, world.polygons.end(), there.begin(), there.end())) return false;
  world.polygons.erase(first, world.polygons.end());
  world.polygons.insert(world.polygons.end(), there.begin(), there.end());
  return true;
}

bool rest_between(const World& world, double from, double to) {
  return std::all_of(world.moving.begin(), world.moving.end(), [&](const MovingObstacle& obstacle) {
    const bool there = obstacle.is_there(from);
    return there == obstacle.is_there(to) && (!there || obstacle.displacement(from) == obstacle.displacement(to));
  });
}

}  // namespace plethos::obstacles
