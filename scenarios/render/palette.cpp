#include "scenarios/render/palette.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace plethos::scenarios {
namespace {

constexpr Rgb rgb(int r, int g, int b) {
  return {static_cast<float>(r) / 255.f, static_cast<float>(g) / 255.f, static_cast<float>(b) / 255.f};
}

constexpr Rgb blue = rgb(0, 114, 178);
constexpr Rgb vermilion = rgb(213, 94, 0);
constexpr Rgb green = rgb(0, 158, 115);
constexpr Rgb purple = rgb(204, 121, 167);
constexpr Rgb orange = rgb(230, 159, 0);
constexpr Rgb sky = rgb(86, 180, 233);
constexpr Rgb gray = rgb(90, 90, 90);

constexpr Rgb groups[] = {blue, vermilion, green, purple, orange, sky, gray};
constexpr Rgb circle[] = {blue, sky, green, orange, vermilion, purple, blue};
constexpr Rgb speeds[] = {rgb(45, 20, 90), rgb(120, 28, 109), rgb(187, 55, 84), rgb(237, 105, 37), rgb(252, 180, 40)};

Rgb between(std::span<const Rgb> colors, float value) {
  // The functions of libm turn NaN into zero.
  const float place = std::fmin(std::fmax(value, 0.f), 1.f) * static_cast<float>(colors.size() - 1);
  const std::size_t first = std::min(static_cast<std::size_t>(place), colors.size() - 2);
  const float t = place - static_cast<float>(first);
  const Rgb a = colors[first];
  const Rgb b = colors[first + 1];
  return {std::lerp(a.r, b.r, t), std::lerp(a.g, b.g, t), std::lerp(a.b, b.b, t)};
}

}  // namespace

Rgb group_color(std::size_t group) { return groups[group % std::size(groups)]; }
Rgb direction_color(float turns) { return between(circle, turns); }
Rgb speed_color(float value) { return between(speeds, value); }

}  // namespace plethos::scenarios
