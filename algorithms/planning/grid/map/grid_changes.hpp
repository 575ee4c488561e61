#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cost_change.hpp"
#include "core/world.hpp"

namespace plethos::planning {

/// A cell of a grid that has changed, as it is now.
struct CellChange {
  std::int32_t cell;  ///< index, GridMap::index
  std::int32_t cost;
  bool passable;
  bool turned;  ///< whether it was blocked and is passable now, or the other way round
};

/// A cell that costs more than its map says.
struct AddedCost {
  std::int32_t cell;
  std::int32_t added;  ///< 0: not any more
};

/// Sorts numbers, and leaves each once.
void sort_once(std::vector<std::int32_t>& numbers);

/// Follows which cells of a world's grid moving obstacles block, and what cells cost.
class GridChanges {
 public:
  /// Compares the obstacles as they are now with those of the last call; at first, with none. The cells whose centers lie inside of
  /// world.polygons[staying] and following, or nearer to them than `clearance` (m), are blocked. The grid has the same size and the same
  /// blocked cells in every call. `costs` are its cells that cost something else than at the last call. `added` lists passable cells, by
  /// their index, for which the cost that is added to the grid's is another one than before. Cost: for each of those polygons the cells of
  /// its box times its vertices, and n log n for the n blocked and listed cells. Claims memory only where lists grow, and at the first
  /// added cost 4 bytes a cell.
  void follow(const World& world, std::size_t staying, float clearance, std::span<const CellCost> costs = {},
              std::span<const AddedCost> added = {});

  /// The cells that have changed, by their index, each once.
  std::span<const CellChange> changed() const { return changed_; }
  /// The cells that have changed, and those around the ones that turned, by their index, each once. No step at another cell can have
  /// changed, nor its length.
  std::span<const std::int32_t> touched() const { return touched_; }
  /// Whether some cell is passable now and was not.
  bool opened() const { return opened_; }
  /// Whether some passable cell costs less than before.
  bool cheapened() const { return cheapened_; }

 private:
  void find_changed(const WorldGrid& grid, std::span<const CellCost> costs, std::span<const AddedCost> added);
  void find_touched(const WorldGrid& grid);

  std::vector<std::int32_t> covered_, covered_before_, cells_;  ///< by index
  std::vector<std::int32_t> added_;                             ///< to the cost of each cell; empty: nothing yet
  std::vector<CellChange> changed_;
  std::vector<std::int32_t> touched_;
  bool opened_ = false, cheapened_ = false;
};

}  // namespace plethos::planning
