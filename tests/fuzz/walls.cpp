#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "scenarios/geometry/noding.hpp"
#include "scenarios/geometry/wkt.hpp"
#include "tests/fuzz/targets.hpp"

namespace plethos::fuzz {
namespace {

using namespace scenarios;

/// Returns coordinates that nearly meet: steps of 0.1 m and, beside each, a few of about a micrometre.
float coordinate(std::uint8_t coarse, std::uint8_t fine) {
  return 0.1f * static_cast<float>(coarse % 16) + 3e-7f * static_cast<float>(static_cast<int>(fine % 16) - 8);
}

int sign(Wide area) { return area > 0 ? 1 : area < 0 ? -1 : 0; }

bool is_inside(GridPoint p, GridPoint a, GridPoint b) {
  if (p == a || p == b || cross(a, b, p) != 0) return false;
  return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y && p.y <= std::max(a.y, b.y);
}

void check_noding(const std::vector<Polygon>& polygons) {
  const auto place = [](Vec2 v) { return GridPoint{std::llround(double{v.x} * 1e6), std::llround(double{v.y} * 1e6)}; };
  std::vector<GridSegment> segments;
  for (const Polygon& polygon : polygons) {
    for (std::size_t i = 0; i + 1 < polygon.vertices.size(); ++i) {
      segments.push_back({place(polygon.vertices[i]), place(polygon.vertices[i + 1])});
    }
  }
  const Noding noding = node_segments(segments);
  for (const auto& piece : noding.pieces) {
    const GridPoint a = noding.vertices[piece.from], b = noding.vertices[piece.to];
    for (const GridPoint p : noding.vertices) {
      if (is_inside(p, a, b)) fail("a vertex on a piece");
    }
    for (const auto& other : noding.pieces) {
      const GridPoint c = noding.vertices[other.from], d = noding.vertices[other.to];
      if (sign(cross(a, b, c)) * sign(cross(a, b, d)) < 0 && sign(cross(c, d, a)) * sign(cross(c, d, b)) < 0) fail("pieces that cross");
    }
  }
}

}  // namespace

/// Reads bytes 4 k to 4 k + 3 as a vertex. The first byte says which outlines are closed and after how many vertices the next one begins.
void cut_walls(std::string_view bytes) {
  if (bytes.empty()) return;
  const auto header = static_cast<std::uint8_t>(bytes[0]);
  bytes = bytes.substr(1, 4 * 24);
  World world{.bounds = {{-1, -1}, {3, 3}}};
  if ((header & 1) != 0) world.goals = {{2, 2}, {0.05f, 0.05f}};
  const std::size_t length = 2 + (header >> 4);
  for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    std::uint8_t raw[4];
    std::memcpy(raw, bytes.data() + i, 4);
    const Vec2 vertex{coordinate(raw[0], raw[1]), coordinate(raw[2], raw[3])};
    if (world.polygons.empty() || world.polygons.back().vertices.size() == length) {
      const bool closed = (header >> (1 + world.polygons.size() % 3) & 1) != 0;
      world.polygons.push_back({{}, closed});
    }
    world.polygons.back().vertices.push_back(vertex);
  }
  std::erase_if(world.polygons, [](const Polygon& polygon) { return polygon.vertices.size() < (polygon.closed ? 3 : 2); });
  check_noding(world.polygons);
  const std::string text = walkable_area_wkt(world, 0.01);
  if (!text.starts_with("POLYGON") && !text.starts_with("GEOMETRYCOLLECTION (POLYGON ((")) fail("no geometry: " + text);
}

}  // namespace plethos::fuzz
