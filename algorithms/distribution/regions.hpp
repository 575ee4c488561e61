#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backends/ranks/ranks.hpp"
#include "core/agent.hpp"
#include "core/box.hpp"
#include "core/uniform_grid.hpp"
#include "core/world.hpp"

namespace plethos::distribution {

/// The region of each rank: cells of a grid over the world. A rank owns the agents in its cells. Cells at the border reach to infinity.
class Regions {
 public:
  Regions() = default;
  /// Makes a grid of about `cells` cells, each at least `least_cell` metres wide. All belong to rank 0.
  Regions(const Bounds& bounds, float least_cell, std::int32_t cells);

  /// Together: divides the cells among the ranks, so that the sums of their cells' weights are about the same. Weights are of rank 0.
  void divide(const backends::Ranks& ranks, std::vector<float> weight_of_cell);

  const UniformGrid& cells() const { return cells_; }
  /// The rank of each cell.
  const std::vector<std::int32_t>& owner() const { return owner_; }
  /// The rectangle around the cells of each rank; it holds nothing if the rank has no cell. It may be infinite.
  const std::vector<Box>& boxes() const { return boxes_; }
  /// Returns whether a rank has all cells of its rectangle.
  bool is_rectangle(int rank) const { return rectangle_[static_cast<std::size_t>(rank)] != 0; }
  std::int32_t owner_at(Vec2 p) const { return owner_[static_cast<std::size_t>(cells_.cell_of(p.x, p.y))]; }

 private:
  void measure(int ranks);

  UniformGrid cells_{};
  std::vector<std::int32_t> owner_;
  std::vector<Box> boxes_;
  std::vector<std::uint8_t> rectangle_;
};

/// Returns how many of the agents that are to move are in each cell.
std::vector<std::uint64_t> agents_of_cells(const UniformGrid& cells, std::span<const AgentRecord> agents);

/// Returns the distance of two rectangles in metres, infinite if one holds nothing.
float distance(const Box& a, const Box& b);

}  // namespace plethos::distribution
