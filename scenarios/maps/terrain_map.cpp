#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "scenarios/maps/map_kinds.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::uint32_t octaves = 4;

/// Smooth random heights: values at the points of a lattice, and between them a blend of the four around.
class HeightNoise {
 public:
  HeightNoise(std::uint64_t seed, double pitch, std::uint32_t octave) : seed_(seed), pitch_(pitch), octave_(octave) {}

  double at(double x, double y) const {
    const double column = std::floor(x / pitch_);
    const double row = std::floor(y / pitch_);
    const double u = eased(x / pitch_ - column);
    const double v = eased(y / pitch_ - row);
    const auto c = static_cast<std::uint32_t>(column);
    const auto r = static_cast<std::uint32_t>(row);
    const double top = value(c, r) + u * (value(c + 1, r) - value(c, r));
    const double bottom = value(c, r + 1) + u * (value(c + 1, r + 1) - value(c, r + 1));
    return top + v * (bottom - top);
  }

 private:
  static double eased(double t) { return t * t * (3 - 2 * t); }
  double value(std::uint32_t column, std::uint32_t row) const {
    const std::uint64_t point = (std::uint64_t{row} << 32) | column;
    return static_cast<double>(unit_interval(philox(seed_, point, scenario_step, octave_)[0]));
  }

  std::uint64_t seed_;
  double pitch_;
  std::uint32_t octave_;
};

/// Returns the height of every cell: coarse noise, and finer noise of less height on it.
std::vector<float> draw_heights(const MapRequest& request) {
  std::vector<float> heights(static_cast<std::size_t>(request.width) * static_cast<std::size_t>(request.height));
  double pitch = request.values.at("hill");
  double height = 1;
  for (std::uint32_t octave = 0; octave < octaves && pitch >= 1; ++octave, pitch /= 2, height /= 2) {
    const HeightNoise noise(request.seed, pitch, octave);
    std::size_t cell = 0;
    for (std::int32_t y = 0; y < request.height; ++y) {
      for (std::int32_t x = 0; x < request.width; ++x) heights[cell++] += static_cast<float>(height * noise.at(x + 0.5, y + 0.5));
    }
  }
  return heights;
}

/// Water stands in the lowest cells. What rises above it costs the more the higher it lies.
GridMap draw_terrain(const MapRequest& request) {
  const auto most = static_cast<std::int32_t>(request.values.at("steepest"));
  const std::vector<float> heights = draw_heights(request);
  std::vector<float> sorted = heights;
  const auto lakes = static_cast<std::ptrdiff_t>(request.values.at("lakes") * static_cast<double>(heights.size()));
  const auto shore = sorted.begin() + std::min(lakes, static_cast<std::ptrdiff_t>(sorted.size()) - 1);
  std::nth_element(sorted.begin(), shore, sorted.end());
  const float level = *shore;
  const float range = *std::max_element(shore, sorted.end()) - level;
  GridMap map = plain_map(request.width, request.height, true);
  map.cost.assign(heights.size(), 1);
  for (std::size_t cell = 0; cell < heights.size(); ++cell) {
    const float above = heights[cell] - level;
    if (above < 0) {
      map.passable[cell] = 0;
    } else if (range > 0) {
      map.cost[cell] = std::min(most, 1 + static_cast<std::int32_t>(above / range * static_cast<float>(most)));
    }
  }
  return map;
}

}  // namespace

MapKind terrain_kind() {
  return {.name = "terrain",
          .sentence = "rolling hills, which cost more the higher they are, and lakes; with a file of costs, FILE.map.cost",
          .keys = {{"hill", "cells", 1, 10'000, "distance from one hill to the next", 48, ParameterKind::whole},
                   {"steepest", "", 1, 1000, "greatest cost of a cell", 9, ParameterKind::whole},
                   {"lakes", "", 0, 1, "share of the cells that lie under water", 0.2}},
          .draw = draw_terrain};
}

}  // namespace plethos::scenarios
