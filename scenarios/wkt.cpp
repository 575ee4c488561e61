#include "scenarios/wkt.hpp"

#include <algorithm>
#include <vector>

#include "scenarios/keys.hpp"
#include "scenarios/subdivision.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::size_t most_goals = 10'000;

PlanePoint plane_point(Vec2 v) { return {v.x, v.y}; }

double doubled_area(const std::vector<PlanePoint>& ring) {
  double sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const PlanePoint a = ring[i];
    const PlanePoint b = ring[(i + 1) % ring.size()];
    sum += (a.x - ring[0].x) * (b.y - ring[0].y) - (b.x - ring[0].x) * (a.y - ring[0].y);
  }
  return sum;
}

void add_polygon(Subdivision& plane, const Polygon& polygon) {
  std::vector<PlanePoint> vertices;
  for (const Vec2 vertex : polygon.vertices) vertices.push_back(plane_point(vertex));
  // The solid lies left of a counterclockwise edge; an open wall has the same on both sides.
  const int side = !polygon.closed ? 0 : doubled_area(vertices) > 0 ? 1 : -1;
  for (std::size_t i = 0; i + 1 < vertices.size(); ++i) plane.add_edge(vertices[i], vertices[i + 1], {side, 0});
  if (polygon.closed) plane.add_edge(vertices.back(), vertices.front(), {side, 0});
}

void add_bounds(Subdivision& plane, const Bounds& bounds) {
  const PlanePoint low = plane_point(bounds.low);
  const PlanePoint high = plane_point(bounds.high);
  const PlanePoint corners[]{low, {high.x, low.y}, high, {low.x, high.y}};
  for (std::size_t i = 0; i < 4; ++i) plane.add_edge(corners[i], corners[(i + 1) % 4], {0, 1});
}

std::string polygon_text(std::vector<std::vector<PlanePoint>> rings) {
  // The outer ring, the only counterclockwise one, comes first.
  std::stable_partition(rings.begin(), rings.end(), [](const auto& ring) { return doubled_area(ring) > 0; });
  std::string text = "POLYGON (";
  for (std::size_t i = 0; i < rings.size(); ++i) {
    text += i == 0 ? "(" : ", (";
    for (const PlanePoint p : rings[i]) text += number_text(p.x) + " " + number_text(p.y) + ", ";
    text += number_text(rings[i].front().x) + " " + number_text(rings[i].front().y) + ")";
  }
  return text + ")";
}

/// The free faces that hold a goal; all free ones, if there are no goals.
std::vector<std::size_t> walkable_faces(const Subdivision& plane, const std::vector<Vec2>& goals) {
  const auto is_free = [&](std::size_t face) { return plane.cover(face).inside > 0 && plane.cover(face).obstacles == 0; };
  std::vector<std::size_t> faces;
  const std::size_t stride = goals.size() / most_goals + 1;
  for (std::size_t i = 0; i < goals.size(); i += stride) {
    if (const std::size_t face = plane.locate(plane_point(goals[i])); is_free(face)) faces.push_back(face);
  }
  for (std::size_t face = 0; goals.empty() && face < plane.faces(); ++face) {
    if (is_free(face)) faces.push_back(face);
  }
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  return faces;
}

}  // namespace

std::string walkable_area_wkt(const World& world) {
  Subdivision plane;
  add_bounds(plane, world.bounds);
  for (const Polygon& polygon : world.polygons) add_polygon(plane, polygon);
  plane.build();
  const std::vector<std::size_t> faces = walkable_faces(plane, world.goals);
  if (faces.empty()) return "POLYGON EMPTY";
  if (faces.size() == 1) return polygon_text(plane.rings(faces[0]));
  std::string text = "GEOMETRYCOLLECTION (";
  for (std::size_t i = 0; i < faces.size(); ++i) text += (i == 0 ? "" : ", ") + polygon_text(plane.rings(faces[i]));
  return text + ")";
}

}  // namespace plethos::scenarios
