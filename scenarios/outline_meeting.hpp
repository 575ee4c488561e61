#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/world.hpp"

namespace plethos::scenarios {

/// Two edges of closed outlines that meet where they should not.
struct OutlineMeeting {
  Line first, second;
  std::size_t outline;  ///< of the second one, an index
};

/// The first two edges found that meet, though they do not follow each other along one outline, or that fold back onto each other. Exact on
/// a grid of micrometres. Nothing if the outlines are simple polygons apart from each other.
/// Cost: n sqrt(n) in the edges if most are short. Errors: InputError, without a word about the place, if so many lie over each other that
/// it would take minutes.
std::optional<OutlineMeeting> find_outline_meeting(std::span<const std::vector<Vec2>> outlines);

}  // namespace plethos::scenarios
