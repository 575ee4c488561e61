#include "algorithms/obstacles/obstacle_index.hpp"

#include <algorithm>
#include <cmath>

namespace plethos::obstacles {
namespace {

constexpr double most_cells = 2048;

/// Turns counts, shifted by one place, into the places where each bucket begins.
void accumulate(std::vector<std::uint32_t>& counts) {
  for (std::size_t i = 1; i < counts.size(); ++i) counts[i] += counts[i - 1];
}

}  // namespace

ObstacleIndex::ObstacleIndex(std::span<const Polygon> polygons, float largest_radius, std::span<const std::vector<Vec2>> walkable)
    : has_ground_(!walkable.empty()) {
  for (std::size_t i = 0; i < polygons.size(); ++i) {
    const Polygon& polygon = polygons[i];
    const std::size_t count = polygon.vertices.size();
    const std::size_t segments = polygon.closed ? count : count - 1;
    for (std::size_t k = 0; k < segments; ++k) {
      walls_.push_back({{polygon.vertices[k], polygon.vertices[(k + 1) % count]}, polygon.closed ? static_cast<std::int32_t>(i) : chain});
    }
  }
  for (const std::vector<Vec2>& ring : walkable) {
    for (std::size_t k = 0; k < ring.size(); ++k) walls_.push_back({{ring[k], ring[(k + 1) % ring.size()]}, ground});
  }
  if (walls_.empty()) return;
  bounds_ = {walls_[0].segment.a, walls_[0].segment.a};
  for (const Wall& wall : walls_) bounds_ = bounds_.include(wall.segment.a).include(wall.segment.b);
  const Vec2 margin{largest_radius, largest_radius};
  bounds_ = {bounds_.low - margin, bounds_.high + margin};
  const Vec2 size = bounds_.high - bounds_.low;
  // Smaller cells than the reach of a query would all hold the same walls.
  const double by_count = 2 * std::sqrt(static_cast<double>(walls_.size()));
  const double by_reach = std::max(size.x, size.y) / std::max(largest_radius, 1e-6f);
  cells_ = static_cast<std::int32_t>(std::clamp(std::min(by_count, by_reach), 1., most_cells));
  cell_size_ = {std::max(size.x / static_cast<float>(cells_), 1e-6f), std::max(size.y / static_cast<float>(cells_), 1e-6f)};
  fill_buckets(largest_radius);
  solid_.assign(static_cast<std::size_t>(cells_) * static_cast<std::size_t>(cells_), -1);
}

std::int32_t ObstacleIndex::column(float x) const {
  return static_cast<std::int32_t>(std::clamp((x - bounds_.low.x) / cell_size_.x, 0.f, static_cast<float>(cells_ - 1)));
}

std::int32_t ObstacleIndex::row(float y) const {
  return static_cast<std::int32_t>(std::clamp((y - bounds_.low.y) / cell_size_.y, 0.f, static_cast<float>(cells_ - 1)));
}

void ObstacleIndex::fill_buckets(float reach) {
  const auto side = static_cast<std::size_t>(cells_);
  // The slack covers the rounding of column() and row().
  const Vec2 slack{reach + 1e-3f * cell_size_.x, reach + 1e-3f * cell_size_.y};
  const auto for_each_cell = [&](const Segment& s, auto&& visit) {
    const std::int32_t low_row = row(std::min(s.a.y, s.b.y) - slack.y);
    const std::int32_t high_row = row(std::max(s.a.y, s.b.y) + slack.y);
    for (std::int32_t y = low_row; y <= high_row; ++y) {
      // The reach of this part of the segment meets the row.
      const float low = bounds_.low.y + static_cast<float>(y) * cell_size_.y - slack.y;
      const float high = low + cell_size_.y + 2 * slack.y;
      float from = 0;
      float to = 1;
      if (const float rise = s.b.y - s.a.y; rise != 0) {
        const float t0 = (low - s.a.y) / rise;
        const float t1 = (high - s.a.y) / rise;
        from = std::clamp(std::min(t0, t1), 0.f, 1.f);
        to = std::clamp(std::max(t0, t1), 0.f, 1.f);
      }
      const float x0 = s.a.x + from * (s.b.x - s.a.x);
      const float x1 = s.a.x + to * (s.b.x - s.a.x);
      for (std::int32_t x = column(std::min(x0, x1) - slack.x); x <= column(std::max(x0, x1) + slack.x); ++x) {
        visit(static_cast<std::size_t>(y) * side + static_cast<std::size_t>(x));
      }
    }
  };
  const auto for_each_row = [&](const Segment& s, auto&& visit) {
    for (std::int32_t y = row(std::min(s.a.y, s.b.y)); y <= row(std::max(s.a.y, s.b.y)); ++y) visit(static_cast<std::size_t>(y));
  };
  const auto fill = [&](auto&& for_each, std::size_t buckets, std::vector<std::uint32_t>& begin, std::vector<std::uint32_t>& items) {
    begin.assign(buckets + 1, 0);
    for (const Wall& wall : walls_) for_each(wall.segment, [&](std::size_t bucket) { ++begin[bucket + 1]; });
    accumulate(begin);
    items.resize(begin.back());
    std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
    for (std::uint32_t i = 0; i < walls_.size(); ++i) {
      for_each(walls_[i].segment, [&](std::size_t bucket) { items[next[bucket]++] = i; });
    }
  };
  fill(for_each_cell, side * side, cell_begin_, cell_walls_);
  fill(for_each_row, side, row_begin_, row_walls_);
}

bool ObstacleIndex::is_solid_by_crossings(Vec2 p) const {
  const auto bucket = static_cast<std::size_t>(row(p.y));
  // The walls to the right of p are counted polygon by polygon: in one row the walls of a polygon follow each other.
  bool inside = false;
  bool walkable = false;
  std::int32_t polygon = chain;
  for (std::uint32_t i = row_begin_[bucket]; i < row_begin_[bucket + 1]; ++i) {
    const Wall& wall = walls_[row_walls_[i]];
    if (wall.polygon == chain) continue;
    if (wall.polygon != polygon) {
      if (inside) return true;
      polygon = wall.polygon;
    }
    const Vec2 a = wall.segment.a;
    const Vec2 b = wall.segment.b;
    const bool straddles = (a.y > p.y) != (b.y > p.y);
    const bool crossed = straddles && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x;
    if (wall.polygon == ground) {
      walkable = walkable != crossed;
    } else {
      inside = inside != crossed;
    }
  }
  return inside || (has_ground_ && !walkable);
}

bool ObstacleIndex::is_solid(Vec2 p) const {
  if (walls_.empty() || !bounds_.contains(p)) return has_ground_;
  const std::size_t cell = static_cast<std::size_t>(row(p.y)) * static_cast<std::size_t>(cells_) + static_cast<std::size_t>(column(p.x));
  if (cell_begin_[cell] != cell_begin_[cell + 1]) return is_solid_by_crossings(p);
  if (solid_[cell] < 0) solid_[cell] = is_solid_by_crossings(p) ? 1 : 0;
  return solid_[cell] == 1;
}

bool ObstacleIndex::hits(Vec2 p, float radius) const {
  if (walls_.empty() || !bounds_.contains(p)) return has_ground_;
  const float least = radius - 4e-7f * std::max({std::abs(p.x), std::abs(p.y), radius});
  const std::size_t cell = static_cast<std::size_t>(row(p.y)) * static_cast<std::size_t>(cells_) + static_cast<std::size_t>(column(p.x));
  for (std::uint32_t i = cell_begin_[cell]; i < cell_begin_[cell + 1]; ++i) {
    const Wall& wall = walls_[cell_walls_[i]];
    const Segment& segment = wall.segment;
    if (wall.polygon != ground && distance_to_segment(p, segment.a, segment.b) < least) return true;
  }
  return is_solid(p);
}

}  // namespace plethos::obstacles
