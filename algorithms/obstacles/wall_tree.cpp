#include "algorithms/obstacles/wall_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/box-inl.hpp"

namespace plethos::obstacles {
namespace {

struct Piece {
  Box box;
  std::int32_t segment;

  float center(bool along_x) const { return along_x ? box.low_x + box.high_x : box.low_y + box.high_y; }
};

/// The box from p to q, larger by `slack` metres and a bit of the coordinates.
Box box_around(Vec2 p, Vec2 q, float slack) {
  const float far = std::numeric_limits<float>::infinity();
  return {std::nextafter(std::min(p.x, q.x) - slack, -far), std::nextafter(std::min(p.y, q.y) - slack, -far),
          std::nextafter(std::max(p.x, q.x) + slack, far), std::nextafter(std::max(p.y, q.y) + slack, far)};
}

std::vector<Piece> pieces_of(std::span<const Segment> segments) {
  double total = 0;
  for (const Segment& segment : segments) total += length(segment.b - segment.a);
  // At most one piece more a segment, on average.
  const double longest = std::max(1e-3, total / static_cast<double>(segments.size()));
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Vec2 a = segments[i].a;
    const Vec2 b = segments[i].b;
    const float whole = length(b - a);
    const int count = std::max(1, static_cast<int>(std::ceil(whole / longest)));
    const auto end = [&](int k) { return k == count ? b : a + (static_cast<float>(k) / static_cast<float>(count)) * (b - a); };
    for (int k = 0; k < count; ++k) pieces.push_back({box_around(end(k), end(k + 1), 2e-6f * whole), static_cast<std::int32_t>(i)});
  }
  return pieces;
}

/// Orders the pieces below a node so that those of its first half come first; `leaves` are a power of two.
void split(std::span<Piece> pieces, std::size_t leaves) {
  const std::size_t half = leaves / 2 * wall_leaf;
  if (half == 0 || half >= pieces.size()) {
    if (leaves > 1) split(pieces, leaves / 2);
    return;
  }
  Box extent;
  for (const Piece& piece : pieces) scalar::box_include(extent, piece.box);
  const bool along_x = extent.high_x - extent.low_x >= extent.high_y - extent.low_y;
  std::nth_element(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(half), pieces.end(), [&](const Piece& p, const Piece& q) {
    const float at_p = p.center(along_x);
    const float at_q = q.center(along_x);
    return at_p != at_q ? at_p < at_q : p.segment < q.segment;
  });
  split(pieces.first(half), leaves / 2);
  split(pieces.subspan(half), leaves / 2);
}

}  // namespace

HostWallTree make_host_wall_tree(std::span<const Segment> segments, std::int32_t first) {
  HostWallTree tree;
  if (segments.empty()) return tree;
  std::vector<Piece> pieces = pieces_of(segments);
  const std::size_t leaves = (pieces.size() + wall_leaf - 1) / wall_leaf;
  tree.boxes = BoxTree<Kokkos::HostSpace>("plethos::walls::tree", static_cast<std::int32_t>(leaves));
  const BoxLevels& levels = tree.boxes.levels;
  split(pieces, std::size_t{1} << (levels.levels - 1));
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    tree.segment.push_back(first + pieces[k].segment);
    scalar::box_include(scalar::box_at(levels, 0, static_cast<std::int32_t>(k) / wall_leaf), pieces[k].box);
  }
  for (int level = 1; level < levels.levels; ++level) {
    for (std::int32_t place = 0; place < levels.count[level]; ++place) {
      for (int k = 0; k < 2; ++k)
        scalar::box_include(scalar::box_at(levels, level, place), scalar::box_at(levels, level - 1, 2 * place + k));
    }
  }
  return tree;
}

}  // namespace plethos::obstacles
