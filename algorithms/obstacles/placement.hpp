#pragma once

#include <cstddef>

#include "core/world.hpp"

namespace plethos::obstacles {

/// Puts the moving obstacles where they are at a time, in s: World::polygons keeps its first `staying` outlines, and those of the moving
/// obstacles that are there follow. Returns whether the world is another than before. Cost: the vertices of the moving obstacles.
bool place_moving(World& world, std::size_t staying, double time);

/// Returns whether all moving obstacles are at one time where they are at another, both in s. Cost: the paths of the moving obstacles.
bool rest_between(const World& world, double from, double to);

}  // namespace plethos::obstacles
