#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/world.hpp"

namespace plethos::obstacles {

/// Finds whether a disc hits an obstacle or leaves the walkable ground, without a look at every wall.
/// Cost: building, linear in the walls and in the grid cells that they touch; a query, the walls near it. Not safe to share between
/// threads (a query remembers which cells are solid).
class ObstacleIndex {
 public:
  /// `largest_radius` in metres: of the discs that will be asked for. `walkable`: World::walkable.
  ObstacleIndex(std::span<const Polygon> polygons, float largest_radius, std::span<const std::vector<Vec2>> walkable = {});

  /// Whether p lies inside a closed polygon or off the walkable ground.
  bool is_solid(Vec2 p) const;
  /// Whether the disc of `radius` (at most the largest one) around p crosses a wall or is_solid() at its center. A disc may touch a wall,
  /// to within the rounding of float32 positions.
  bool hits(Vec2 p, float radius) const;

 private:
  struct Wall {
    Segment segment;
    std::int32_t polygon;  // or one of the two below
  };
  static constexpr std::int32_t chain = -1;   // which has no inside
  static constexpr std::int32_t ground = -2;  // an outline of the walkable ground, which is no wall: it may have doors

  std::int32_t column(float x) const;
  std::int32_t row(float y) const;
  bool is_solid_by_crossings(Vec2 p) const;
  void fill_buckets(float reach);

  std::vector<Wall> walls_;
  bool has_ground_;
  Bounds bounds_{};
  std::int32_t cells_ = 1;  // a side of the square grid
  Vec2 cell_size_{1, 1};
  std::vector<std::uint32_t> cell_begin_, cell_walls_;  // walls near each cell
  std::vector<std::uint32_t> row_begin_, row_walls_;    // walls whose y range meets each row
  mutable std::vector<std::int8_t> solid_;              // of cells without walls: -1 not known yet, 0 free, 1 solid
};

}  // namespace plethos::obstacles
