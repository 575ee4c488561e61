#include "scenarios/outline_meeting.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/error.hpp"
#include "scenarios/noding.hpp"

namespace plethos::scenarios {
namespace {

constexpr std::int64_t most_comparisons = 1'000'000'000;

struct Edge {
  GridPoint a, b;
  Line line;
  std::size_t outline;
  std::size_t next;  // the edge that follows it along the outline
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

/// Edges that follow each other have their corner in common, and nothing else.
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

}  // namespace

std::optional<OutlineMeeting> find_outline_meeting(std::span<const std::vector<Vec2>> outlines) {
  const std::vector<Edge> edges = edges_of(outlines);
  if (edges.empty()) return {};
  std::int64_t low = edges[0].low_y;
  std::int64_t high = edges[0].high_y;
  for (const Edge& edge : edges) {
    low = std::min(low, edge.low_y);
    high = std::max(high, edge.high_y);
  }
  // Strips in y; within each, edges are compared with those that begin before they end in x.
  const auto strips = static_cast<std::int64_t>(std::sqrt(static_cast<double>(edges.size()))) + 1;
  const std::int64_t height = (high - low) / strips + 1;
  std::vector<std::vector<std::size_t>> strip(static_cast<std::size_t>(strips));
  std::int64_t comparisons = 0;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    for (std::int64_t s = (edges[e].low_y - low) / height; s <= (edges[e].high_y - low) / height; ++s) {
      strip[static_cast<std::size_t>(s)].push_back(e);
    }
  }
  for (std::vector<std::size_t>& members : strip) {
    std::sort(members.begin(), members.end(),
              [&](std::size_t e, std::size_t f) { return edges[e].low_x != edges[f].low_x ? edges[e].low_x < edges[f].low_x : e < f; });
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t k = i + 1; k < members.size() && edges[members[k]].low_x <= edges[members[i]].high_x; ++k) {
        if (++comparisons > most_comparisons) throw InputError("found too many edges side by side, expected outlines of fewer vertices");
        const Edge& e = edges[std::min(members[i], members[k])];
        const Edge& f = edges[std::max(members[i], members[k])];
        if (e.high_y < f.low_y || f.high_y < e.low_y) continue;
        const bool e_first = &edges[e.next] == &f;
        const bool f_first = &edges[f.next] == &e;
        const bool wrong = !e_first && !f_first ? meet(e, f) : (e_first && folds_back(e, f)) || (f_first && folds_back(f, e));
        if (wrong) return OutlineMeeting{e.line, f.line, f.outline};
      }
    }
  }
  return {};
}

}  // namespace plethos::scenarios
