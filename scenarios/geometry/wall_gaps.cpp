#include "scenarios/geometry/wall_gaps.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "algorithms/obstacles/near_boxes.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::int64_t most_comparisons = 500'000'000;
constexpr std::size_t most_gaps = 2'000'000;

/// Returns the point of the wall that is nearest to p.
Vec2d foot(Vec2d p, const Segment& wall) {
  const Vec2d a = in_double(wall.a);
  const Vec2d along = in_double(wall.b) - a;
  return a + share_along(p - a, along) * along;
}

double distance(const WallGap& gap) { return std::hypot(gap.b.x - gap.a.x, gap.b.y - gap.a.y); }

bool cross_each_other(const Segment& s, const Segment& t) {
  const Vec2d a = in_double(s.a), b = in_double(s.b), c = in_double(t.a), d = in_double(t.b);
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

/// Finds the gap between two walls that do not cross, so the nearest point of one is an end.
WallGap gap_between(const Segment& s, const Segment& t) {
  WallGap best{in_double(s.a), foot(in_double(s.a), t)};
  for (const WallGap& other : {WallGap{in_double(s.b), foot(in_double(s.b), t)}, WallGap{foot(in_double(t.a), s), in_double(t.a)},
                               WallGap{foot(in_double(t.b), s), in_double(t.b)}}) {
    if (distance(other) < distance(best)) best = other;
  }
  return best;
}

}  // namespace

std::optional<std::vector<WallGap>> find_gaps(std::span<const Segment> walls, double width) {
  std::vector<obstacles::Box> boxes;
  for (const Segment& wall : walls) {
    // A box has half of the width on every side, so the walls of boxes that meet may be that near.
    boxes.push_back({std::min(wall.a.x, wall.b.x) - width / 2, std::max(wall.a.x, wall.b.x) + width / 2,
                     std::min(wall.a.y, wall.b.y) - width / 2, std::max(wall.a.y, wall.b.y) + width / 2});
  }
  std::vector<WallGap> gaps;
  const auto looked = obstacles::for_each_pair_of_boxes(boxes, most_comparisons, [&](std::size_t i, std::size_t k) {
    if (cross_each_other(walls[i], walls[k])) return true;
    const WallGap gap = gap_between(walls[i], walls[k]);
    if (const double wide = distance(gap); wide > 0 && wide < width) gaps.push_back(gap);
    return gaps.size() <= most_gaps;
  });
  if (looked != obstacles::PairsOfBoxes::all) return std::nullopt;
  return gaps;
}

}  // namespace plethos::scenarios
