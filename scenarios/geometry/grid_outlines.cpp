#include "scenarios/geometry/grid_outlines.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>

namespace plethos::scenarios {
namespace {

struct Corner {
  std::int32_t x;
  std::int32_t y;
  friend bool operator==(Corner, Corner) = default;
};

/// Directions, counterclockwise: east, north, west, south.
constexpr std::array<Corner, 4> steps{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

/// An upright edge of an outline, named by its lower end.
struct UprightEdge {
  std::int32_t y;
  std::int32_t x;
  std::int32_t loop;
};

/// Follows the edges between passable and blocked cells with the passable side on the left.
class Tracer {
 public:
  explicit Tracer(const GridMap& map)
      : map_(map), columns_(static_cast<std::size_t>(map.width) + 1), outgoing_(columns_ * (static_cast<std::size_t>(map.height) + 1)) {
    for (std::int32_t y = 0; y < map.height; ++y) {
      for (std::int32_t x = 0; x < map.width; ++x) {
        if (passable(x, y)) mark_edges(x, y);
      }
    }
    for (std::int32_t y = 0; y <= map.height; ++y) {
      for (std::int32_t x = 0; x <= map.width; ++x) {
        while (outgoing({x, y}) != 0) follow({x, y});
      }
    }
    find_courts();
  }

  const std::vector<std::vector<Corner>>& loops() const { return loops_; }
  /// Returns whether the loop is the outline of a blocked island without a passable cell inside.
  bool is_solid(std::size_t loop) const { return !counterclockwise_[loop] && !has_court_[loop]; }

 private:
  /// Returns whether a cell is passable, with y upwards.
  bool passable(std::int32_t x, std::int32_t y) const { return map_.is_passable(x, map_.height - 1 - y); }
  std::uint8_t& outgoing(Corner c) { return outgoing_[static_cast<std::size_t>(c.y) * columns_ + static_cast<std::size_t>(c.x)]; }

  void mark_edges(std::int32_t x, std::int32_t y) {
    if (!passable(x, y - 1)) outgoing({x, y}) |= 1;
    if (!passable(x + 1, y)) outgoing({x + 1, y}) |= 2;
    if (!passable(x, y + 1)) outgoing({x + 1, y + 1}) |= 4;
    if (!passable(x - 1, y)) outgoing({x, y + 1}) |= 8;
  }

  /// Takes the edges of one walk around. Where the walk comes back to a corner, the edges between form a loop of their own.
  void follow(Corner start) {
    std::vector<Corner> path{start};
    std::unordered_map<std::size_t, std::size_t> place;  // place in the path of corners where two outlines may meet
    const auto key = [&](Corner c) { return static_cast<std::size_t>(c.y) * columns_ + static_cast<std::size_t>(c.x); };
    place[key(start)] = 0;
    int direction = 0;
    while (((outgoing(start) >> direction) & 1) == 0) ++direction;
    for (Corner at = start;;) {
      // A left turn comes first. Where two passable cells meet in a corner, it stays with the present one, because no agent passes there.
      for (const int turn : {1, 0, 3}) {
        const int candidate = (direction + turn) % 4;
        if (path.size() == 1 && turn != 0) continue;  // the first edge has been chosen
        if ((outgoing(at) >> candidate & 1) != 0) {
          direction = candidate;
          break;
        }
      }
      outgoing(at) = static_cast<std::uint8_t>(outgoing(at) & ~(1 << direction));
      const Corner step = steps[static_cast<std::size_t>(direction)];
      at = {at.x + step.x, at.y + step.y};
      const auto [seen, is_new] = place.try_emplace(key(at), path.size());
      if (!is_new) {
        const std::size_t first = seen->second;
        add_loop({path.begin() + static_cast<std::ptrdiff_t>(first), path.end()});
        for (std::size_t i = first + 1; i < path.size(); ++i) place.erase(key(path[i]));
        path.resize(first + 1);
        if (first == 0) return;
      } else {
        path.push_back(at);
      }
    }
  }

  void add_loop(const std::vector<Corner>& corners) {
    std::vector<Corner> loop;
    std::int64_t doubled_area = 0;
    const auto id = static_cast<std::int32_t>(loops_.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Corner before = corners[(i + corners.size() - 1) % corners.size()];
      const Corner here = corners[i];
      const Corner after = corners[(i + 1) % corners.size()];
      if (before.x != after.x && before.y != after.y) loop.push_back(here);
      doubled_area += std::int64_t{here.x} * after.y - std::int64_t{after.x} * here.y;
      if (here.x == after.x) upright_.push_back({std::min(here.y, after.y), here.x, id});
    }
    loops_.push_back(std::move(loop));
    counterclockwise_.push_back(doubled_area > 0);
  }

  /// Finds islands with a court: an outline of passable cells lies directly inside of them.
  void find_courts() {
    has_court_.assign(loops_.size(), false);
    std::sort(upright_.begin(), upright_.end(),
              [](const UprightEdge& a, const UprightEdge& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; });
    std::vector<std::int32_t> inside;
    std::int32_t y = -1;
    for (const UprightEdge& edge : upright_) {
      if (edge.y != y) {
        inside.clear();
        y = edge.y;
      }
      if (!inside.empty() && inside.back() == edge.loop) {
        inside.pop_back();
        continue;
      }
      const auto loop = static_cast<std::size_t>(edge.loop);
      if (!inside.empty() && counterclockwise_[loop]) has_court_[static_cast<std::size_t>(inside.back())] = true;
      inside.push_back(edge.loop);
    }
  }

  const GridMap& map_;
  std::size_t columns_;
  std::vector<std::uint8_t> outgoing_;  // of each corner, a bit for each direction
  std::vector<std::vector<Corner>> loops_;
  std::vector<bool> counterclockwise_;
  std::vector<bool> has_court_;
  std::vector<UprightEdge> upright_;
};

}  // namespace

std::vector<Polygon> grid_outlines(const GridMap& map, float cell_size) {
  const Tracer tracer(map);
  std::vector<Polygon> polygons;
  for (std::size_t i = 0; i < tracer.loops().size(); ++i) {
    Polygon polygon;
    polygon.closed = tracer.is_solid(i);
    for (const Corner corner : tracer.loops()[i]) {
      polygon.vertices.push_back({static_cast<float>(corner.x) * cell_size, static_cast<float>(corner.y) * cell_size});
    }
    if (!polygon.closed) polygon.vertices.push_back(polygon.vertices.front());
    polygons.push_back(std::move(polygon));
  }
  return polygons;
}

}  // namespace plethos::scenarios
