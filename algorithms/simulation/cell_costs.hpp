#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/cost_change.hpp"

namespace plethos::simulation {

/// Changes costs of a grid that others may hold, too, who never see a change of it.
class CellCosts {
 public:
  /// Returns what differs from the grid when passable cells cost so much from now on; of a cell that is named twice, the last cost counts.
  /// It is good until the next call. Cost: n log n for n cells; in the first call, and only in that, a pass over all cells.
  CostChange find(std::span<const std::pair<std::int64_t, std::int32_t>> cells, const WorldGrid& grid);
  /// Changes the grid by what the last call of find() has returned. Cost: that of the listed cells; for the first change a copy of the
  /// grid, which is then in the place of `grid`.
  void change(std::span<const CellCost> cells, std::shared_ptr<const WorldGrid>& grid);

 private:
  CostRange range_after(const std::map<std::int32_t, std::int64_t>& difference) const;

  std::shared_ptr<WorldGrid> own_;                ///< null before the first change
  std::map<std::int32_t, std::int64_t> counted_;  ///< how many passable cells have each cost
  std::vector<CellCost> changed_;
};

}  // namespace plethos::simulation
