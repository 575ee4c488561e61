#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "algorithms/planning/roadmap/ragged_lists.hpp"
#include "algorithms/planning/roadmap/sweep.hpp"
#include "backends/execution.hpp"
#include "core/copy_view.hpp"

namespace plethos::planning {

template <class MemorySpace>
struct MarkCrossing {
  static constexpr int grain = 64;
  Sight<MemorySpace> sight;
  Kokkos::View<std::int32_t*, MemorySpace> crosses;

  KOKKOS_FUNCTION void operator()(int s) const {
    const Vec2d a = sight.a(s);
    const Vec2d b = sight.b(s);
    crosses(s) = sight.any_along(
        a, b, 0., [&](std::int32_t other) { return other < s && obstacles::cross_properly(a, b, sight.a(other), sight.b(other)); });
  }
};

/// The segments in two parts. No two of the `simple` ones cross properly, as the sweep needs it. The others properly cross a segment of a
/// lower index. The obstacles of most scenes have none of these.
template <class MemorySpace>
struct SweptSegments {
  using Integers = Kokkos::View<const std::int32_t*, MemorySpace>;
  Integers simple, crossing;

  SweptSegments() = default;
  template <class Execution>
  SweptSegments(const Execution& execution, const Sight<MemorySpace>& sight) {
    const Kokkos::View<std::int32_t*, MemorySpace> crosses("plethos::roadmap::crosses", static_cast<std::size_t>(sight.count()));
    backends::for_each(execution, "plethos::roadmap::mark_crossing", sight.count(), MarkCrossing<MemorySpace>{sight, crosses});
    execution.fence();
    const auto marked = host_view(crosses);
    const auto collect = [&](const char* label, bool wanted) {
      std::vector<std::int32_t> found;
      for (std::int32_t s = 0; s < sight.count(); ++s) {
        if ((marked(s) != 0) == wanted) found.push_back(s);
      }
      return to_view<MemorySpace>(label, found);
    };
    simple = collect("plethos::roadmap::simple", false);
    crossing = collect("plethos::roadmap::crossing", true);
  }
};

/// Sweeps one vertex in each thread, and counts the points that it sees.
template <class MemorySpace>
struct SweepVertices {
  static constexpr int grain = 1;
  Sight<MemorySpace> sight;
  SweptSegments<MemorySpace> segments;
  Points<MemorySpace> vertices, points;
  std::int32_t first;
  Kokkos::View<const std::int32_t*, MemorySpace> own;  // the point that each vertex is, and does not see; -1: none
  Kokkos::View<std::int32_t**, Kokkos::LayoutRight, MemorySpace> scratch;
  Kokkos::View<SweepEvent**, Kokkos::LayoutRight, MemorySpace> events;
  Kokkos::View<std::uint8_t**, Kokkos::LayoutRight, MemorySpace> seen;
  Kokkos::View<std::int32_t*, MemorySpace> count;

  KOKKOS_FUNCTION void operator()(int slot) const {
    const std::int32_t vertex = first + slot;
    const Vec2d at = vertices.at(vertex);
    std::uint8_t* const sees = &seen(slot, 0);
    AngularSweep<MemorySpace>(at, sight, segments.simple, static_cast<std::int32_t>(segments.simple.size()), points,
                              scratch.data() + slot * scratch.extent(1), &events(slot, 0))
        .run(sees);
    if (own(vertex) >= 0) sees[own(vertex)] = 0;
    std::int32_t total = 0;
    for (std::int32_t k = 0; k < points.count(); ++k) {
      for (std::size_t c = 0; sees[k] != 0 && c < segments.crossing.size(); ++c) {
        const std::int32_t s = segments.crossing(c);
        if (obstacles::meet(at, points.at(k), sight.a(s), sight.b(s))) sees[k] = 0;
      }
      total += sees[k];
    }
    count(vertex) = total;
  }
};

/// Writes the points that a vertex sees from the vertex's offset on, in order of id.
template <class MemorySpace>
struct ListSeen {
  static constexpr int grain = 64;
  Sight<MemorySpace> sight;
  Points<MemorySpace> vertices, points;
  std::int32_t first;
  Kokkos::View<std::uint8_t**, Kokkos::LayoutRight, MemorySpace> seen;
  RaggedLists<MemorySpace> found;
  float reach;

  KOKKOS_FUNCTION void operator()(int slot) const {
    const std::int32_t vertex = first + slot;
    std::int64_t at = found.offset(vertex);
    for (std::int32_t k = 0; k < points.count(); ++k) {
      if (seen(slot, k) == 0) continue;
      const float dx = points.x(k) - vertices.x(vertex);
      const float dy = points.y(k) - vertices.y(vertex);
      found.id(at) = k;
      const float length = Kokkos::sqrt(Kokkos::fma(dx, dx, dy * dy));
      const bool fits = reach <= 0.f || sight.clear(vertices.at(vertex), points.at(k), reach);
      found.distance(at) = fits ? length : squeeze_factor * length;
      ++at;
    }
  }
};

/// Finds for every vertex the points that it sees, in order of id, and their distances. `own` has for each vertex the point that it is, or
/// -1: a vertex does not count as seen by itself (E0 of section 3.1; otherwise E1). Two points see each other if no wall meets the closed
/// line between them; touching a wall is meeting it. If a disc of radius `reach` would have to squeeze past a corner, the distance is the
/// length times squeeze_factor. Vertices are worked on in batches that take at most `scratch_bytes`. Cost: O(n log n) a vertex for n
/// segments and points, and for each point seen a look at every segment that crosses others.
template <class Execution, class MemorySpace = typename Execution::memory_space>
RaggedLists<MemorySpace> find_visible(const Execution& execution, const Sight<MemorySpace>& sight,
                                      const SweptSegments<MemorySpace>& segments, const Points<MemorySpace>& vertices,
                                      const Points<MemorySpace>& points, const std::vector<std::int32_t>& own, float reach,
                                      std::size_t scratch_bytes) {
  const auto count = static_cast<std::size_t>(vertices.count());
  const auto width = static_cast<std::size_t>(points.count());
  RaggedLists<MemorySpace> found(count, 0);
  if (count == 0 || width == 0) return found;
  const std::size_t integers = 3 * static_cast<std::size_t>(sight.count());
  const std::size_t events = 2 * segments.simple.size() + width;
  const std::size_t batch = std::clamp<std::size_t>(scratch_bytes / (4 * integers + sizeof(SweepEvent) * events + width), 1, count);
  SweepVertices<MemorySpace> sweep{sight, segments, vertices, points, 0, to_view<MemorySpace>("plethos::roadmap::own", own),
                                   {},    {},       {},       {}};
  sweep.scratch = decltype(sweep.scratch)(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::roadmap::scratch"), batch, integers);
  sweep.events = decltype(sweep.events)(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::roadmap::events"), batch, events);
  sweep.seen = decltype(sweep.seen)(Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::roadmap::seen"), batch, width);
  sweep.count = found.count;
  const auto host_count = Kokkos::create_mirror_view(Kokkos::HostSpace(), found.count);
  const auto host_offset = Kokkos::create_mirror_view(Kokkos::HostSpace(), found.offset);
  std::int64_t elements = 0;
  for (std::size_t first = 0; first < count; first += batch) {
    const auto size = static_cast<int>(std::min(batch, count - first));
    sweep.first = static_cast<std::int32_t>(first);
    backends::for_each(execution, "plethos::roadmap::sweep", size, sweep);
    execution.fence();
    copy_view(host_count, found.count);
    for (std::size_t v = first; v < first + static_cast<std::size_t>(size); ++v) {
      host_offset(v) = elements;
      elements += host_count(v);
    }
    copy_view(found.offset, host_offset);
    if (static_cast<std::size_t>(elements) > found.id.size()) {
      // The vertices so far let expect this many.
      const std::size_t expected = static_cast<std::size_t>(elements) * count / (first + static_cast<std::size_t>(size));
      resize_view(found.distance, expected);
      resize_view(found.id, expected);
    }
    backends::for_each(execution, "plethos::roadmap::list_seen", size,
                       ListSeen<MemorySpace>{sight, vertices, points, sweep.first, sweep.seen, found, reach});
    execution.fence();
  }
  resize_view(found.distance, static_cast<std::size_t>(elements));
  resize_view(found.id, static_cast<std::size_t>(elements));
  return found;
}

/// The same where all vertices are the points `among_themselves`, or none is.
template <class Execution, class MemorySpace = typename Execution::memory_space>
RaggedLists<MemorySpace> find_visible(const Execution& execution, const Sight<MemorySpace>& sight,
                                      const SweptSegments<MemorySpace>& segments, const Points<MemorySpace>& vertices,
                                      const Points<MemorySpace>& points, bool among_themselves, float reach, std::size_t scratch_bytes) {
  std::vector<std::int32_t> own(static_cast<std::size_t>(vertices.count()), -1);
  if (among_themselves) std::iota(own.begin(), own.end(), 0);
  return find_visible(execution, sight, segments, vertices, points, own, reach, scratch_bytes);
}

}  // namespace plethos::planning
