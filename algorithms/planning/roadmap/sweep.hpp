#pragma once

#include "algorithms/planning/points.hpp"
#include "algorithms/planning/roadmap/heap.hpp"

namespace plethos::planning {

/// An event that the sweep's ray meets. `code` holds its kind and item. `angle` grows with the angle and is right to a few rounding errors.
struct SweepEvent {
  double angle;
  std::int32_t code;
};

/// Section 3.1: finds the points that a vertex sees, with a ray that turns once around it. The ray's events are the ends of the segments
/// and the points, sorted by angle. Between events a heap holds the segments that the ray meets, the nearest on top. No angle is computed:
/// an approximate measure orders events that are clearly apart, and exact signs (predicates.hpp) decide all else. The segments must not
/// cross each other properly, so that their order along the ray never changes; they may touch, overlap and have no length. Cost: O(n log n)
/// for n segments and points. Memory: 12 bytes a segment, and an event for each point and each end.
template <class MemorySpace>
class AngularSweep {
 public:
  using Integers = Kokkos::View<const std::int32_t*, MemorySpace>;

  /// The sweep looks from `vertex`; the segments walls(0) ... walls(wall_count - 1) of `sight` block. `scratch` holds 3 integers for
  /// each segment of `sight`, and `events` 2 events for each wall and one for each point.
  KOKKOS_INLINE_FUNCTION AngularSweep(Vec2d vertex, const Sight<MemorySpace>& sight, const Integers& walls, std::int32_t wall_count,
                                      const Points<MemorySpace>& points, std::int32_t* scratch, SweepEvent* events)
      : vertex_(vertex),
        sight_(sight),
        walls_(walls),
        wall_count_(wall_count),
        points_(points),
        heap_(scratch),
        place_(heap_ + sight.count()),
        started_(place_ + sight.count()),
        events_(events) {}

  /// Sets seen[k] to 1 for every point k that the vertex sees, otherwise to 0.
  KOKKOS_INLINE_FUNCTION void run(std::uint8_t* seen) {
    for (std::int32_t k = 0; k < points_.count(); ++k) seen[k] = 0;
    if (!collect_events(seen)) return;
    const auto earlier = [this](const SweepEvent& a, const SweepEvent& b) { return comes_before(a, b); };
    heap_sort(events_, count_, earlier);
    const auto nearer = [this](std::int32_t a, std::int32_t b) { return is_nearer(a, b); };
    IndexedHeap open(heap_, place_, nearer);
    open_first(open);
    for (std::int32_t first = 0, last = 0; first < count_; first = last) {
      for (last = first + 1; last < count_ && !turns(events_[first], events_[last]);) ++last;
      // A segment blocks from its start to its end, both included. So points look before segments leave, and again after others have come.
      // In between the heap holds only segments that share an open wedge, where their order is strict.
      look(first, last, open, seen, true);
      for (std::int32_t k = first; k < last; ++k) {
        if (kind(events_[k]) == end) open.remove(item(events_[k]) / 2);
      }
      for (std::int32_t k = first; k < last; ++k) {
        if (kind(events_[k]) != start) continue;
        started_[item(events_[k]) / 2] = k;
        open.insert(item(events_[k]) / 2);
      }
      look(first, last, open, seen, false);
    }
  }

 private:
  // The kinds of events, in the order in which the ray takes those at one angle. An edge-on segment is represented by its nearer end.
  enum Kind : std::int32_t { edge_on = 0, point = 1, end = 2, start = 3 };
  KOKKOS_INLINE_FUNCTION static Kind kind(const SweepEvent& event) { return static_cast<Kind>(event.code & 3); }
  // Returns the index of a point; for a segment's end, twice the segment's index, and one more for its second end.
  KOKKOS_INLINE_FUNCTION static std::int32_t item(const SweepEvent& event) { return event.code >> 2; }
  KOKKOS_INLINE_FUNCTION void add(Kind of, std::int32_t index) {
    SweepEvent event{0., index * 4 + of};
    const Vec2d to = arm(event);
    const double part = to.x / (Kokkos::abs(to.x) + Kokkos::abs(to.y));
    event.angle = is_lower(to) ? 3. + part : 1. - part;
    events_[count_++] = event;
  }
  /// Far more than rounding does to angles.
  static constexpr double clearly = 1e-13;

  KOKKOS_INLINE_FUNCTION Vec2d tip(std::int32_t which) const { return which % 2 == 0 ? sight_.a(which / 2) : sight_.b(which / 2); }
  /// Returns the vector from the vertex to the event.
  KOKKOS_INLINE_FUNCTION Vec2d arm(const SweepEvent& event) const {
    const Vec2d at = kind(event) == point ? points_.at(item(event)) : tip(item(event));
    return {at.x - vertex_.x, at.y - vertex_.y};
  }

  /// Returns false if the vertex lies on a wall and so sees nothing.
  KOKKOS_INLINE_FUNCTION bool collect_events(std::uint8_t* seen) {
    for (std::int32_t k = 0; k < wall_count_; ++k) {
      const std::int32_t s = walls_(k);
      const Vec2d a = sight_.a(s);
      const Vec2d b = sight_.b(s);
      const int turned = obstacles::side(vertex_, a, b);
      if (turned == 0) {
        if (obstacles::boxes_meet(vertex_, vertex_, a, b)) return false;
        add(edge_on, 2 * s + (is_shorter({b.x - vertex_.x, b.y - vertex_.y}, {a.x - vertex_.x, a.y - vertex_.y}) ? 1 : 0));
      } else {
        add(start, 2 * s + (turned > 0 ? 0 : 1));
        add(end, 2 * s + (turned > 0 ? 1 : 0));
      }
    }
    for (std::int32_t k = 0; k < points_.count(); ++k) {
      if (points_.at(k) == vertex_) {
        seen[k] = 1;
      } else {
        add(point, k);
      }
    }
    return true;
  }

  /// Compares two vectors of the same direction.
  KOKKOS_INLINE_FUNCTION static bool is_shorter(Vec2d a, Vec2d b) {
    const double ax = Kokkos::abs(a.x);
    const double bx = Kokkos::abs(b.x);
    return ax != bx ? ax < bx : Kokkos::abs(a.y) < Kokkos::abs(b.y);
  }
  KOKKOS_INLINE_FUNCTION static bool is_lower(Vec2d a) { return a.y < 0 || (a.y == 0 && a.x < 0); }

  /// Returns whether the ray comes to `a` at another angle than to `b`.
  KOKKOS_INLINE_FUNCTION bool turns(const SweepEvent& a, const SweepEvent& b) const {
    if (b.angle - a.angle > clearly) return true;
    const Vec2d to_a = arm(a);
    const Vec2d to_b = arm(b);
    return is_lower(to_a) != is_lower(to_b) || obstacles::turn(to_a, to_b) != 0;
  }

  KOKKOS_INLINE_FUNCTION bool comes_before(const SweepEvent& a, const SweepEvent& b) const {
    if (Kokkos::abs(b.angle - a.angle) > clearly) return a.angle < b.angle;
    const Vec2d to_a = arm(a);
    const Vec2d to_b = arm(b);
    if (is_lower(to_a) != is_lower(to_b)) return is_lower(to_b);
    const int turned = obstacles::turn(to_a, to_b);
    if (turned != 0) return turned > 0;
    if (kind(a) <= point && kind(b) <= point && !(to_a == to_b)) return is_shorter(to_a, to_b);
    return kind(a) != kind(b) ? kind(a) < kind(b) : a.code < b.code;
  }

  /// Returns whether segment s is nearer than t along the ray. Both are open. The place where the later one starts decides.
  KOKKOS_INLINE_FUNCTION bool is_nearer(std::int32_t s, std::int32_t t) const {
    return started_[s] > started_[t] ? starts_before(s, t) : !starts_before(t, s);
  }
  KOKKOS_INLINE_FUNCTION bool starts_before(std::int32_t s, std::int32_t t) const {
    const Vec2d a = sight_.a(s);
    const Vec2d b = sight_.b(s);
    const Vec2d from = sight_.a(t);
    const Vec2d to = sight_.b(t);
    const int here = obstacles::side(from, to, vertex_);
    const bool forward = obstacles::side(vertex_, a, b) > 0;
    const int at_start = obstacles::side(from, to, forward ? a : b) * here;
    if (at_start != 0) return at_start > 0;
    const int at_end = obstacles::side(from, to, forward ? b : a) * here;
    return at_end != 0 ? at_end > 0 : s < t;
  }

  /// Opens the segments that the ray meets before its first event: they end before they start.
  template <class Heap>
  KOKKOS_INLINE_FUNCTION void open_first(Heap& open) {
    for (std::int32_t k = 0; k < count_; ++k) {
      if (kind(events_[k]) == start) started_[item(events_[k]) / 2] = k;
    }
    for (std::int32_t k = 0; k < count_; ++k) {
      const std::int32_t s = item(events_[k]) / 2;
      if (kind(events_[k]) != end || k > started_[s]) continue;
      started_[s] -= count_;
      open.insert(s);
    }
  }

  /// Updates `seen` for the events first to last, which lie at one angle. Blocked points lose sight; if `fresh`, all others gain it.
  template <class Heap>
  KOKKOS_INLINE_FUNCTION void look(std::int32_t first, std::int32_t last, const Heap& open, std::uint8_t* seen, bool fresh) const {
    bool behind_edge = false;
    for (std::int32_t k = first; k < last; ++k) {
      if (kind(events_[k]) == edge_on) behind_edge = true;
      if (kind(events_[k]) != point) continue;
      const std::int32_t p = item(events_[k]);
      bool blocked = behind_edge;
      if (!blocked && open.size() > 0) {
        const Vec2d a = sight_.a(open.top());
        const Vec2d b = sight_.b(open.top());
        blocked = obstacles::side(a, b, points_.at(p)) * obstacles::side(a, b, vertex_) <= 0;
      }
      seen[p] = !blocked && (fresh || seen[p] != 0) ? 1 : 0;
    }
  }

  Vec2d vertex_;
  const Sight<MemorySpace>& sight_;
  const Integers& walls_;
  std::int32_t wall_count_;
  const Points<MemorySpace>& points_;
  std::int32_t* heap_;
  std::int32_t* place_;
  std::int32_t* started_;
  SweepEvent* events_;
  std::int32_t count_ = 0;
};

}  // namespace plethos::planning
