#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/grid_map.hpp"
#include "core/moving_obstacle.hpp"
#include "core/polygon.hpp"
#include "core/shared_vector.hpp"
#include "core/vec2.hpp"

namespace plethos {

/// A straight line from a to b, in metres.
struct Line {
  Vec2 a;
  Vec2 b;

  friend constexpr bool operator==(const Line&, const Line&) = default;
  /// Returns the point of the line that is nearest to p.
  Vec2 nearest(Vec2 p) const;
};

/// A straight piece of wall from a to b, in metres.
struct Segment {
  Vec2 a;
  Vec2 b;
  std::int32_t previous = -1;  ///< index of the segment of the same outline that ends at a; -1: none, the wall begins there
  std::int32_t next = -1;      ///< index of the segment that starts at b
  Solid solid = Solid::neither;
};

/// Returns the walls of polygons, in the polygons' order, linked along each outline. A chain that ends where it starts is linked there too.
/// `first`: the index of the first one. Cost: one pass over the vertices.
std::vector<Segment> walls_of(std::span<const Polygon> polygons, std::int32_t first = 0);

/// An axis-aligned rectangle in metres.
struct Bounds {
  Vec2 low;
  Vec2 high;

  bool contains(Vec2 p) const { return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y; }
  /// Returns the smallest bounds that hold these and p.
  Bounds include(Vec2 p) const {
    return {{std::fmin(low.x, p.x), std::fmin(low.y, p.y)}, {std::fmax(high.x, p.x), std::fmax(high.y, p.y)}};
  }
};

/// A goal with an extent. An agent arrives in a step that crosses or touches one of the outlines, or ends inside of one.
struct Exit {
  /// An outline with two vertices is a line; with more, a closed polygon.
  std::vector<std::vector<Vec2>> outlines;
  /// The parts of the outlines that are free to stand on, at least one. An agent heads for the nearest point of them.
  std::vector<Line> landings{};

  friend bool operator==(const Exit&, const Exit&) = default;
};

/// Goals by their indices: those from `first` up to, not with, `end`.
struct GoalRange {
  std::int32_t first, end;

  friend constexpr bool operator==(const GoalRange&, const GoalRange&) = default;
};

/// What agents move in: obstacles, goals and the rectangle in which the simulation is expected to stay.
struct World {
  std::vector<Polygon> polygons{};  ///< the obstacles that stay
  /// Where agents head for, in m. Every simulation copies its world, and each agent may have a goal of its own, so copies share them.
  SharedVector<Vec2> goals{};
  /// Holds every start, goal and obstacle. Agents may leave it; the neighbor search is fastest inside.
  Bounds bounds{};
  /// Where an agent heads next when it has reached a goal: for each goal an index into `goals`, or -1 where it has arrived then. Those
  /// behind the last entry lead nowhere. Agents whose goals lead back to each other walk without end.
  std::vector<std::int32_t> next_goals{};
  /// Goals with an extent. For each goal, `exit_of_goal` holds an index into them, or -1 for a point. Goals beyond the last entry are
  /// points. The entry of an exit in `goals` is a place on it.
  std::vector<Exit> exits{};
  std::vector<std::int32_t> exit_of_goal{};
  /// Outlines of the ground that agents can walk on. It lies to the left of their edges: inside of an odd number of them. They do not meet
  /// each other. Without outlines all ground is walkable. The walls along them are in `polygons`.
  std::vector<std::vector<Vec2>> walkable{};
  /// The obstacles that move, appear or vanish.
  std::vector<MovingObstacle> moving{};
  /// Where agents can walk, cell by cell, for planners that search a grid; null: the world has none. Every simulation copies its world, and
  /// a grid may have 100 million cells, so copies share one.
  std::shared_ptr<const WorldGrid> grid{};
  /// Goals that agents choose among, in rising order, none in two of the ranges. An agent with one of them as its goal heads for the one of
  /// the range to which its way costs least, and chooses anew as it goes. Not every planner does that: see MethodInfo::chooses_goals.
  std::vector<GoalRange> choices{};

  /// Returns the walls of all polygons: walls_of().
  std::vector<Segment> segments() const;

  /// Returns the number of segments if all moving obstacles were there, too.
  std::size_t most_segments() const;

  /// Returns the goal after `goal`, or -1.
  std::int32_t next_goal(std::int32_t goal) const {
    const auto at = static_cast<std::size_t>(goal);
    return at < next_goals.size() ? next_goals[at] : -1;
  }
  /// Returns the goals that an agent with `goal` chooses among, which may be that one alone. Cost: linear in the choices.
  GoalRange choice(std::int32_t goal) const;
  /// Makes `next` the goal after `goal`.
  void lead_on(std::int32_t goal, std::int32_t next);
  /// Returns the exit that `goal` is, or null for a point.
  const Exit* exit(std::int32_t goal) const {
    const auto at = static_cast<std::size_t>(goal);
    return at < exit_of_goal.size() && exit_of_goal[at] >= 0 ? &exits[static_cast<std::size_t>(exit_of_goal[at])] : nullptr;
  }
  /// Adds a goal that is an exit, unless it is already there. Returns the goal.
  std::int32_t add_exit(const Exit& exit);
  /// Returns where an agent at `from` heads that sees all of `goal`: a point, or the nearest point of an exit's landings.
  Vec2 goal_from(std::int32_t goal, Vec2 from) const;
  /// Returns whether p lies on walkable ground. Cost: one pass over its outlines.
  bool is_walkable(Vec2 p) const;
};

}  // namespace plethos
