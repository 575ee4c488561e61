#pragma once

#include "algorithms/planning/grid/map/grid_parameters.hpp"

namespace plethos::planning {

/// Cells of a block's side.
enum class BlockSize : std::int32_t { four, eight, sixteen, thirty_two };

/// The parameters of every planner that searches over regions of blocks.
struct RegionParameters : GridParameters {
  BlockSize block = BlockSize::eight;

  int block_side() const { return 4 << static_cast<int>(block); }
};

inline ParameterInfo block_info() {
  return {"block", "", 0, 3, "cells of a side of the blocks that the map is cut into", 0, ParameterKind::choice, {"4", "8", "16", "32"}};
}
inline ParameterInfo pull_info() {
  return {"pull", "", 0, 1, "whether ways are pulled tight like strings at the end", 0, ParameterKind::yes_no};
}

}  // namespace plethos::planning
