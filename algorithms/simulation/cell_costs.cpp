#include "algorithms/simulation/cell_costs.hpp"

#include <algorithm>
#include <iterator>

namespace plethos::simulation {
namespace {

std::map<std::int32_t, std::int64_t> count_costs(const WorldGrid& grid) {
  std::map<std::int32_t, std::int64_t> counted;
  auto entry = counted.end();
  for (std::size_t cell = 0; cell < grid.passable.size(); ++cell) {
    if (grid.passable[cell] == 0) continue;
    // Cells often cost what the one before does.
    if (entry == counted.end() || entry->first != grid.cost_at(cell)) entry = counted.try_emplace(grid.cost_at(cell)).first;
    ++entry->second;
  }
  return counted;
}

}  // namespace

CostChange CellCosts::find(std::span<const std::pair<std::int64_t, std::int32_t>> cells, const WorldGrid& grid) {
  changed_.clear();
  if (cells.empty()) return {};
  if (counted_.empty()) counted_ = count_costs(grid);
  for (const auto& [cell, cost] : cells) {
    changed_.push_back({static_cast<std::int32_t>(cell), grid.cost_at(static_cast<std::size_t>(cell)), cost});
  }
  std::stable_sort(changed_.begin(), changed_.end(), [](const CellCost& a, const CellCost& b) { return a.cell < b.cell; });
  std::map<std::int32_t, std::int64_t> difference;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < changed_.size(); ++k) {
    const CellCost change = changed_[k];
    const bool is_last = k + 1 == changed_.size() || changed_[k + 1].cell != change.cell;
    if (!is_last || change.before == change.now) continue;
    changed_[kept++] = change;
    --difference[change.before];
    ++difference[change.now];
  }
  changed_.resize(kept);
  return {changed_, range_after(difference)};
}

/// Cost: that of the costs that differ.
CostRange CellCosts::range_after(const std::map<std::int32_t, std::int64_t>& difference) const {
  const auto remain = [&](const auto& entry) {
    const auto found = difference.find(entry.first);
    return entry.second + (found == difference.end() ? 0 : found->second) > 0;
  };
  CostRange range;
  const auto least = std::find_if(counted_.begin(), counted_.end(), remain);
  const auto most = std::find_if(counted_.rbegin(), counted_.rend(), remain);
  // If none of the old costs remains, all cells have new ones.
  range.least = least == counted_.end() ? difference.rbegin()->first : least->first;
  range.most = most == counted_.rend() ? difference.begin()->first : most->first;
  for (const auto& [cost, cells] : difference) {
    if (cells <= 0) continue;
    range.least = std::min(range.least, cost);
    range.most = std::max(range.most, cost);
  }
  return range;
}

void CellCosts::change(std::span<const CellCost> cells, std::shared_ptr<const WorldGrid>& grid) {
  if (cells.empty()) return;
  if (!own_) {
    own_ = std::make_shared<WorldGrid>(*grid);
    own_->cost.resize(own_->passable.size(), 1);
    grid = own_;
  }
  for (const CellCost& change : cells) {
    own_->cost[static_cast<std::size_t>(change.cell)] = change.now;
    const auto before = counted_.find(change.before);
    if (--before->second == 0) counted_.erase(before);
    ++counted_[change.now];
  }
}

}  // namespace plethos::simulation
