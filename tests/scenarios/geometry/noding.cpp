#include "scenarios/geometry/noding.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/harness/random.hpp"

using namespace plethos::scenarios;

namespace {

int sign(Wide area) { return area > 0 ? 1 : area < 0 ? -1 : 0; }

bool crosses(GridPoint a, GridPoint b, GridPoint c, GridPoint d) {
  return sign(cross(a, b, c)) * sign(cross(a, b, d)) < 0 && sign(cross(c, d, a)) * sign(cross(c, d, b)) < 0;
}

bool is_between(GridPoint p, GridPoint a, GridPoint b) {
  return !(p == a) && !(p == b) && cross(a, b, p) == 0 && std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) &&
         std::min(a.y, b.y) <= p.y && p.y <= std::max(a.y, b.y);
}

double distance(GridPoint p, const GridSegment& segment) {
  const auto dx = static_cast<double>(segment.b.x - segment.a.x);
  const auto dy = static_cast<double>(segment.b.y - segment.a.y);
  const auto px = static_cast<double>(p.x - segment.a.x);
  const auto py = static_cast<double>(p.y - segment.a.y);
  const double t = std::clamp((px * dx + py * dy) / std::max(dx * dx + dy * dy, 1.), 0., 1.);
  return std::hypot(px - t * dx, py - t * dy);
}

/// Checks every pair of pieces: they meet in ends only, and the pieces of a segment lead from its a to its b, near its line.
void check(const std::vector<GridSegment>& segments, double reach) {
  const Noding noding = node_segments(segments);
  const auto place = [&](std::uint32_t v) { return noding.vertices[v]; };
  std::vector<std::vector<int>> degree(segments.size(), std::vector<int>(noding.vertices.size()));
  for (const auto& piece : noding.pieces) {
    REQUIRE(piece.from != piece.to);
    REQUIRE(distance(place(piece.from), segments[piece.segment]) <= reach);
    REQUIRE(distance(place(piece.to), segments[piece.segment]) <= reach);
    --degree[piece.segment][piece.from];
    ++degree[piece.segment][piece.to];
    for (const GridPoint p : noding.vertices) REQUIRE_FALSE(is_between(p, place(piece.from), place(piece.to)));
    for (const auto& other : noding.pieces) {
      REQUIRE_FALSE(crosses(place(piece.from), place(piece.to), place(other.from), place(other.to)));
    }
  }
  for (std::size_t i = 0; i < segments.size(); ++i) {
    for (std::size_t v = 0; v < noding.vertices.size(); ++v) {
      const GridPoint p = noding.vertices[v];
      REQUIRE(degree[i][v] == (p == segments[i].b ? 1 : 0) - (p == segments[i].a ? 1 : 0));
    }
  }
}

}  // namespace

TEST_CASE("two segments that cross are cut in four pieces") {
  const Noding noding = node_segments(std::vector<GridSegment>{{{0, 0}, {10, 10}}, {{0, 10}, {10, 0}}});
  CHECK(noding.pieces.size() == 4);
  CHECK(noding.vertices.back() == GridPoint{5, 5});
}

TEST_CASE("segments that overlap share a piece") {
  const Noding noding = node_segments(std::vector<GridSegment>{{{0, 0}, {10, 0}}, {{4, 0}, {20, 0}}});
  CHECK(noding.vertices.size() == 4);
  CHECK(noding.pieces.size() == 4);
}

TEST_CASE("pieces of any segments meet in their ends only") {
  plethos::tests::Random random("noding");
  for (int round = 0; round < 400; ++round) {
    CAPTURE(round);
    // Few places that nearly coincide, dense grids, long slivers, and the largest coordinates.
    const std::int64_t lattice = round % 4 == 0 ? 1 : round % 4 == 1 ? 3 : round % 4 == 2 ? 1000003 : 900000000000001;
    const auto coordinate = [&] { return random.integer(-4, 4) * lattice + random.integer(-2, 2); };
    std::vector<GridSegment> segments(static_cast<std::size_t>(random.integer(1, 16)));
    for (GridSegment& segment : segments) segment = {{coordinate(), coordinate()}, {coordinate(), coordinate()}};
    check(segments, 12);
  }
}
