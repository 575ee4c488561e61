#include "scenarios/wall_gaps.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace plethos::scenarios {
namespace {

constexpr std::int64_t most_comparisons = 500'000'000;
constexpr std::size_t most_gaps = 2'000'000;

PlanePoint plane_point(Vec2 p) { return {p.x, p.y}; }

/// The point of the wall that is nearest to p.
PlanePoint foot(PlanePoint p, const Segment& wall) {
  const PlanePoint a = plane_point(wall.a);
  const PlanePoint along{double{wall.b.x} - a.x, double{wall.b.y} - a.y};
  const double squared = along.x * along.x + along.y * along.y;
  const double t = squared > 0 ? std::clamp(((p.x - a.x) * along.x + (p.y - a.y) * along.y) / squared, 0., 1.) : 0;
  return {a.x + t * along.x, a.y + t * along.y};
}

double distance(const WallGap& gap) { return std::hypot(gap.b.x - gap.a.x, gap.b.y - gap.a.y); }

double turn(Vec2 a, Vec2 b, Vec2 p) { return (double{b.x} - a.x) * (double{p.y} - a.y) - (double{b.y} - a.y) * (double{p.x} - a.x); }

bool cross_each_other(const Segment& s, const Segment& t) {
  return turn(s.a, s.b, t.a) * turn(s.a, s.b, t.b) < 0 && turn(t.a, t.b, s.a) * turn(t.a, t.b, s.b) < 0;
}

/// Of walls that do not cross, one end is nearest.
WallGap gap_between(const Segment& s, const Segment& t) {
  WallGap best{plane_point(s.a), foot(plane_point(s.a), t)};
  for (const WallGap& other : {WallGap{plane_point(s.b), foot(plane_point(s.b), t)}, WallGap{foot(plane_point(t.a), s), plane_point(t.a)},
                               WallGap{foot(plane_point(t.b), s), plane_point(t.b)}}) {
    if (distance(other) < distance(best)) best = other;
  }
  return best;
}

struct Box {
  double low_x, high_x, low_y, high_y;
};

}  // namespace

std::optional<std::vector<WallGap>> find_gaps(std::span<const Segment> walls, double width) {
  std::vector<WallGap> gaps;
  if (walls.empty()) return gaps;
  std::vector<Box> boxes;
  double low = walls[0].a.y;
  double high = low;
  for (const Segment& wall : walls) {
    // Half of the width on every side: boxes that meet are at most so far apart.
    boxes.push_back({std::min(wall.a.x, wall.b.x) - width / 2, std::max(wall.a.x, wall.b.x) + width / 2,
                     std::min(wall.a.y, wall.b.y) - width / 2, std::max(wall.a.y, wall.b.y) + width / 2});
    low = std::min(low, boxes.back().low_y);
    high = std::max(high, boxes.back().high_y);
  }
  const auto strips = static_cast<std::size_t>(std::sqrt(static_cast<double>(walls.size()))) + 1;
  const double height = std::max((high - low) / static_cast<double>(strips), 1e-6);
  const auto strip_of = [&](double y) { return std::min(static_cast<std::size_t>(std::max(0., (y - low) / height)), strips - 1); };
  std::vector<std::vector<std::size_t>> strip(strips);
  for (std::size_t i = 0; i < walls.size(); ++i) {
    for (std::size_t s = strip_of(boxes[i].low_y); s <= strip_of(boxes[i].high_y); ++s) strip[s].push_back(i);
  }
  std::int64_t comparisons = 0;
  for (std::size_t s = 0; s < strips; ++s) {
    std::sort(strip[s].begin(), strip[s].end(),
              [&](std::size_t i, std::size_t k) { return boxes[i].low_x != boxes[k].low_x ? boxes[i].low_x < boxes[k].low_x : i < k; });
    for (std::size_t m = 0; m < strip[s].size(); ++m) {
      const std::size_t i = strip[s][m];
      for (std::size_t n = m + 1; n < strip[s].size() && boxes[strip[s][n]].low_x <= boxes[i].high_x; ++n) {
        const std::size_t k = strip[s][n];
        if (++comparisons > most_comparisons) return std::nullopt;
        if (boxes[i].high_y < boxes[k].low_y || boxes[k].high_y < boxes[i].low_y) continue;
        // A pair that shares several strips is looked at in the first of them.
        if (strip_of(std::max(boxes[i].low_y, boxes[k].low_y)) != s || cross_each_other(walls[i], walls[k])) continue;
        const WallGap gap = gap_between(walls[i], walls[k]);
        if (const double wide = distance(gap); wide > 0 && wide < width) gaps.push_back(gap);
        if (gaps.size() > most_gaps) return std::nullopt;
      }
    }
  }
  return gaps;
}

}  // namespace plethos::scenarios
