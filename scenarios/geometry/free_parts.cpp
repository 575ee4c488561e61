#include "scenarios/geometry/free_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace plethos::scenarios {
namespace {

constexpr double touching = 1e-5;  // m
constexpr float aside = 1e-3f;     // m, to either side of a line on which ground may end
constexpr double infinity = std::numeric_limits<double>::infinity();

Vec2d between(Vec2 a, Vec2 b) { return {double{b.x} - a.x, double{b.y} - a.y}; }

struct Interval {
  double low = infinity, high = -infinity;

  void include(Interval other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
  }
};

/// Returns the t for which a + t d is nearer than r to a point; `from` leads from that point to a.
Interval near_point(Vec2d from, Vec2d d, double r) {
  const double squared = dot(d, d);
  const double middle = -dot(from, d) / squared;
  const double aside_of = cross(d, from);
  const double room = r * r * squared - aside_of * aside_of;
  if (!(room > 0)) return {};
  const double half = std::sqrt(room) / squared;
  return {middle - half, middle + half};
}

/// Returns the t for which a + t d is nearer than r to the wall. It is one interval, because the disc's way around a wall is convex.
Interval near_wall(Vec2 a, Vec2d d, const Segment& wall, double r) {
  const Vec2d along = between(wall.a, wall.b);
  const Vec2d from = between(wall.a, a);
  Interval near = near_point(from, d, r);
  near.include(near_point(between(wall.b, a), d, r));
  const double length = std::sqrt(dot(along, along));
  if (!(length > 0)) return near;
  // In this interval the foot on the wall's line lies on the wall, and the distance from that line is below r.
  Interval strip{-infinity, infinity};
  const auto cut = [&](double value, double slope, double low, double high) {
    if (slope == 0) {
      if (!(value > low && value < high)) strip = {};
      return;
    }
    const double t0 = (low - value) / slope;
    const double t1 = (high - value) / slope;
    strip = {std::max(strip.low, std::min(t0, t1)), std::min(strip.high, std::max(t0, t1))};
  };
  cut(dot(from, along) / length, dot(d, along) / length, 0, length);
  cut(cross(along, from) / length, cross(along, d) / length, -r, r);
  if (strip.low < strip.high) near.include(strip);
  return near;
}

}  // namespace

bool FreeParts::is_free(Vec2 p, Vec2 direction) const {
  const float size = length(direction);
  // Far from the origin float32 cannot tell places apart that are so near.
  const float extent = std::max(std::abs(p.x), std::abs(p.y));
  const float far = std::max(aside, 2 * (std::nextafter(extent, std::numeric_limits<float>::max()) - extent));
  const Vec2 left = size > 0 ? (far / size) * Vec2{-direction.y, direction.x} : Vec2{0, far};
  return !obstacles_.is_solid(p + left) || !obstacles_.is_solid(p - left);
}

std::vector<Line> FreeParts::of(const Line& line, double radius) const {
  const Vec2d d = between(line.a, line.b);
  if (!(dot(d, d) > 0)) return {};
  const double reach = std::max(radius - touching, touching);
  std::vector<std::pair<double, double>> taken;
  for (const Segment& wall : walls_) {
    const Interval near = near_wall(line.a, d, wall, reach);
    if (near.low < 1 && near.high > 0) taken.emplace_back(near.low, near.high);
  }
  std::sort(taken.begin(), taken.end());
  std::vector<Line> parts;
  double from = 0;
  const auto place = [&](double t) {
    if (t <= 0) return line.a;
    if (t >= 1) return line.b;
    return Vec2{static_cast<float>(line.a.x + t * d.x), static_cast<float>(line.a.y + t * d.y)};
  };
  const auto add = [&](double to) {
    if (to < from) return;
    const Line part{place(from), place(to)};
    if (is_free(place(0.5 * (from + to)), line.b - line.a)) parts.push_back(part);
  };
  for (const auto& [low, high] : taken) {
    add(std::min(low, 1.));
    from = std::max(from, high);
  }
  add(1);
  return parts;
}

std::vector<Line> FreeParts::of(const std::vector<Vec2>& outline, double radius) const {
  std::vector<Line> parts;
  for (std::size_t i = 0; i + (outline.size() > 2 ? 0 : 1) < outline.size(); ++i) {
    const std::vector<Line> found = of(Line{outline[i], outline[(i + 1) % outline.size()]}, radius);
    parts.insert(parts.end(), found.begin(), found.end());
  }
  return parts;
}

std::vector<Line> find_landings(const FreeParts& free, std::span<const std::vector<Vec2>> outlines, float smallest_radius,
                                float largest_radius, float margin) {
  std::vector<Line> landings;
  const auto collect = [&](std::initializer_list<float> radii) {
    for (const std::vector<Vec2>& outline : outlines) {
      std::vector<Line> found;
      for (const float radius : radii) {
        if (found.empty()) found = free.of(outline, static_cast<double>(radius));
      }
      landings.insert(landings.end(), found.begin(), found.end());
    }
    return !landings.empty();
  };
  if (collect({largest_radius + margin, largest_radius}) || collect({smallest_radius}) || collect({0})) return landings;
  for (const std::vector<Vec2>& outline : outlines) landings.push_back({outline[0], outline[1]});
  return landings;
}

}  // namespace plethos::scenarios
