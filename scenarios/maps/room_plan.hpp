#pragma once

#include <cstdint>
#include <vector>

#include "core/random.hpp"

namespace plethos::scenarios {

/// A rectangle of rooms, of which neighbors may be joined.
struct RoomPlan {
  std::int32_t columns = 1;
  std::int32_t rows = 1;
  std::vector<bool> joins_east;   ///< of each room, row by row: whether it is joined to the next one of its row
  std::vector<bool> joins_south;  ///< and to that of its column

  std::size_t index(std::int32_t column, std::int32_t row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
  }
};

/// Joins all rooms by a random tree, so that one way leads from each to each other: a walk that goes back where it can go no further. Then
/// joins of the other neighbors a share of `more`.
RoomPlan draw_rooms(std::int32_t columns, std::int32_t rows, double more, PhiloxStream& random);

}  // namespace plethos::scenarios
