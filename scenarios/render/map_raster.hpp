#pragma once

#include <cstdint>
#include <vector>

#include "core/grid_map.hpp"
#include "scenarios/render/canvas.hpp"
#include "scenarios/render/layout.hpp"
#include "scenarios/render/palette.hpp"
#include "scenarios/terrain.hpp"

namespace plethos::scenarios {

/// The cells of a map as pixels: blocked ones dark, dear ones shaded, and regions in soft colors, or fields in bands.
class MapRaster {
 public:
  /// Without `shows_map`, cells outside of regions are white. `region` is AbstractGraph::region, or null. `paleness` in [0, 1] lightens the
  /// colors of regions.
  MapRaster(const WorldGrid& grid, bool shows_map, const std::vector<std::int32_t>* region, float paleness);

  /// Colors passable cells by a field (GoalField::cost), which is kept as a reference: light near the goal, in bands of a sixteenth of the
  /// largest value. Cells without a way stay as they are.
  void show_field(const std::vector<float>& cost);

  /// Colors blocked cells of land, water and trees, too. `terrain` is kept as a reference: that of each cell, or empty.
  void show_terrain(const std::vector<Terrain>& terrain);

  /// Draws the map as far as the layout's bounds go. A pixel of several cells has their mean color. Cost: some cells for each pixel.
  void draw(Canvas& canvas, const Layout& layout) const;

 private:
  Rgb color(std::int32_t x, std::int32_t y) const;
  Rgb field_color(float cost) const;
  Rgb blocked_color(std::size_t cell) const;

  const WorldGrid& grid_;
  bool shows_map_;
  const std::vector<std::int32_t>* region_;
  float paleness_;
  std::vector<std::uint8_t> colors_;  // of each region
  CostRange costs_;
  const std::vector<float>* field_ = nullptr;
  float largest_ = 0;  // value of the field
  const std::vector<Terrain>* terrain_ = nullptr;
};

}  // namespace plethos::scenarios
