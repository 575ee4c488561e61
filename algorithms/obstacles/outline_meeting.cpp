#include "algorithms/obstacles/outline_meeting.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "algorithms/obstacles/grid_point.hpp"
#include "algorithms/obstacles/near_boxes.hpp"
#include "core/error.hpp"
#include "core/point_text.hpp"

namespace plethos::obstacles {
namespace {

constexpr std::int64_t most_comparisons = 1'000'000'000;

struct Edge {
  GridPoint a, b;
  Line line;
  std::size_t outline;
  std::size_t next;  // the next edge of the outline
  std::int64_t low_x, high_x, low_y, high_y;
};

GridPoint on_grid(Vec2 p) { return {std::llround(1e6 * static_cast<double>(p.x)), std::llround(1e6 * static_cast<double>(p.y))}; }

int sign(Wide value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

bool is_on(GridPoint p, const Edge& edge) {
  return p.x >= edge.low_x && p.x <= edge.high_x && p.y >= edge.low_y && p.y <= edge.high_y && cross(edge.a, edge.b, p) == 0;
}

bool meet(const Edge& e, const Edge& f) {
  if (is_on(e.a, f) || is_on(e.b, f) || is_on(f.a, e) || is_on(f.b, e)) return true;
  return sign(cross(e.a, e.b, f.a)) * sign(cross(e.a, e.b, f.b)) < 0 && sign(cross(f.a, f.b, e.a)) * sign(cross(f.a, f.b, e.b)) < 0;
}

/// Returns whether two edges in a row have more in common than their corner.
bool folds_back(const Edge& e, const Edge& next) { return is_on(e.a, next) || is_on(next.b, e); }

std::vector<Edge> edges_of(std::span<const std::vector<Vec2>> outlines) {
  std::vector<Edge> edges;
  for (std::size_t o = 0; o < outlines.size(); ++o) {
    const std::vector<Vec2>& ring = outlines[o];
    const std::size_t first = edges.size();
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Line line{ring[i], ring[(i + 1) % ring.size()]};
      const GridPoint a = on_grid(line.a);
      const GridPoint b = on_grid(line.b);
      edges.push_back(
          {a, b, line, o, first + (i + 1) % ring.size(), std::min(a.x, b.x), std::max(a.x, b.x), std::min(a.y, b.y), std::max(a.y, b.y)});
    }
  }
  return edges;
}

std::string line_text(const Line& line) { return "from " + point_text(line.a) + " to " + point_text(line.b); }

}  // namespace

std::string meeting_text(const OutlineMeeting& meeting) {
  return "an edge " + line_text(meeting.second) + " that meets the one " + line_text(meeting.first);
}

std::optional<OutlineMeeting> find_outline_meeting(std::span<const std::vector<Vec2>> outlines) {
  const std::vector<Edge> edges = edges_of(outlines);
  std::vector<Box> boxes;
  for (const Edge& edge : edges) {
    boxes.push_back({static_cast<double>(edge.low_x), static_cast<double>(edge.high_x), static_cast<double>(edge.low_y),
                     static_cast<double>(edge.high_y)});
  }
  std::optional<OutlineMeeting> meeting;
  const auto looked = for_each_pair_of_boxes(boxes, most_comparisons, [&](std::size_t i, std::size_t k) {
    const Edge& e = edges[std::min(i, k)];
    const Edge& f = edges[std::max(i, k)];
    const bool e_first = &edges[e.next] == &f;
    const bool f_first = &edges[f.next] == &e;
    const bool wrong = !e_first && !f_first ? meet(e, f) : (e_first && folds_back(e, f)) || (f_first && folds_back(f, e));
    if (wrong) meeting = OutlineMeeting{e.line, f.line, f.outline};
    return !wrong;
  });
  if (looked == PairsOfBoxes::too_many) throw InputError("found too many edges side by side, expected outlines of fewer vertices");
  return meeting;
}

}  // namespace plethos::obstacles
