#include "algorithms/planning/grid_search/grid_changes.hpp"

#include <algorithm>

#include "algorithms/planning/grid_search/blocked_cells.hpp"

namespace plethos::planning {
namespace {

bool holds(const std::vector<std::int32_t>& sorted, std::int32_t cell) { return std::binary_search(sorted.begin(), sorted.end(), cell); }

}  // namespace

void sort_once(std::vector<std::int32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

void GridChanges::follow(const World& world, std::size_t staying, float clearance) {
  const std::shared_ptr<const WorldGrid> before = grid_ ? grid_ : world.grid;
  grid_ = world.grid;
  covered_.swap(covered_before_);
  covered_.clear();
  append_cells_near(*grid_, world, staying, clearance, covered_);
  sort_once(covered_);
  find_changed(*before, *grid_);
  find_touched(*grid_);
}

void GridChanges::find_changed(const WorldGrid& before, const WorldGrid& now) {
  other_costs_.clear();
  if (&before != &now) {
    for (std::size_t cell = 0; cell < now.passable.size(); ++cell) {
      if (before.cost_at(cell) != now.cost_at(cell)) other_costs_.push_back(static_cast<std::int32_t>(cell));
    }
  }
  changed_.clear();
  opened_ = cheapened_ = false;
  const auto add = [&](std::int32_t cell) {
    const bool covered = holds(covered_, cell);
    const bool turned = covered != holds(covered_before_, cell);
    if (!turned && !holds(other_costs_, cell)) return;
    const auto at = static_cast<std::size_t>(cell);
    changed_.push_back({cell, now.cost_at(at), !covered && now.passable[at] != 0, turned});
    opened_ = opened_ || (turned && !covered);
    cheapened_ = cheapened_ || (changed_.back().passable && now.cost_at(at) < before.cost_at(at));
  };
  for (const auto* cells : {&covered_, &covered_before_, &other_costs_}) {
    for (const std::int32_t cell : *cells) add(cell);
  }
  const auto before_in_map = [](const CellChange& a, const CellChange& b) { return a.cell < b.cell; };
  const auto same = [](const CellChange& a, const CellChange& b) { return a.cell == b.cell; };
  std::sort(changed_.begin(), changed_.end(), before_in_map);
  changed_.erase(std::unique(changed_.begin(), changed_.end(), same), changed_.end());
}

void GridChanges::find_touched(const WorldGrid& grid) {
  touched_.clear();
  for (const CellChange& change : changed_) {
    const GridCell at = grid.cell(static_cast<std::size_t>(change.cell));
    const std::int32_t reach = change.turned ? 1 : 0;
    for (std::int32_t y = std::max(at.y - reach, 0); y <= std::min(at.y + reach, grid.height - 1); ++y) {
      for (std::int32_t x = std::max(at.x - reach, 0); x <= std::min(at.x + reach, grid.width - 1); ++x) {
        touched_.push_back(static_cast<std::int32_t>(grid.index(x, y)));
      }
    }
  }
  sort_once(touched_);
}

}  // namespace plethos::planning
