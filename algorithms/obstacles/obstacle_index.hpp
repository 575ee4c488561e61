#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/world.hpp"

namespace plethos::obstacles {

/// Finds whether a disc hits an obstacle or leaves the walkable ground, without a test of every wall. Cost: for building, linear in the
/// walls and in the grid cells that they touch; for a query, the walls near it. Threads cannot share it, because a query remembers which
/// cells are solid.
class ObstacleIndex {
 public:
  /// `largest_radius` is the largest radius, in metres, of the discs in queries. `walkable` is World::walkable.
  ObstacleIndex(std::span<const Polygon> polygons, float largest_radius, std::span<const std::vector<Vec2>> walkable = {});

  /// Returns whether p lies inside a closed polygon or off the walkable ground.
  bool is_solid(Vec2 p) const;
  /// Returns whether the disc of `radius` (at most the largest one) around p crosses a wall, or its center is_solid(). A disc may touch a
  /// wall, to within the rounding of float32 positions.
  bool hits(Vec2 p, float radius) const;

 private:
  struct Wall {
    Segment segment;
    std::int32_t polygon;  // or one of the two numbers below
  };
  static constexpr std::int32_t chain = -1;   // a chain has no inside
  static constexpr std::int32_t ground = -2;  // an outline of the walkable ground, which is no wall: it may have doors

  std::int32_t column(float x) const;
  std::int32_t row(float y) const;
  bool is_solid_by_crossings(Vec2 p) const;
  void fill_buckets(float reach);

  std::vector<Wall> walls_;
  bool has_ground_;
  Bounds bounds_{};
  std::int32_t cells_ = 1;  // on a side of the square grid
  Vec2 cell_size_{1, 1};
  std::vector<std::uint32_t> cell_begin_, cell_walls_;  // walls near each cell
  std::vector<std::uint32_t> row_begin_, row_walls_;    // walls whose y range meets each row
  mutable std::vector<std::int8_t> solid_;              // of cells without walls: -1 not known yet, 0 free, 1 solid
};

}  // namespace plethos::obstacles
