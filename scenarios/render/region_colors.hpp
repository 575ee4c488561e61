#pragma once

#include <cstdint>
#include <vector>

#include "core/grid_map.hpp"
#include "scenarios/render/palette.hpp"

namespace plethos::scenarios {

/// Returns for each region the number of a soft color (soft_color()), so that few regions that touch have the same. `region` holds the
/// region of each cell of the map, -1 for none. Cost: a visit of the cells.
std::vector<std::uint8_t> region_colors(const GridMap& map, const std::vector<std::int32_t>& region);

/// Returns one of the soft colors.
Rgb soft_color(std::uint8_t color);

}  // namespace plethos::scenarios
