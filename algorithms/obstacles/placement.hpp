#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/world.hpp"

namespace plethos::obstacles {

/// What is wrong with an outline: what was found, and what it must be.
struct OutlineFault {
  std::string found, expected;
};

/// Returns the first fault of an outline, or none. It needs three vertices, or two if it is open; they are in range (is_in_range()), and
/// neighbors differ, the last one from the first one, too, if it is closed. A closed outline neither crosses nor touches itself, as
/// find_outline_meeting() sees it: it would have no side that is solid all around. Errors and cost: as find_outline_meeting().
std::optional<OutlineFault> find_fault(const Polygon& outline);

/// What is wrong with a moving obstacle: the field, what was found, and what it must be.
struct ObstacleFault {
  std::string field, found, expected;
};

/// Returns the first fault of a moving obstacle, or none. Its outline has no fault; a path needs a speed, and leads back to (0, 0)
/// if it repeats; its points are in range, other numbers but `until` are finite, and `from` is less than `until`.
std::optional<ObstacleFault> find_fault(const MovingObstacle& obstacle);

/// Returns the outlines of the moving obstacles that are there at a time, in s, where they are then.
std::vector<Polygon> moving_at(const World& world, double time);

/// Puts the moving obstacles where they are at a time, in s: World::polygons keeps its first `staying` outlines, and those of the moving
/// obstacles that are there follow. Returns whether the world is another than before. Cost: the vertices of the moving obstacles.
bool place_moving(World& world, std::size_t staying, double time);

/// Returns whether all moving obstacles are at one time where they are at another, both in s. Cost: the paths of the moving obstacles.
bool rest_between(const World& world, double from, double to);

}  // namespace plethos::obstacles
