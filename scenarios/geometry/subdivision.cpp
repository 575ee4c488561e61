#include "scenarios/geometry/subdivision.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace plethos::scenarios {
namespace {

constexpr double grid = 1e6;  // grid points per metre
constexpr double farthest = 4e15;
constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

GridPoint to_grid(Vec2d p) {
  const auto rounded = [](double x) { return static_cast<std::int64_t>(std::round(std::clamp(x * grid, -farthest, farthest))); };
  return {rounded(p.x), rounded(p.y)};
}

Vec2d to_plane(GridPoint p) { return {static_cast<double>(p.x) / grid, static_cast<double>(p.y) / grid}; }

std::uint32_t root(std::vector<std::uint32_t>& parents, std::uint32_t i) {
  while (parents[i] != i) i = parents[i] = parents[parents[i]];
  return i;
}

/// Orders points counterclockwise by their direction from the center, starting in the east.
bool is_before(GridPoint center, GridPoint a, GridPoint b) {
  const auto lower = [&](GridPoint p) { return p.y < center.y || (p.y == center.y && p.x < center.x); };
  if (lower(a) != lower(b)) return lower(b);
  return cross(center, a, b) > 0;
}

/// The place where an upward line from a to b meets the height y: x = whole + part / (b.y - a.y), with the part from 0 up to below 1.
struct Meeting {
  std::int64_t whole;
  Wide part;
  Wide height;
  Wide width;

  Meeting(GridPoint a, GridPoint b, std::int64_t y) : whole(a.x), part(Wide{y - a.y} * (b.x - a.x)), height(b.y - a.y), width(b.x - a.x) {
    const Wide quotient = part / height - (part % height < 0 ? 1 : 0);
    whole += static_cast<std::int64_t>(quotient);
    part -= quotient * height;
  }
  /// Returns whether this line lies further left, just above y.
  bool operator<(const Meeting& other) const {
    if (whole != other.whole) return whole < other.whole;
    const Wide mine = part * other.height;
    const Wide its = other.part * height;
    return mine != its ? mine < its : width * other.height < other.width * height;
  }
};

}  // namespace

std::size_t Subdivision::add_edge(Vec2d a, Vec2d b, Step step) {
  edges_.push_back({to_grid(a), to_grid(b)});
  steps_.push_back(step);
  return edges_.size() - 1;
}

void Subdivision::build() {
  make_half_edges();
  link_half_edges();
  find_cycles();
  fill_rows();
  join_cycles();
  find_covers();
}

void Subdivision::make_half_edges() {
  Noding noding = node_segments(edges_);
  vertices_ = std::move(noding.vertices);
  half_edges_of_.resize(edges_.size());
  std::unordered_map<std::uint64_t, Index> known;
  for (const auto& [u, v, edge] : noding.pieces) {
    const std::uint64_t key = std::uint64_t{std::min(u, v)} << 32 | std::max(u, v);
    const auto [entry, is_new] = known.try_emplace(key, static_cast<Index>(origin_.size()));
    if (is_new) {
      origin_.insert(origin_.end(), {u, v});
      step_.insert(step_.end(), 2, Step{});
    }
    const Index forward = entry->second ^ (origin_[entry->second] == u ? 0u : 1u);
    half_edges_of_[edge].push_back(forward);
    step_[forward].obstacles += steps_[edge].obstacles;
    step_[forward].inside += steps_[edge].inside;
    step_[forward ^ 1].obstacles -= steps_[edge].obstacles;
    step_[forward ^ 1].inside -= steps_[edge].inside;
  }
}

void Subdivision::link_half_edges() {
  std::vector<std::vector<Index>> leaving(vertices_.size());
  for (Index h = 0; h < origin_.size(); ++h) leaving[origin_[h]].push_back(h);
  clockwise_.resize(origin_.size());
  next_.resize(origin_.size());
  for (Index v = 0; v < leaving.size(); ++v) {
    std::vector<Index>& spokes = leaving[v];
    std::sort(spokes.begin(), spokes.end(), [&](Index g, Index h) { return is_before(vertices_[v], target(g), target(h)); });
    for (std::size_t i = 0; i < spokes.size(); ++i) {
      clockwise_[spokes[i]] = spokes[(i + spokes.size() - 1) % spokes.size()];
      next_[spokes[i] ^ 1] = clockwise_[spokes[i]];
    }
  }
}

void Subdivision::find_cycles() {
  cycle_.assign(origin_.size(), none);
  for (Index start = 0; start < origin_.size(); ++start) {
    if (cycle_[start] != none) continue;
    Wide doubled_area = 0;
    const GridPoint base = origin(start);
    for (Index h = start; cycle_[h] == none; h = next_[h]) {
      cycle_[h] = static_cast<Index>(doubled_area_.size());
      doubled_area += cross(base, origin(h), target(h));
    }
    doubled_area_.push_back(doubled_area);
  }
}

void Subdivision::fill_rows() {
  if (origin_.empty()) return;
  const auto [low, high] = std::minmax_element(vertices_.begin(), vertices_.end(), [](GridPoint a, GridPoint b) { return a.y < b.y; });
  const auto count = static_cast<std::int64_t>(std::clamp(2 * std::sqrt(static_cast<double>(origin_.size())), 1., 4096.));
  row_low_ = low->y;
  row_size_ = (high->y - row_low_) / count + 1;
  rows_.resize(static_cast<std::size_t>(count));
  for (Index h = 0; h < origin_.size(); ++h) {
    if (!(origin(h).y < target(h).y)) continue;
    for (std::size_t r = row(origin(h).y); r <= row(target(h).y); ++r) rows_[r].push_back(h);
  }
}

std::size_t Subdivision::row(std::int64_t y) const { return static_cast<std::size_t>((y - row_low_) / row_size_); }

Subdivision::Index Subdivision::half_edge_left_of(GridPoint p) const {
  if (rows_.empty() || p.y < row_low_ || row(p.y) >= rows_.size()) return none;
  Index best = none;
  std::optional<Meeting> nearest;
  for (const Index h : rows_[row(p.y)]) {
    // The ray runs just above p, so that an edge belongs to its lower end.
    if (!(origin(h).y <= p.y && p.y < target(h).y)) continue;
    const Meeting meeting(origin(h), target(h), p.y);
    if (meeting.whole >= p.x || (nearest && !(*nearest < meeting))) continue;
    best = h;
    nearest = meeting;
  }
  return best == none ? none : best ^ 1;
}

void Subdivision::join_cycles() {
  std::vector<Index> component(vertices_.size());
  std::iota(component.begin(), component.end(), Index{0});
  for (Index h = 0; h < origin_.size(); h += 2) component[root(component, origin_[h])] = root(component, origin_[h + 1]);
  std::vector<Index> leftmost(vertices_.size(), none);
  for (Index v = 0; v < vertices_.size(); ++v) {
    Index& best = leftmost[root(component, v)];
    if (best == none || vertices_[v].x < vertices_[best].x) best = v;
  }
  std::vector<Index> outer(vertices_.size(), none);  // of each component, the cycle around it
  for (Index h = 0; h < origin_.size(); ++h) {
    Index& best = outer[root(component, origin_[h])];
    if (best == none || doubled_area_[cycle_[h]] < doubled_area_[best]) best = cycle_[h];
  }
  const auto unbounded = static_cast<Index>(doubled_area_.size());
  std::vector<Index> parents(doubled_area_.size() + 1);
  std::iota(parents.begin(), parents.end(), Index{0});
  for (Index v = 0; v < vertices_.size(); ++v) {
    if (root(component, v) != v || outer[v] == none) continue;
    const Index around = half_edge_left_of(vertices_[leftmost[v]]);
    parents[root(parents, outer[v])] = root(parents, around == none ? unbounded : cycle_[around]);
  }
  std::vector<Index> face(parents.size(), none);
  face_of_cycle_.resize(parents.size());
  face[root(parents, unbounded)] = 0;  // the face outside of everything comes first
  Index count = 1;
  for (Index c = 0; c < parents.size(); ++c) {
    Index& own = face[root(parents, c)];
    if (own == none) own = count++;
    face_of_cycle_[c] = own;
  }
  covers_.assign(count, Cover{});
}

void Subdivision::find_covers() {
  std::vector<std::vector<Index>> around(covers_.size());
  for (Index h = 0; h < origin_.size(); ++h) around[face_of(h)].push_back(h);
  std::vector<bool> seen(covers_.size());
  std::vector<Index> open{0};
  seen[0] = true;
  while (!open.empty()) {
    const Index face = open.back();
    open.pop_back();
    for (const Index h : around[face]) {
      const Index other = face_of(h ^ 1);
      if (seen[other]) continue;
      seen[other] = true;
      covers_[other] = {covers_[face].obstacles + step_[h ^ 1].obstacles, covers_[face].inside + step_[h ^ 1].inside};
      open.push_back(other);
    }
  }
}

std::vector<std::pair<std::size_t, std::size_t>> Subdivision::sides(std::size_t edge) const {
  std::vector<std::pair<std::size_t, std::size_t>> result;
  for (const Index h : half_edges_of_[edge]) result.emplace_back(face_of(h), face_of(h ^ 1));
  return result;
}

std::size_t Subdivision::locate(Vec2d p) const {
  const Index h = half_edge_left_of(to_grid(p));
  return h == none ? face_of_cycle_.back() : face_of(h);
}

std::vector<std::vector<Vec2d>> Subdivision::rings(std::size_t face) const {
  std::vector<bool> used(origin_.size());
  const auto bounds_face = [&](Index h) { return face_of(h) == face && face_of(h ^ 1) != face; };
  std::vector<std::vector<Vec2d>> result;
  for (Index start = 0; start < origin_.size(); ++start) {
    if (used[start] || !bounds_face(start)) continue;
    // Where the walk comes back to a vertex, the vertices between form a ring of their own.
    std::vector<Index> path;
    std::unordered_map<Index, std::size_t> place;
    for (Index h = start; !used[h];) {
      used[h] = true;
      place[origin_[h]] = path.size();
      path.push_back(h);
      if (const auto seen = place.find(origin_[h ^ 1]); seen != place.end()) {
        const std::size_t first = seen->second;
        std::vector<Vec2d> ring;
        for (std::size_t i = first; i < path.size(); ++i) {
          const Index before = path[i > first ? i - 1 : path.size() - 1];
          if (cross(origin(before), origin(path[i]), target(path[i])) != 0) ring.push_back(to_plane(origin(path[i])));
          place.erase(origin_[path[i]]);
        }
        path.resize(first);
        const auto before = [](Vec2d a, Vec2d b) { return a.x < b.x || (a.x == b.x && a.y < b.y); };
        std::rotate(ring.begin(), std::min_element(ring.begin(), ring.end(), before), ring.end());
        result.push_back(std::move(ring));
      }
      h = next_[h];
      while (!bounds_face(h)) h = clockwise_[h];
    }
  }
  return result;
}

}  // namespace plethos::scenarios
