#pragma once

#include <cstdint>

namespace plethos {

/// A rectangle cut into square cells, as plain numbers that every lane sees.
struct CellGrid {
  float origin_x, origin_y;  // m
  float cell;                // m
  std::int32_t columns, rows;
};

}  // namespace plethos
