#include "core/world.hpp"

#include <algorithm>

namespace plethos {

Vec2 Line::nearest(Vec2 p) const {
  const Vec2 along = b - a;
  const float squared = dot(along, along);
  if (!(squared > 0)) return a;
  const float t = dot(p - a, along) / squared;
  return t <= 0 ? a : t >= 1 ? b : a + t * along;
}

GoalRange World::choice(std::int32_t goal) const {
  for (const GoalRange& range : choices) {
    if (range.first <= goal && goal < range.end) return range;
  }
  return {goal, goal + 1};
}

void World::lead_on(std::int32_t goal, std::int32_t next) {
  const auto at = static_cast<std::size_t>(goal);
  if (next_goals.size() <= at) next_goals.resize(at + 1, -1);
  next_goals[at] = next;
}

std::int32_t World::add_exit(const Exit& exit) {
  const auto known = std::find(exits.begin(), exits.end(), exit) - exits.begin();
  if (static_cast<std::size_t>(known) == exits.size()) exits.push_back(exit);
  const auto goal = static_cast<std::int32_t>(goals.size());
  const Line& first = exit.landings.front();
  goals.push_back(first.a + 0.5f * (first.b - first.a));
  exit_of_goal.resize(goals.size(), -1);
  exit_of_goal.back() = static_cast<std::int32_t>(known);
  return goal;
}

Vec2 World::goal_from(std::int32_t goal, Vec2 from) const {
  const Exit* area = exit(goal);
  if (area == nullptr) return goals[static_cast<std::size_t>(goal)];
  Vec2 best = area->landings.front().nearest(from);
  for (const Line& landing : area->landings) {
    if (const Vec2 point = landing.nearest(from); length(point - from) < length(best - from)) best = point;
  }
  return best;
}

bool World::is_walkable(Vec2 p) const {
  bool walkable_here = walkable.empty();
  for (const std::vector<Vec2>& ring : walkable) walkable_here ^= is_inside(ring, p);
  return walkable_here;
}

std::vector<Segment> walls_of(std::span<const Polygon> polygons, std::int32_t first) {
  std::vector<Segment> result;
  const auto next_index = [&] { return first + static_cast<std::int32_t>(result.size()); };
  for (const Polygon& polygon : polygons) {
    const std::size_t vertices = polygon.vertices.size();
    const std::size_t begins = result.size();
    const std::int32_t begin_index = next_index();
    const Solid solid = polygon.solid();
    for (std::size_t i = 0; i + 1 < vertices; ++i) {
      const std::int32_t self = next_index();
      result.push_back({polygon.vertices[i], polygon.vertices[i + 1], self - 1, self + 1, solid});
    }
    if (polygon.closed && vertices > 2) {
      const std::int32_t self = next_index();
      result.push_back({polygon.vertices.back(), polygon.vertices.front(), self - 1, self + 1, solid});
    }
    if (result.size() == begins) continue;
    Segment& begin = result[begins];
    Segment& end = result.back();
    const bool loop = &begin != &end && end.b == begin.a;
    begin.previous = loop ? next_index() - 1 : -1;
    end.next = loop ? begin_index : -1;
  }
  return result;
}

std::vector<Segment> World::segments() const { return walls_of(polygons); }

std::size_t World::most_segments() const {
  std::size_t count = 0;
  for (const Polygon& polygon : polygons) count += polygon.segments();
  for (const MovingObstacle& obstacle : moving) count += obstacle.outline.segments();
  return count;
}

}  // namespace plethos
