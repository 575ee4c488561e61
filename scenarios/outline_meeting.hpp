#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/world.hpp"

namespace plethos::scenarios {

/// Two edges of closed outlines that must not meet, but do.
struct OutlineMeeting {
  Line first, second;
  std::size_t outline;  ///< index of the second edge's outline
};

/// Finds two edges that meet although they do not follow each other along one outline, or that fold back onto each other. It is exact on a
/// grid of micrometres. Returns nothing if the outlines are simple polygons apart from each other. Cost: n sqrt(n) in the edges if most are
/// short. Errors: InputError, without the place, if so many edges lie over each other that the search would take minutes.
std::optional<OutlineMeeting> find_outline_meeting(std::span<const std::vector<Vec2>> outlines);

}  // namespace plethos::scenarios
