#pragma once

#include <cstdint>
#include <span>

#include "core/grid_map.hpp"

namespace plethos {

/// A passable cell that costs something else than before.
struct CellCost {
  std::int32_t cell;  ///< index, GridMap::index
  std::int32_t before, now;
};

/// Costs of a map that have changed.
struct CostChange {
  std::span<const CellCost> cells{};  ///< by their index, each once
  CostRange range{};                  ///< of all cells as they are then; means nothing without `cells`
};

}  // namespace plethos
