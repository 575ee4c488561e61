#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/world.hpp"

namespace plethos::planning {

/// A cell of a grid that has changed, as it is now.
struct CellChange {
  std::int32_t cell;  ///< index, GridMap::index
  std::int32_t cost;
  bool passable;
  bool turned;  ///< whether it was blocked and is passable now, or the other way round
};

/// Sorts numbers, and leaves each once.
void sort_once(std::vector<std::int32_t>& numbers);

/// Follows which cells of a world's grid moving obstacles block, and what cells cost.
class GridChanges {
 public:
  /// Compares the world as it is now with that of the last call; at first, with its grid without obstacles. The cells whose centers lie
  /// inside of world.polygons[staying] and following, or nearer to them than `clearance` (m), are blocked. The grid has the same size and
  /// the same blocked cells in every call. Cost: for each of those polygons the cells of its box times its vertices, and n log n for the n
  /// blocked cells; if the grid is another one than before, a pass over its costs. Claims memory only where lists grow.
  void follow(const World& world, std::size_t staying, float clearance);

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
  void find_changed(const WorldGrid& before, const WorldGrid& now);
  void find_touched(const WorldGrid& grid);

  std::shared_ptr<const WorldGrid> grid_;
  std::vector<std::int32_t> covered_, covered_before_, other_costs_;  ///< by index
  std::vector<CellChange> changed_;
  std::vector<std::int32_t> touched_;
  bool opened_ = false, cheapened_ = false;
};

}  // namespace plethos::planning
