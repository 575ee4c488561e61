#pragma once

#include <cstdint>

namespace plethos {

/// A rectangle cut into square cells. The members are plain numbers, so that every lane can read them.
struct CellGrid {
  float origin_x, origin_y;  // m
  float cell;                // m
  std::int32_t columns, rows;
};

}  // namespace plethos
