#include "algorithms/distribution/regions.hpp"

#include <algorithm>
#include <cmath>

namespace plethos::distribution {

Regions::Regions(const Bounds& bounds, float least_cell, std::int32_t cells)
    : cells_(UniformGrid::cover(bounds, least_cell, static_cast<double>(cells))), owner_(static_cast<std::size_t>(cells_.cells()), 0) {
  measure(1);
}

void Regions::divide(const backends::Ranks& ranks, std::vector<float> weight_of_cell) {
  backends::WeightedPoints points;
  for (std::int32_t row = 0; row < cells_.rows; ++row) {
    for (std::int32_t column = 0; column < cells_.columns; ++column) {
      points.x.push_back(static_cast<float>(column));
      points.y.push_back(static_cast<float>(row));
    }
  }
  points.weight = std::move(weight_of_cell);
  owner_ = ranks.bisect(points, ranks.size());
  measure(ranks.size());
}

void Regions::measure(int ranks) {
  struct Cells {
    std::int32_t left, right, bottom, top, count;
  };
  std::vector<Cells> of(static_cast<std::size_t>(ranks), {cells_.columns, -1, cells_.rows, -1, 0});
  for (std::int32_t row = 0; row < cells_.rows; ++row) {
    for (std::int32_t column = 0; column < cells_.columns; ++column) {
      Cells& own = of[static_cast<std::size_t>(owner_[static_cast<std::size_t>(row * cells_.columns + column)])];
      own.left = std::min(own.left, column);
      own.right = std::max(own.right, column);
      own.bottom = std::min(own.bottom, row);
      own.top = std::max(own.top, row);
      ++own.count;
    }
  }
  boxes_.clear();
  rectangle_.clear();
  for (const Cells& own : of) {
    Box box;
    if (own.count > 0) {
      const auto edge = [&](float origin, std::int32_t place) { return origin + static_cast<float>(place) * cells_.cell; };
      box.low_x = own.left == 0 ? -no_extent : edge(cells_.origin_x, own.left);
      box.low_y = own.bottom == 0 ? -no_extent : edge(cells_.origin_y, own.bottom);
      box.high_x = own.right == cells_.columns - 1 ? no_extent : edge(cells_.origin_x, own.right + 1);
      box.high_y = own.top == cells_.rows - 1 ? no_extent : edge(cells_.origin_y, own.top + 1);
    }
    boxes_.push_back(box);
    rectangle_.push_back(own.count == (own.right - own.left + 1) * (own.top - own.bottom + 1) ? 1 : 0);
  }
}

std::vector<std::uint64_t> agents_of_cells(const UniformGrid& cells, std::span<const AgentRecord> agents) {
  std::vector<std::uint64_t> count(static_cast<std::size_t>(cells.cells()), 0);
  for (const AgentRecord& agent : agents) {
    if (agent.state == AgentState::settled || agent.state == AgentState::absent) continue;
    ++count[static_cast<std::size_t>(cells.cell_of(agent.position.x, agent.position.y))];
  }
  return count;
}

float distance(const Box& a, const Box& b) {
  const float x = std::fmax(0.f, std::fmax(a.low_x - b.high_x, b.low_x - a.high_x));
  const float y = std::fmax(0.f, std::fmax(a.low_y - b.high_y, b.low_y - a.high_y));
  return std::sqrt(x * x + y * y);
}

}  // namespace plethos::distribution
