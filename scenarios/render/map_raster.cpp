#include "scenarios/render/map_raster.hpp"

#include <algorithm>
#include <cmath>

#include "scenarios/render/colors.hpp"
#include "scenarios/render/region_colors.hpp"

namespace plethos::scenarios {
namespace {

constexpr Rgb blocked{0.33f, 0.35f, 0.40f};
constexpr Rgb dear{0.62f, 0.45f, 0.28f};  // the ground of the greatest cost
constexpr float shade_in_region = 0.45f;  // how much costs shade the color of a region
constexpr float field_bands = 16, field_paleness = 0.35f, band_shade = 0.1f;
// Cells of the terrains that are not the passable one.
constexpr Rgb other_land{0.93f, 0.89f, 0.78f}, water{0.66f, 0.80f, 0.91f}, trees{0.52f, 0.66f, 0.50f};
constexpr int most_samples = 4;  // of a pixel, in each direction

Rgb mix(Rgb a, Rgb b, float share) { return {std::lerp(a.r, b.r, share), std::lerp(a.g, b.g, share), std::lerp(a.b, b.b, share)}; }

}  // namespace

MapRaster::MapRaster(const WorldGrid& grid, bool shows_map, const std::vector<std::int32_t>* region, float paleness)
    : grid_(grid), shows_map_(shows_map), region_(region), paleness_(paleness) {
  if (region != nullptr) colors_ = region_colors(grid, *region);
  if (!grid.cost.empty()) costs_ = cost_range(grid);
}

void MapRaster::show_field(const std::vector<float>& cost) {
  field_ = &cost;
  for (const float value : cost) {
    if (std::isfinite(value)) largest_ = std::max(largest_, value);
  }
}

Rgb MapRaster::field_color(float cost) const {
  const float far = largest_ > 0 ? cost / largest_ : 0.f;
  const bool odd = static_cast<int>(field_bands * far) % 2 != 0;
  return mix(mix(speed_color(1 - far), ground_color, field_paleness), Rgb{0, 0, 0}, odd ? band_shade : 0.f);
}

void MapRaster::show_terrain(const std::vector<Terrain>& terrain) {
  if (!terrain.empty()) terrain_ = &terrain;
}

Rgb MapRaster::blocked_color(std::size_t cell) const {
  switch (terrain_ == nullptr ? Terrain::none : (*terrain_)[cell]) {
    case Terrain::land:
      return other_land;
    case Terrain::water:
      return water;
    case Terrain::trees:
      return trees;
    default:
      return blocked;
  }
}

Rgb MapRaster::color(std::int32_t x, std::int32_t y) const {
  const std::size_t cell = grid_.index(x, y);
  if (grid_.passable[cell] == 0) return shows_map_ ? blocked_color(cell) : ground_color;
  if (field_ != nullptr && std::isfinite((*field_)[cell])) return field_color((*field_)[cell]);
  const bool in_region = region_ != nullptr && (*region_)[cell] >= 0;
  const Rgb ground =
      in_region ? mix(soft_color(colors_[static_cast<std::size_t>((*region_)[cell])]), ground_color, paleness_) : ground_color;
  if (!shows_map_ || costs_.most <= costs_.least) return ground;
  const auto above = static_cast<float>(grid_.cost_at(cell) - costs_.least) / static_cast<float>(costs_.most - costs_.least);
  return mix(ground, dear, (in_region ? shade_in_region : 1.f) * std::clamp(above, 0.f, 1.f));
}

void MapRaster::draw(Canvas& canvas, const Layout& layout) const {
  const double pixels = layout.scale * static_cast<double>(grid_.cell_size);
  const bool whole = pixels == std::round(pixels);
  const int samples = whole ? 1 : std::clamp(static_cast<int>(std::ceil(1 / pixels)) + 1, 3, most_samples);
  const Vec2 corner = layout.to_canvas(grid_.origin + Vec2{0, grid_.cell_size * static_cast<float>(grid_.height)});
  const Vec2 low = layout.to_canvas(layout.bounds.low);
  const Vec2 high = layout.to_canvas(layout.bounds.high);
  const auto end = [](float at, int limit) { return std::clamp(static_cast<int>(std::lround(at)), 0, limit); };
  const int right = end(high.x, canvas.width());
  const int bottom = end(low.y, canvas.height());
  const auto pixel_rows = canvas.pixels();
  const auto byte = [](float part) { return static_cast<std::uint8_t>(std::lround(255.f * part)); };
  for (int j = end(high.y, bottom); j < bottom; ++j) {
    for (int i = end(low.x, right); i < right; ++i) {
      Rgb sum{0, 0, 0};
      for (int sample = 0; sample < samples * samples; ++sample) {
        const double x = (i + (sample % samples + 0.5) / samples - double{corner.x}) / pixels;
        const double y = (j + (sample / samples + 0.5) / samples - double{corner.y}) / pixels;
        const Rgb one = color(std::clamp(static_cast<std::int32_t>(x), 0, grid_.width - 1),
                              std::clamp(static_cast<std::int32_t>(y), 0, grid_.height - 1));
        sum = {sum.r + one.r, sum.g + one.g, sum.b + one.b};
      }
      const float share = 1.f / static_cast<float>(samples * samples);
      std::uint8_t* pixel =
          &pixel_rows[4 * (static_cast<std::size_t>(j) * static_cast<std::size_t>(canvas.width()) + static_cast<std::size_t>(i))];
      pixel[0] = byte(sum.b * share);
      pixel[1] = byte(sum.g * share);
      pixel[2] = byte(sum.r * share);
    }
  }
  canvas.changed();
}

}  // namespace plethos::scenarios
