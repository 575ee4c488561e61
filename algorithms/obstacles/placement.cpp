#include "algorithms/obstacles/placement.hpp"

#include <algorithm>

namespace plethos::obstacles {

bool place_moving(World& world, std::size_t staying, double time) {
  std::vector<Polygon> there;
  for (const MovingObstacle& obstacle : world.moving) {
    if (obstacle.is_there(time)) there.push_back(obstacle.at(time));
  }
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
