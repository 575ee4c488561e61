#include "scenarios/render/region_colors.hpp"

#include <algorithm>

namespace plethos::scenarios {
namespace {

constexpr std::size_t soft_colors = 6;  // without gray, which is for what is blocked
constexpr float softness = 0.62f;       // share of white
/// Regions next to each other begin to look for a color at different places.
constexpr std::uint32_t spread = 2654435769u;
constexpr std::int32_t most_compared = 1 << 20;  // regions: more are too small to be told apart in a picture
constexpr std::size_t most_neighbors = 32;       // of a region, that count: there are fewer colors

}  // namespace

std::vector<std::uint8_t> region_colors(const GridMap& map, const std::vector<std::int32_t>& region) {
  const std::int32_t count = region.empty() ? 0 : 1 + *std::max_element(region.begin(), region.end());
  const auto first_choice = [](std::size_t r) { return (static_cast<std::uint32_t>(r) * spread >> 16) % soft_colors; };
  std::vector<std::uint8_t> colors;
  colors.reserve(static_cast<std::size_t>(std::max(0, count)));
  if (count > most_compared) {
    for (std::size_t r = 0; r < static_cast<std::size_t>(count); ++r) colors.push_back(static_cast<std::uint8_t>(first_choice(r)));
    return colors;
  }
  std::vector<std::vector<std::int32_t>> lower(static_cast<std::size_t>(std::max(0, count)));
  const auto touch = [&](std::int32_t a, std::int32_t b) {
    if (a < 0 || b < 0 || a == b) return;
    std::vector<std::int32_t>& list = lower[static_cast<std::size_t>(std::max(a, b))];
    const std::int32_t other = std::min(a, b);
    if ((!list.empty() && list.back() == other) || list.size() == most_neighbors) return;
    if (std::find(list.begin(), list.end(), other) == list.end()) list.push_back(other);
  };
  for (std::int32_t y = 0; y < map.height; ++y) {
    for (std::int32_t x = 0; x < map.width; ++x) {
      const std::int32_t here = region[map.index(x, y)];
      // The eight neighbors, as regions that touch at a corner look as one if they have one color.
      if (x + 1 < map.width) touch(here, region[map.index(x + 1, y)]);
      if (y + 1 == map.height) continue;
      for (std::int32_t side = std::max(0, x - 1); side <= std::min(x + 1, map.width - 1); ++side)
        touch(here, region[map.index(side, y + 1)]);
    }
  }
  for (std::size_t r = 0; r < lower.size(); ++r) {
    std::uint32_t taken = 0;
    for (const std::int32_t other : lower[r]) taken |= 1u << colors[static_cast<std::size_t>(other)];
    std::uint32_t color = first_choice(r);
    for (std::size_t tries = 1; tries < soft_colors && (taken >> color & 1) != 0; ++tries) color = (color + 1) % soft_colors;
    colors.push_back(static_cast<std::uint8_t>(color));
  }
  return colors;
}

Rgb soft_color(std::uint8_t color) {
  const Rgb full = group_color(color);
  const auto soften = [](float part) { return part + (1 - part) * softness; };
  return {soften(full.r), soften(full.g), soften(full.b)};
}

}  // namespace plethos::scenarios
