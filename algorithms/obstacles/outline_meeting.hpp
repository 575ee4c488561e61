#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/world.hpp"

namespace plethos::obstacles {

/// Two edges of closed outlines that must not meet, but do.
struct OutlineMeeting {
  Line first, second;
  std::size_t outline;  ///< index of the second edge's outline
};

/// Finds two edges that meet although they do not follow each other along one outline, or that fold back onto each other. It is exact on a
/// grid of micrometres, on which all points lie (at most 4e9 m from the origin). Returns nothing if the outlines are simple polygons apart
/// from each other. Cost: n sqrt(n) in the edges if most are short. Errors: InputError, without the place, if so many edges lie over each
/// other that the search would take minutes.
std::optional<OutlineMeeting> find_outline_meeting(std::span<const std::vector<Vec2>> outlines);

/// Returns what to say of them: "an edge from A to B that meets the one from C to D".
std::string meeting_text(const OutlineMeeting& meeting);

}  // namespace plethos::obstacles
