#pragma once

#include <cstdint>

namespace plethos::planning {

/// The next cells of its way that an agent remembers.
inline constexpr std::int32_t listed_cells = 14;
/// A bit for each tile of the map: see WayTiles.
inline constexpr std::int32_t way_tile_words = 8;
/// Of WayList, for each agent.
inline constexpr std::int32_t way_list_words = 1 + listed_cells + way_tile_words;
/// Of WayPart, for each agent whose planner has searches that find parts of ways. They follow those of WayList.
inline constexpr std::int32_t way_part_words = 3;
/// Of FieldWay, for each agent whose planner follows fields. They follow those of WayList.
inline constexpr std::int32_t field_way_words = 3;

}  // namespace plethos::planning
