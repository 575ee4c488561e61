#include "algorithms/obstacles/gap_cells.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plethos::obstacles {
namespace {

/// A cell that can be opened, as a search from all parts at once has come to it.
struct Reached {
  std::int32_t part;      // from which it came
  std::int32_t steps;     // through cells that can be opened, this one included
  std::int32_t previous;  // index of the cell before, which may belong to the part
};

/// Two cells beside each other, to which the search has come from different parts.
struct Bridge {
  std::int32_t steps;
  std::int32_t a, b;

  friend bool operator<(const Bridge& x, const Bridge& y) { return std::tie(x.steps, x.a, x.b) < std::tie(y.steps, y.a, y.b); }
};

class GapOpener {
 public:
  GapOpener(const GridMap& free, std::int32_t apart, WorldGrid& grid)
      : free_(free), apart_(apart), grid_(grid), label_(connected_regions(grid).label) {}

  std::int64_t run() {
    if (std::none_of(label_.begin(), label_.end(), [](std::int32_t part) { return part > 0; })) return 0;
    search();
    std::vector<Bridge> bridges = find_bridges();
    std::sort(bridges.begin(), bridges.end());
    for (const Bridge& bridge : bridges) open(bridge);
    return opened_;
  }

 private:
  bool can_be_opened(std::int32_t cell) const {
    return grid_.passable[static_cast<std::size_t>(cell)] == 0 && free_.passable[static_cast<std::size_t>(cell)] != 0;
  }
  /// Calls visit(cell) for the cells beside one.
  template <class Visit>
  void beside(std::int32_t cell, const Visit& visit) const {
    const std::int32_t x = cell % grid_.width, y = cell / grid_.width;
    if (x > 0) visit(cell - 1);
    if (x + 1 < grid_.width) visit(cell + 1);
    if (y > 0) visit(cell - grid_.width);
    if (y + 1 < grid_.height) visit(cell + grid_.width);
  }

  void search() {
    std::vector<std::int32_t> front, next;
    for (std::int32_t cell = 0; cell < static_cast<std::int32_t>(label_.size()); ++cell) {
      if (label_[static_cast<std::size_t>(cell)] >= 0) reach(cell, label_[static_cast<std::size_t>(cell)], 1, next);
    }
    for (std::int32_t steps = 2; !next.empty(); ++steps) {
      front.swap(next);
      next.clear();
      for (const std::int32_t cell : front) reach(cell, reached_.at(cell).part, steps, next);
    }
  }
  void reach(std::int32_t from, std::int32_t part, std::int32_t steps, std::vector<std::int32_t>& next) {
    beside(from, [&](std::int32_t cell) {
      if (can_be_opened(cell) && reached_.try_emplace(cell, Reached{part, steps, from}).second) next.push_back(cell);
    });
  }

  std::vector<Bridge> find_bridges() const {
    std::vector<Bridge> bridges;
    for (const auto& reached : reached_) {
      const std::int32_t cell = reached.first;
      const Reached& own = reached.second;
      beside(cell, [&](std::int32_t other) {
        if (const std::int32_t part = label_[static_cast<std::size_t>(other)]; part >= 0) {
          if (part != own.part) bridges.push_back({own.steps, cell, other});
        } else if (const auto found = reached_.find(other); found != reached_.end() && cell < other && found->second.part != own.part) {
          bridges.push_back({own.steps + found->second.steps, cell, other});
        }
      });
    }
    return bridges;
  }

  std::int32_t part_of(std::int32_t cell) const {
    const std::int32_t part = label_[static_cast<std::size_t>(cell)];
    return part >= 0 ? part : reached_.at(cell).part;
  }
  void open(const Bridge& bridge) {
    const std::pair<std::int32_t, std::int32_t> parts = std::minmax(part_of(bridge.a), part_of(bridge.b));
    std::vector<std::int32_t>& known = gaps_[parts];
    const auto is_near = [&](std::int32_t other) {
      return std::max(std::abs(other % grid_.width - bridge.a % grid_.width), std::abs(other / grid_.width - bridge.a / grid_.width)) <=
             apart_;
    };
    if (std::any_of(known.begin(), known.end(), is_near)) return;
    known.push_back(bridge.a);
    for (std::int32_t cell : {bridge.a, bridge.b}) {
      for (; label_[static_cast<std::size_t>(cell)] < 0; cell = reached_.at(cell).previous) {
        std::uint8_t& passable = grid_.passable[static_cast<std::size_t>(cell)];
        opened_ += passable == 0 ? 1 : 0;
        passable = 1;
      }
    }
  }

  const GridMap& free_;
  std::int32_t apart_;
  WorldGrid& grid_;
  std::vector<std::int32_t> label_;  // parts of the grid as it was; -1: blocked
  std::unordered_map<std::int32_t, Reached> reached_;
  std::map<std::pair<std::int32_t, std::int32_t>, std::vector<std::int32_t>> gaps_;  // by two parts, a cell in each gap
  std::int64_t opened_ = 0;
};

}  // namespace

std::int64_t open_gaps(const GridMap& free, std::int32_t apart, WorldGrid& grid) { return GapOpener(free, apart, grid).run(); }

}  // namespace plethos::obstacles
