#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/world.hpp"

namespace plethos::scenarios {

/// The shortest line between two walls, from one to the other.
struct WallGap {
  Vec2d a, b;
};

/// Returns the gaps between walls that do not touch, if they are narrower than `width` metres. Returns nothing if there are more than it
/// can search in seconds. Cost: the pairs of walls whose boxes come so near, and n sqrt(n) for n walls.
std::optional<std::vector<WallGap>> find_gaps(std::span<const Segment> walls, double width);

}  // namespace plethos::scenarios
