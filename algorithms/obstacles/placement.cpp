#include "algorithms/obstacles/placement.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/obstacles/outline_meeting.hpp"
#include "core/point_text.hpp"

namespace plethos::obstacles {

std::optional<OutlineFault> find_fault(const Polygon& outline) {
  const std::size_t count = outline.vertices.size();
  const std::size_t least = outline.closed ? 3 : 2;
  if (count < least) return OutlineFault{std::to_string(count) + " vertices", "at least " + std::to_string(least)};
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 vertex = outline.vertices[i];
    if (!is_in_range(vertex)) return OutlineFault{"the vertex " + point_text(vertex), expected_in_range};
    const bool last_of_chain = !outline.closed && i + 1 == count;
    if (!last_of_chain && vertex == outline.vertices[(i + 1) % count]) {
      return OutlineFault{"the vertex " + point_text(vertex) + " twice in a row", "vertices that differ (float32)"};
    }
  }
  if (!outline.closed) return std::nullopt;
  const auto meeting = find_outline_meeting({&outline.vertices, 1});
  if (meeting) return OutlineFault{meeting_text(*meeting), "an outline that does not cross or touch itself"};
  return std::nullopt;
}

std::optional<ObstacleFault> find_fault(const MovingObstacle& obstacle) {
  if (const auto fault = find_fault(obstacle.outline)) return ObstacleFault{"vertices", fault->found, fault->expected};
  for (const Vec2 point : obstacle.path) {
    if (!is_in_range(point)) return ObstacleFault{"path", point_text(point), expected_in_range};
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
