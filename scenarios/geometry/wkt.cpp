#include "scenarios/geometry/wkt.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/parameter_table.hpp"
#include "scenarios/geometry/subdivision.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::size_t most_goals = 10'000;

double doubled_area(const std::vector<Vec2d>& ring) {
  double sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) sum += turn(ring[0], ring[i], ring[(i + 1) % ring.size()]);
  return sum;
}

/// Adds a closed polygon. Its solid side lies left of a counterclockwise edge.
void add_obstacle(Subdivision& plane, const Polygon& polygon) {
  std::vector<Vec2d> vertices;
  for (const Vec2 vertex : polygon.vertices) vertices.push_back(in_double(vertex));
  const int side = doubled_area(vertices) > 0 ? 1 : -1;
  for (std::size_t i = 0; i < vertices.size(); ++i) plane.add_edge(vertices[i], vertices[(i + 1) % vertices.size()], {side, 0});
}

/// A piece of an open wall.
struct Wall {
  Vec2d a, b;
};

std::vector<Wall> open_walls(const World& world) {
  std::vector<Wall> walls;
  for (const Polygon& polygon : world.polygons) {
    const bool bounds_ground = polygon.beyond != Solid::neither;
    for (std::size_t i = 0; !polygon.closed && !bounds_ground && i + 1 < polygon.vertices.size(); ++i) {
      walls.push_back({in_double(polygon.vertices[i]), in_double(polygon.vertices[i + 1])});
    }
  }
  return walls;
}

/// Adds the rectangle around a wall that reaches `reach` metres beyond it on every side.
void add_rectangle(Subdivision& plane, const Wall& wall, double reach) {
  const double length = std::hypot(wall.b.x - wall.a.x, wall.b.y - wall.a.y);
  if (!(length > 0)) return;
  const double x = (wall.b.x - wall.a.x) / length * reach;
  const double y = (wall.b.y - wall.a.y) / length * reach;
  const Vec2d corners[]{{wall.a.x - x + y, wall.a.y - y - x},
                        {wall.b.x + x + y, wall.b.y + y - x},
                        {wall.b.x + x - y, wall.b.y + y + x},
                        {wall.a.x - x - y, wall.a.y - y + x}};
  for (std::size_t i = 0; i < 4; ++i) plane.add_edge(corners[i], corners[(i + 1) % 4], {1, 0});
}

/// Adds outlines of ground, which lies left of their edges.
void add_ground(Subdivision& plane, const std::vector<std::vector<Vec2>>& outlines) {
  for (const std::vector<Vec2>& ring : outlines) {
    for (std::size_t i = 0; i < ring.size(); ++i) plane.add_edge(in_double(ring[i]), in_double(ring[(i + 1) % ring.size()]), {0, 1});
  }
}

void add_bounds(Subdivision& plane, const Bounds& bounds) {
  const Vec2d low = in_double(bounds.low);
  const Vec2d high = in_double(bounds.high);
  const Vec2d corners[]{low, {high.x, low.y}, high, {low.x, high.y}};
  for (std::size_t i = 0; i < 4; ++i) plane.add_edge(corners[i], corners[(i + 1) % 4], {0, 1});
}

std::string polygon_text(std::vector<std::vector<Vec2d>> rings) {
  // The outer ring, the only counterclockwise one, comes first.
  std::stable_partition(rings.begin(), rings.end(), [](const auto& ring) { return doubled_area(ring) > 0; });
  std::string text = "POLYGON (";
  for (std::size_t i = 0; i < rings.size(); ++i) {
    text += i == 0 ? "(" : ", (";
    for (const Vec2d p : rings[i]) text += number_text(p.x) + " " + number_text(p.y) + ", ";
    text += number_text(rings[i].front().x) + " " + number_text(rings[i].front().y) + ")";
  }
  return text + ")";
}

/// Returns the free faces that hold a goal, or all free faces if there are no goals.
std::vector<std::size_t> walkable_faces(const Subdivision& plane, const std::vector<Vec2>& goals) {
  const auto is_free = [&](std::size_t face) { return plane.cover(face).inside > 0 && plane.cover(face).obstacles == 0; };
  std::vector<std::size_t> faces;
  const std::size_t stride = goals.size() / most_goals + 1;
  for (std::size_t i = 0; i < goals.size(); i += stride) {
    if (const std::size_t face = plane.locate(in_double(goals[i])); is_free(face)) faces.push_back(face);
  }
  for (std::size_t face = 0; goals.empty() && face < plane.faces(); ++face) {
    if (is_free(face)) faces.push_back(face);
  }
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  return faces;
}

std::string area_text(const Subdivision& plane, const std::vector<std::size_t>& faces) {
  if (faces.empty()) return "POLYGON EMPTY";
  if (faces.size() == 1) return polygon_text(plane.rings(faces[0]));
  std::string text = "GEOMETRYCOLLECTION (";
  for (std::size_t i = 0; i < faces.size(); ++i) text += (i == 0 ? "" : ", ") + polygon_text(plane.rings(faces[i]));
  return text + ")";
}

Subdivision solid_plane(const World& world) {
  Subdivision plane;
  if (world.walkable.empty()) {
    add_bounds(plane, world.bounds);
  } else {
    add_ground(plane, world.walkable);
  }
  for (const Polygon& polygon : world.polygons) {
    if (polygon.closed) add_obstacle(plane, polygon);
  }
  return plane;
}

}  // namespace

std::string walkable_area_wkt(const World& world, double wall_thickness) {
  const std::vector<Wall> walls = open_walls(world);
  Subdivision lines = solid_plane(world);
  std::vector<std::size_t> edges;
  for (const Wall& wall : walls) edges.push_back(lines.add_edge(wall.a, wall.b, {0, 0}));
  lines.build();
  // Given ground is walkable even if no agent heads for it.
  const SharedVector<Vec2> goals = world.walkable.empty() ? world.goals : SharedVector<Vec2>();
  const std::vector<std::size_t> faces = walkable_faces(lines, goals);
  const auto is_walkable = [&](std::size_t face) { return std::binary_search(faces.begin(), faces.end(), face); };

  // A line inside of an area is no part of a polygon, and readers unite the parts of a collection that meet in a line. So such walls become
  // rectangles.
  Subdivision thick = solid_plane(world);
  bool any = false;
  for (std::size_t i = 0; i < walls.size(); ++i) {
    const auto sides = lines.sides(edges[i]);
    if (std::any_of(sides.begin(), sides.end(), [&](auto side) { return is_walkable(side.first) && is_walkable(side.second); })) {
      add_rectangle(thick, walls[i], wall_thickness / 2);
      any = true;
    } else {
      thick.add_edge(walls[i].a, walls[i].b, {0, 0});
    }
  }
  if (!any) return area_text(lines, faces);
  thick.build();
  const std::vector<std::size_t> left = walkable_faces(thick, goals);
  // Nothing is left if all goals lie on walls.
  return left.empty() ? area_text(lines, faces) : area_text(thick, left);
}

}  // namespace plethos::scenarios
