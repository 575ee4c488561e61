#include "algorithms/planning/grid/map/grid_changes.hpp"

#include <algorithm>

#include "algorithms/planning/grid/map/blocked_cells.hpp"

namespace plethos::planning {
namespace {

/// Looks numbers up in a sorted list, in rising order.
class InOrder {
 public:
  explicit InOrder(const std::vector<std::int32_t>& sorted) : next_(sorted.begin()), end_(sorted.end()) {}

  bool holds(std::int32_t number) {
    while (next_ != end_ && *next_ < number) ++next_;
    return next_ != end_ && *next_ == number;
  }

 private:
  std::vector<std::int32_t>::const_iterator next_, end_;
};

}  // namespace

void sort_once(std::vector<std::int32_t>& numbers) {
  // Lists often come in order.
  if (!std::is_sorted(numbers.begin(), numbers.end())) std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

void GridChanges::follow(const World& world, std::size_t staying, float clearance, std::span<const CellCost> costs,
                         std::span<const AddedCost> added) {
  const WorldGrid& grid = *world.grid;
  covered_.swap(covered_before_);
  covered_.clear();
  append_cells_near(grid, world, staying, clearance, covered_);
  sort_once(covered_);
  find_changed(grid, costs, added);
  find_touched(grid);
}

void GridChanges::find_changed(const WorldGrid& grid, std::span<const CellCost> costs, std::span<const AddedCost> added) {
  cells_.assign(covered_.begin(), covered_.end());
  cells_.insert(cells_.end(), covered_before_.begin(), covered_before_.end());
  for (const CellCost& cost : costs) cells_.push_back(cost.cell);
  for (const AddedCost& cost : added) cells_.push_back(cost.cell);
  sort_once(cells_);
  if (!added.empty() && added_.empty()) added_.resize(grid.passable.size(), 0);
  changed_.clear();
  opened_ = cheapened_ = false;
  InOrder covered(covered_), covered_before(covered_before_);
  auto costing = costs.begin();
  auto entry = added.begin();
  for (const std::int32_t cell : cells_) {
    const auto at = static_cast<std::size_t>(cell);
    const bool is_covered = covered.holds(cell);
    const bool turned = is_covered != covered_before.holds(cell);
    const bool costs_other = costing != costs.end() && costing->cell == cell;
    const std::int32_t cost_before = (costs_other ? (costing++)->before : grid.cost_at(at)) + (added_.empty() ? 0 : added_[at]);
    const bool is_listed = entry != added.end() && entry->cell == cell;
    if (is_listed) added_[at] = (entry++)->added;
    const std::int32_t cost = grid.cost_at(at) + (added_.empty() ? 0 : added_[at]);
    if (!turned && !is_listed && !costs_other) continue;
    changed_.push_back({cell, cost, !is_covered && grid.passable[at] != 0, turned});
    opened_ = opened_ || (turned && !is_covered);
    cheapened_ = cheapened_ || (changed_.back().passable && cost < cost_before);
  }
}

void GridChanges::find_touched(const WorldGrid& grid) {
  touched_.clear();
  for (const CellChange& change : changed_) {
    if (!change.turned) {
      touched_.push_back(change.cell);
      continue;
    }
    const GridCell at = grid.cell(static_cast<std::size_t>(change.cell));
    for (std::int32_t y = std::max(at.y - 1, 0); y <= std::min(at.y + 1, grid.height - 1); ++y) {
      for (std::int32_t x = std::max(at.x - 1, 0); x <= std::min(at.x + 1, grid.width - 1); ++x) {
        touched_.push_back(static_cast<std::int32_t>(grid.index(x, y)));
      }
    }
  }
  sort_once(touched_);
}

}  // namespace plethos::planning
