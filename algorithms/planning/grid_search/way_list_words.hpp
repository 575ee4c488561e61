#pragma once

#include <cstdint>

namespace plethos::planning {

/// The next cells of its way that an agent remembers.
inline constexpr std::int32_t listed_cells = 14;
/// Of WayList, for each agent.
inline constexpr std::int32_t way_list_words = listed_cells + 1;

}  // namespace plethos::planning
