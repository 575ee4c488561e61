#include "scenarios/geometry/noding.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace plethos::scenarios {
namespace {

using Index = std::uint32_t;

Wide dot(GridPoint a, GridPoint b, GridPoint c) { return Wide{b.x - a.x} * (c.x - a.x) + Wide{b.y - a.y} * (c.y - a.y); }

/// Returns whether p lies beside the inside of the line from a to b, not beyond its ends, and within half a micrometre of it. At a greater
/// distance a bend might not make the pieces shorter: the diagonal of a square would go by its two other corners, and back.
bool is_beside(GridPoint p, GridPoint a, GridPoint b) {
  const Wide along = dot(a, b, p);
  const Wide whole = dot(a, b, b);
  if (along <= 0 || along >= whole) return false;
  return 2 * std::abs(static_cast<double>(cross(a, b, p))) <= std::sqrt(static_cast<double>(whole));
}

/// Returns the grid point nearest to the crossing of the lines a b and c d.
GridPoint crossing(GridPoint a, GridPoint b, GridPoint c, GridPoint d) {
  const auto first = static_cast<long double>(cross(c, d, a));
  const auto second = static_cast<long double>(cross(c, d, b));
  const long double t = first / (first - second);
  return {a.x + std::llround(t * static_cast<long double>(b.x - a.x)), a.y + std::llround(t * static_cast<long double>(b.y - a.y))};
}

struct HashPoint {
  std::size_t operator()(GridPoint p) const {
    return static_cast<std::uint64_t>(p.x) * 0x9e3779b97f4a7c15u ^ static_cast<std::uint64_t>(p.y) * 0xc2b2ae3d27d4eb4fu;
  }
};

class Noder {
 public:
  explicit Noder(std::span<const GridSegment> segments) {
    for (Index i = 0; i < segments.size(); ++i) {
      if (!(segments[i].a == segments[i].b)) add({vertex(segments[i].a), vertex(segments[i].b), i}, true);
    }
  }

  Noding run() {
    // Each round makes pieces shorter, by a grid step at least, so the rounds come to an end. Few scenes need four.
    while (find_splits()) apply_splits();
    Noding result{std::move(vertices_), {}};
    for (const Work& work : work_) result.pieces.push_back(work.piece);
    return result;
  }

 private:
  struct Work {
    Noding::Piece piece;
    bool fresh;                 // not yet compared with all others
    std::vector<Index> splits;  // vertices between its ends
  };

  GridPoint from(const Work& work) const { return vertices_[work.piece.from]; }
  GridPoint to(const Work& work) const { return vertices_[work.piece.to]; }

  Index vertex(GridPoint p) {
    const auto [entry, is_new] = known_.try_emplace(p, static_cast<Index>(vertices_.size()));
    if (is_new) vertices_.push_back(p);
    return entry->second;
  }

  void add(Noding::Piece piece, bool fresh) {
    if (piece.from != piece.to) work_.push_back({piece, fresh, {}});
  }

  static bool split_at(Work& work, Index v) {
    if (v == work.piece.from || v == work.piece.to) return false;
    work.splits.push_back(v);
    return true;
  }

  bool split(Work& first, Work& second) {
    bool touching = false;
    for (const auto& [work, other] : {std::pair{&first, &second}, std::pair{&second, &first}}) {
      for (const Index end : {other->piece.from, other->piece.to}) {
        if (is_beside(vertices_[end], from(*work), to(*work)) && split_at(*work, end)) touching = true;
      }
    }
    if (touching) return true;
    const GridPoint a = from(first), b = to(first), c = from(second), d = to(second);
    const auto sign = [](Wide area) { return area > 0 ? 1 : area < 0 ? -1 : 0; };
    if (sign(cross(c, d, a)) * sign(cross(c, d, b)) >= 0 || sign(cross(a, b, c)) * sign(cross(a, b, d)) >= 0) return false;
    // This point is nearer to the crossing than any end is, or it is one of the ends, but not an end of both segments. So at least one
    // segment is split.
    const Index at = vertex(crossing(a, b, c, d));
    const bool first_is_split = split_at(first, at);
    return split_at(second, at) || first_is_split;
  }

  bool find_splits() {
    const auto low_x = [&](const Work& work) { return std::min(from(work).x, to(work).x); };
    std::sort(work_.begin(), work_.end(), [&](const Work& a, const Work& b) { return low_x(a) < low_x(b); });
    bool found = false;
    for (std::size_t i = 0; i < work_.size(); ++i) {
      const std::int64_t high_x = std::max(from(work_[i]).x, to(work_[i]).x) + 1;
      const std::int64_t low_y = std::min(from(work_[i]).y, to(work_[i]).y) - 1;
      const std::int64_t high_y = std::max(from(work_[i]).y, to(work_[i]).y) + 1;
      for (std::size_t k = i + 1; k < work_.size() && low_x(work_[k]) <= high_x; ++k) {
        if (!work_[i].fresh && !work_[k].fresh) continue;
        const bool near = std::max(from(work_[k]).y, to(work_[k]).y) >= low_y && std::min(from(work_[k]).y, to(work_[k]).y) <= high_y;
        if (near && split(work_[i], work_[k])) found = true;
      }
    }
    return found;
  }

  void apply_splits() {
    std::vector<Work> before;
    std::swap(before, work_);
    for (Work& work : before) {
      const bool changed = !work.splits.empty();
      const GridPoint a = from(work), b = to(work);
      std::sort(work.splits.begin(), work.splits.end(), [&](Index v, Index w) {
        const Wide along = dot(a, b, vertices_[v]);
        const Wide other = dot(a, b, vertices_[w]);
        return along < other || (along == other && v < w);
      });
      Index last = work.piece.from;
      work.splits.push_back(work.piece.to);
      for (const Index v : work.splits) {
        add({last, v, work.piece.segment}, changed);
        last = v;
      }
    }
  }

  std::vector<GridPoint> vertices_;
  std::unordered_map<GridPoint, Index, HashPoint> known_;
  std::vector<Work> work_;
};

}  // namespace

Noding node_segments(std::span<const GridSegment> segments) { return Noder(segments).run(); }

}  // namespace plethos::scenarios
