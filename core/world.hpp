#pragma once

#include <cstdint>
#include <vector>

#include "core/vec2.hpp"

namespace plethos {

/// On which side of a wall, seen from a to b, there is solid ground.
enum class Solid : std::int32_t { neither = 0, left = 1, right = 2 };

/// The sides as columns of walls hold them, for kernels, whose lanes compare numbers.
inline constexpr auto solid_left = static_cast<std::int32_t>(Solid::left);
inline constexpr auto solid_right = static_cast<std::int32_t>(Solid::right);

/// A straight line from a to b, in metres.
struct Line {
  Vec2 a;
  Vec2 b;

  friend constexpr bool operator==(const Line&, const Line&) = default;
  /// The point of it that is nearest to p.
  Vec2 nearest(Vec2 p) const;
};

/// A straight piece of wall from a to b, in metres.
struct Segment {
  Vec2 a;
  Vec2 b;
  std::int32_t previous = -1;  ///< index of the segment of the same outline that ends at a; -1: none, the wall begins there
  std::int32_t next = -1;      ///< of the one that starts at b
  Solid solid = Solid::neither;
};

/// An axis-aligned rectangle in metres.
struct Bounds {
  Vec2 low;
  Vec2 high;

  bool contains(Vec2 p) const { return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y; }
  /// The smallest bounds that hold these and p.
  Bounds include(Vec2 p) const {
    return {{std::fmin(low.x, p.x), std::fmin(low.y, p.y)}, {std::fmax(high.x, p.x), std::fmax(high.y, p.y)}};
  }
};

/// Whether p lies inside of the closed polygon with these vertices. Cost: one pass over them.
bool is_inside(const std::vector<Vec2>& ring, Vec2 p);
/// Twice the area inside, in m^2: negative where the vertices run clockwise.
double doubled_area(const std::vector<Vec2>& ring);

/// An obstacle's outline. Closed: a solid polygon, whose inside no agent may start in. Open: a chain of walls. Two vertices at least.
struct Polygon {
  std::vector<Vec2> vertices;
  bool closed = true;
  /// Of an open chain: where there is solid ground, as beyond the edge of World::walkable.
  Solid beyond = Solid::neither;

  /// Whether p lies inside; false for an open chain. Cost: one pass over the vertices.
  bool contains(Vec2 p) const;
  /// On which side of its walls it is solid: left if a closed outline runs counterclockwise, neither without area; of a chain, `beyond`.
  /// Cost: one pass over the vertices.
  Solid solid() const;
};

/// A goal with an extent: an agent has arrived whose step crosses or touches one of the outlines, or ends inside of one.
struct Exit {
  /// Two vertices: a line. More: a closed polygon.
  std::vector<std::vector<Vec2>> outlines;
  /// Agents head for the nearest point of one of these: what of the outlines is free to stand on. At least one.
  std::vector<Line> landings{};

  friend bool operator==(const Exit&, const Exit&) = default;
};

/// What stands still: obstacles, goals and the rectangle in which the simulation is expected to stay.
struct World {
  std::vector<Polygon> polygons{};
  std::vector<Vec2> goals{};
  /// Holds every start, goal and obstacle. Agents may leave it; the neighbor search is fastest inside.
  Bounds bounds{};
  /// Where an agent heads next when it has reached a goal: for each goal an index into `goals`, or -1 where it has arrived then. Those
  /// behind the last entry lead nowhere. Agents whose goals lead back to each other walk without end.
  std::vector<std::int32_t> next_goals{};
  /// Goals with an extent, and for each goal an index into them, or -1 where it is a point. Those behind the last entry are points. The
  /// entry of an exit in `goals` is a place on it.
  std::vector<Exit> exits{};
  std::vector<std::int32_t> exit_of_goal{};
  /// Outlines of the ground that agents can walk on, which lies to the left of their edges: inside of an odd number of them. They do not
  /// meet each other. Without any, it is everywhere. The walls along them are in `polygons`.
  std::vector<std::vector<Vec2>> walkable{};

  /// The walls of all polygons, in the polygons' order, linked along each outline; a chain that ends where it starts is linked there too.
  /// Cost: one pass over the vertices.
  std::vector<Segment> segments() const;

  /// The goal after `goal`, or -1.
  std::int32_t next_goal(std::int32_t goal) const {
    const auto at = static_cast<std::size_t>(goal);
    return at < next_goals.size() ? next_goals[at] : -1;
  }
  /// Makes `next` the one after `goal`.
  void lead_on(std::int32_t goal, std::int32_t next);
  /// The exit that `goal` is, or null: a point.
  const Exit* exit(std::int32_t goal) const {
    const auto at = static_cast<std::size_t>(goal);
    return at < exit_of_goal.size() && exit_of_goal[at] >= 0 ? &exits[static_cast<std::size_t>(exit_of_goal[at])] : nullptr;
  }
  /// Adds a goal that is an exit, which may be there already. Returns the goal.
  std::int32_t add_exit(const Exit& exit);
  /// Where someone at `from` heads who can see all of `goal`: a point, or the nearest one of an exit's landings.
  Vec2 goal_from(std::int32_t goal, Vec2 from) const;
  /// Whether p lies on walkable ground. Cost: one pass over its outlines.
  bool is_walkable(Vec2 p) const;
};

}  // namespace plethos
