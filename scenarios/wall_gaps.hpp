#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/world.hpp"
#include "scenarios/subdivision.hpp"

namespace plethos::scenarios {

/// The shortest line between two walls, from one to the other.
struct WallGap {
  PlanePoint a, b;
};

/// The gaps between walls that do not touch, where these are narrower than `width` metres. Nothing if there are more than can be looked at
/// in seconds. Cost: the pairs of walls whose boxes come so near, and n sqrt(n) for n walls.
std::optional<std::vector<WallGap>> find_gaps(std::span<const Segment> walls, double width);

}  // namespace plethos::scenarios
