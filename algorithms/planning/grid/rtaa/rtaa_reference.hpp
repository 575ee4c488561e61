#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "algorithms/planning/grid/search/grid_reference.hpp"

namespace plethos::planning::reference {

/// What an agent of Real-Time Adaptive A* walks and learns.
struct RtaaWalk {
  std::vector<GridCell> cells;                  ///< all that it comes to, step by step; empty: it has failed
  std::map<std::size_t, std::int64_t> learned;  ///< the estimates of the cells that it has expanded, by index
};

/// Real-Time Adaptive A* as Koenig and Likhachev (2006) have it in figure 3, with one lookahead for all episodes and as many movements as
/// lead to the end of each episode's way. A straight step is 169 long and a diagonal one 239, times the sum of the cells' costs. Of open
/// cells that are equally good the one with the longest way comes first, and then the one with the lowest index. There has to be a way, or
/// the lookahead has to be as large as the map.
class Rtaa {
 public:
  Rtaa(const GridMap& map, Connectivity connectivity, int lookahead)
      : map_(map), connectivity_(connectivity), lookahead_(lookahead), cheapest_(cost_range(map).least) {}

  RtaaWalk walk(GridCell from, GridCell to) {
    goal_ = to;
    RtaaWalk walk{{from}, {}};
    while (walk.cells.back() != goal_) {
      search(walk.cells.back(), walk.learned);
      if (open_.empty()) return {{}, walk.learned};
      const auto [key, longest_first, best] = *open_.begin();
      for (const std::size_t cell : closed_) walk.learned[cell] = key - length_[cell];
      std::vector<GridCell> steps;
      for (GridCell cell = map_.cell(best); cell != walk.cells.back(); cell = map_.cell(before_[at(cell)])) steps.push_back(cell);
      walk.cells.insert(walk.cells.end(), steps.rbegin(), steps.rend());
    }
    return walk;
  }

  /// The estimate of the way from a cell to another, as an agent begins with it.
  std::int64_t estimate(GridCell from, GridCell to) const {
    const std::int64_t across = std::abs(from.x - to.x), down = std::abs(from.y - to.y);
    const std::int64_t diagonal = connectivity_ == Connectivity::eight ? std::min(across, down) : 0;
    return 2 * cheapest_ * (169 * (across + down - 2 * diagonal) + 239 * diagonal);
  }
  std::int64_t step(GridCell from, GridCell to) const {
    return (from.x != to.x && from.y != to.y ? 239 : 169) * (std::int64_t{map_.cost_at(at(from))} + map_.cost_at(at(to)));
  }

 private:
  using Entry = std::tuple<std::int64_t, std::int64_t, std::size_t>;  // length and estimate; less the length; index

  std::size_t at(GridCell cell) const { return map_.index(cell.x, cell.y); }

  /// A* from a cell until it has expanded `lookahead` cells, or is about to expand the goal.
  void search(GridCell from, const std::map<std::size_t, std::int64_t>& learned) {
    const auto rest = [&](std::size_t cell) {
      const auto known = learned.find(cell);
      return known != learned.end() ? known->second : estimate(map_.cell(cell), goal_);
    };
    length_ = {{at(from), 0}};
    before_.clear();
    closed_.clear();
    open_ = {{rest(at(from)), 0, at(from)}};
    while (!open_.empty() && static_cast<int>(closed_.size()) < lookahead_ && std::get<2>(*open_.begin()) != at(goal_)) {
      const std::size_t best = std::get<2>(*open_.begin());
      open_.erase(open_.begin());
      closed_.insert(best);
      const GridCell cell = map_.cell(best);
      for (std::int32_t k = 0; k < 9; ++k) {
        const GridCell next{cell.x + k % 3 - 1, cell.y + k / 3 - 1};
        if (!is_step(map_, connectivity_, cell, next)) continue;
        const std::int64_t longer = length_[best] + step(cell, next);
        const auto known = length_.find(at(next));
        if (known != length_.end() && known->second <= longer) continue;
        if (known != length_.end()) open_.erase({known->second + rest(at(next)), -known->second, at(next)});
        length_[at(next)] = longer;
        before_[at(next)] = best;
        open_.insert({longer + rest(at(next)), -longer, at(next)});
      }
    }
  }

  const GridMap& map_;
  Connectivity connectivity_;
  int lookahead_;
  std::int64_t cheapest_;
  GridCell goal_{};
  std::map<std::size_t, std::int64_t> length_;
  std::map<std::size_t, std::size_t> before_;
  std::set<std::size_t> closed_;
  std::set<Entry> open_;
};

}  // namespace plethos::planning::reference
