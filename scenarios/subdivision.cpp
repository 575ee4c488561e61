#include "scenarios/subdivision.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace plethos::scenarios {
namespace {

constexpr double tolerance = 1e-6;
constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

double cross(PlanePoint a, PlanePoint b, PlanePoint c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

bool is_on(PlanePoint p, PlanePoint a, PlanePoint b) {
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  const double along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length;
  return along > -tolerance && along < length + tolerance && std::abs(cross(a, b, p)) <= tolerance * length;
}

std::uint32_t root(std::vector<std::uint32_t>& parents, std::uint32_t i) {
  while (parents[i] != i) i = parents[i] = parents[parents[i]];
  return i;
}

/// Counterclockwise by direction from the center, starting in the east.
bool is_before(PlanePoint center, PlanePoint a, PlanePoint b) {
  const auto lower = [&](PlanePoint p) { return p.y < center.y || (p.y == center.y && p.x < center.x); };
  if (lower(a) != lower(b)) return lower(b);
  return cross(center, a, b) > 0;
}

}  // namespace

void Subdivision::add_edge(PlanePoint a, PlanePoint b, Step step) {
  const Index from = vertex(a);
  const Index to = vertex(b);
  if (from != to) edges_.push_back({vertices_[from], vertices_[to], step, {from, to}});
}

Subdivision::Index Subdivision::vertex(PlanePoint p) {
  const auto cell = [](double x) { return static_cast<std::int64_t>(std::floor(x / (4 * tolerance))); };
  const auto hash = [](std::int64_t x, std::int64_t y) {
    return static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15u ^ static_cast<std::uint64_t>(y) * 0xc2b2ae3d27d4eb4fu;
  };
  const auto index = static_cast<Index>(vertices_.size());
  for (std::int64_t x = cell(p.x - tolerance); x <= cell(p.x + tolerance); ++x) {
    for (std::int64_t y = cell(p.y - tolerance); y <= cell(p.y + tolerance); ++y) {
      const auto found = near_.find(hash(x, y));
      if (found == near_.end()) continue;
      for (const Index v : found->second) {
        if (std::hypot(vertices_[v].x - p.x, vertices_[v].y - p.y) <= tolerance) return v;
      }
    }
  }
  near_[hash(cell(p.x), cell(p.y))].push_back(index);
  vertices_.push_back(p);
  return index;
}

void Subdivision::build() {
  split_edges();
  make_half_edges();
  link_half_edges();
  find_cycles();
  fill_rows();
  join_cycles();
  find_covers();
}

void Subdivision::split(Edge& first, Edge& second) {
  bool touching = false;
  for (const auto& [edge, other] : {std::pair{&first, &second}, std::pair{&second, &first}}) {
    for (const Index end : {other->splits[0], other->splits[1]}) {
      if (!is_on(vertices_[end], edge->a, edge->b)) continue;
      edge->splits.push_back(end);
      touching = true;
    }
  }
  if (touching) return;
  const double a = cross(second.a, second.b, first.a);
  const double b = cross(second.a, second.b, first.b);
  const double c = cross(first.a, first.b, second.a);
  const double d = cross(first.a, first.b, second.b);
  if ((a > 0) == (b > 0) || (c > 0) == (d > 0)) return;
  const double t = a / (a - b);
  const Index at = vertex({first.a.x + t * (first.b.x - first.a.x), first.a.y + t * (first.b.y - first.a.y)});
  first.splits.push_back(at);
  second.splits.push_back(at);
}

void Subdivision::split_edges() {
  const auto low_x = [](const Edge& e) { return std::min(e.a.x, e.b.x); };
  std::sort(edges_.begin(), edges_.end(), [&](const Edge& e, const Edge& f) { return low_x(e) < low_x(f); });
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    const double high_x = std::max(edges_[i].a.x, edges_[i].b.x) + tolerance;
    const double low_y = std::min(edges_[i].a.y, edges_[i].b.y) - tolerance;
    const double high_y = std::max(edges_[i].a.y, edges_[i].b.y) + tolerance;
    for (std::size_t k = i + 1; k < edges_.size() && low_x(edges_[k]) <= high_x; ++k) {
      const Edge& other = edges_[k];
      if (std::max(other.a.y, other.b.y) >= low_y && std::min(other.a.y, other.b.y) <= high_y) split(edges_[i], edges_[k]);
    }
  }
}

void Subdivision::make_half_edges() {
  std::unordered_map<std::uint64_t, Index> known;
  for (Edge& edge : edges_) {
    const auto along = [&](Index v) {
      return (vertices_[v].x - edge.a.x) * (edge.b.x - edge.a.x) + (vertices_[v].y - edge.a.y) * (edge.b.y - edge.a.y);
    };
    std::sort(edge.splits.begin(), edge.splits.end(), [&](Index v, Index w) { return along(v) < along(w); });
    edge.splits.erase(std::unique(edge.splits.begin(), edge.splits.end()), edge.splits.end());
    for (std::size_t i = 0; i + 1 < edge.splits.size(); ++i) {
      const Index u = edge.splits[i];
      const Index v = edge.splits[i + 1];
      const std::uint64_t key = std::uint64_t{std::min(u, v)} << 32 | std::max(u, v);
      const auto [entry, is_new] = known.try_emplace(key, static_cast<Index>(origin_.size()));
      if (is_new) {
        origin_.insert(origin_.end(), {u, v});
        step_.insert(step_.end(), 2, Step{});
      }
      const Index forward = entry->second ^ (origin_[entry->second] == u ? 0u : 1u);
      step_[forward].obstacles += edge.step.obstacles;
      step_[forward].inside += edge.step.inside;
      step_[forward ^ 1].obstacles -= edge.step.obstacles;
      step_[forward ^ 1].inside -= edge.step.inside;
    }
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
    double doubled_area = 0;
    const PlanePoint base = origin(start);
    for (Index h = start; cycle_[h] == none; h = next_[h]) {
      cycle_[h] = static_cast<Index>(doubled_area_.size());
      doubled_area += cross(base, origin(h), target(h));
    }
    doubled_area_.push_back(doubled_area);
  }
}

void Subdivision::fill_rows() {
  if (origin_.empty()) return;
  row_low_ = std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::lowest();
  for (const PlanePoint p : vertices_) {
    row_low_ = std::min(row_low_, p.y);
    high = std::max(high, p.y);
  }
  rows_.resize(static_cast<std::size_t>(std::clamp(2 * std::sqrt(static_cast<double>(origin_.size())), 1., 4096.)));
  row_size_ = std::max((high - row_low_) / static_cast<double>(rows_.size()), tolerance);
  for (Index h = 0; h < origin_.size(); ++h) {
    if (!(origin(h).y < target(h).y)) continue;
    const auto row = [&](double y) { return std::min(static_cast<std::size_t>((y - row_low_) / row_size_), rows_.size() - 1); };
    for (std::size_t r = row(origin(h).y); r <= row(target(h).y); ++r) rows_[r].push_back(h);
  }
}

Subdivision::Index Subdivision::half_edge_left_of(PlanePoint p) const {
  if (rows_.empty() || p.y < row_low_) return none;
  const auto row = static_cast<std::size_t>((p.y - row_low_) / row_size_);
  if (row > rows_.size()) return none;
  Index best = none;
  double best_x = 0;
  double best_slope = 0;
  for (const Index h : rows_[std::min(row, rows_.size() - 1)]) {
    const PlanePoint a = origin(h);
    const PlanePoint b = target(h);
    // The ray runs just above p, so that an edge belongs to its lower end.
    if (!(a.y <= p.y && p.y < b.y)) continue;
    const double slope = (b.x - a.x) / (b.y - a.y);
    const double x = a.x + slope * (p.y - a.y);
    if (x >= p.x) continue;
    if (best == none || x > best_x || (x == best_x && slope > best_slope)) {
      best = h;
      best_x = x;
      best_slope = slope;
    }
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

std::size_t Subdivision::locate(PlanePoint p) const {
  const Index h = half_edge_left_of(p);
  return h == none ? face_of_cycle_.back() : face_of(h);
}

std::vector<std::vector<PlanePoint>> Subdivision::rings(std::size_t face) const {
  std::vector<bool> used(origin_.size());
  const auto bounds_face = [&](Index h) { return face_of(h) == face && face_of(h ^ 1) != face; };
  std::vector<std::vector<PlanePoint>> result;
  for (Index start = 0; start < origin_.size(); ++start) {
    if (used[start] || !bounds_face(start)) continue;
    // Where the walk comes back to a vertex, what lies between is a ring of its own.
    std::vector<Index> path;
    std::unordered_map<Index, std::size_t> place;
    for (Index h = start; !used[h];) {
      used[h] = true;
      place[origin_[h]] = path.size();
      path.push_back(h);
      if (const auto seen = place.find(origin_[h ^ 1]); seen != place.end()) {
        const std::size_t first = seen->second;
        std::vector<PlanePoint> ring;
        for (std::size_t i = first; i < path.size(); ++i) {
          const Index before = path[i > first ? i - 1 : path.size() - 1];
          if (cross(origin(before), origin(path[i]), target(path[i])) != 0) ring.push_back(origin(path[i]));
          place.erase(origin_[path[i]]);
        }
        path.resize(first);
        result.push_back(std::move(ring));
      }
      h = next_[h];
      while (!bounds_face(h)) h = clockwise_[h];
    }
  }
  return result;
}

}  // namespace plethos::scenarios
