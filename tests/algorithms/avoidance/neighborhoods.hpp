#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/avoidance/clearpath_guarded/clearpath_guarded_method.hpp"
#include "algorithms/avoidance/rvo/rvo_method.hpp"
#include "algorithms/avoidance/rvo/rvo_reference.hpp"
#include "core/copy_view.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {

namespace rvo = plethos::avoidance::reference;

inline rvo::Vector wide(Vec2 v) { return {static_cast<double>(v.x), static_cast<double>(v.y)}; }

/// The methods on ClearPath's geometry.
enum class ClearpathKind { clearpath1, clearpath2, guarded };

/// The parameters of the run and of all methods that are tried on the same neighborhoods.
struct AllParameters : Parameters, avoidance::RvoParameters, avoidance::ClearpathGuardedParameters {};

/// A random crowd with its lists, made without any of the algorithms that make them in a simulation.
struct Neighborhoods {
  std::vector<AgentRecord> records{};
  std::vector<Vec2> preferred{};
  std::vector<Segment> segments{};
  std::vector<std::vector<std::int32_t>> neighbors{}, walls{};  ///< by agent, nearest first
  AllParameters parameters = [] {
    // The reference knows agents by their own discs.
    AllParameters plain;
    plain.minimum_distance = 0;
    return plain;
  }();
  std::uint32_t step = 0;

  /// Returns the part of its way that agent i has lacked, in 1/65536. The parts are spread all over the range.
  static std::uint32_t lacked(std::size_t i) { return static_cast<std::uint32_t>(i) * 40503u & 0xffffu; }

  rvo::Agent agent(std::size_t i) const {
    const AgentRecord& r = records[i];
    return rvo::Agent{.id = i,
                      .position = wide(r.position),
                      .velocity = wide(r.velocity),
                      .preferred_velocity = wide(preferred[i]),
                      .radius = static_cast<double>(r.radius),
                      .maximum_speed = static_cast<double>(r.maximum_speed),
                      .maximum_acceleration = static_cast<double>(r.maximum_acceleration),
                      .reciprocity = r.state == AgentState::active ? static_cast<double>(r.reciprocity) : 0,
                      .aggression = static_cast<double>(r.aggression),
                      .lacked = lacked(i) / 65536.0};
  }
  std::vector<rvo::Agent> neighbors_of(std::size_t i) const {
    std::vector<rvo::Agent> result;
    for (const std::int32_t j : neighbors[i]) result.push_back(agent(static_cast<std::size_t>(j)));
    return result;
  }
  std::vector<rvo::Wall> walls_of(std::size_t i) const {
    std::vector<rvo::Wall> result;
    for (const std::int32_t j : walls[i]) {
      const Segment& s = segments[static_cast<std::size_t>(j)];
      result.push_back({wide(s.a), wide(s.b)});
    }
    return result;
  }
};

namespace detail {

inline AgentRecord random_agent(Random& random, float size) {
  AgentRecord r{.position = {random.between(-size, size), random.between(-size, size)},
                .radius = random.between(0.15f, 0.5f),
                .maximum_speed = random.between(1, 3)};
  const float speed = random.once_in(5) ? 0.f : random.between(0, 0.69f) * r.maximum_speed;
  r.velocity = {random.between(-speed, speed), random.between(-speed, speed)};
  // The acceleration ranges from far less than reaches the speed in a step to far more.
  r.maximum_acceleration = random.between(1, 50);
  r.reciprocity = random.once_in(8) ? 0.f : random.once_in(8) ? 1.f : random.between(0, 1);
  r.aggression = random.once_in(10) ? 0.f : random.between(0, 6);
  r.state = random.once_in(6) ? AgentState::passive : random.once_in(10) ? AgentState::arrived : AgentState::active;
  if (r.state == AgentState::arrived) r.velocity = {};
  return r;
}

/// Returns whether rounding may decide if the agent overlaps, or which part of a wall it overlaps.
inline bool ambiguous(Vec2 p, float radius, const Segment& s) {
  const Vec2 along = s.b - s.a;
  const float size = length(along);
  const float place = size > 0 ? dot(p - s.a, along) / size : 0;
  const float distance = distance_to_segment(p, s.a, s.b);
  return std::abs(distance - radius) < 2e-3f || (distance < radius + 2e-3f && (std::abs(place) < 2e-3f || std::abs(place - size) < 2e-3f));
}

template <class Distance>
std::vector<std::int32_t> nearest(std::vector<std::int32_t> items, std::size_t capacity, const Distance& distance) {
  std::sort(items.begin(), items.end(), [&](std::int32_t a, std::int32_t b) { return distance(a) < distance(b); });
  items.resize(std::min(items.size(), capacity));
  return items;
}

}  // namespace detail

/// Makes `agents` agents in a square whose half side is `size` metres, with `segments` walls. In a smaller square more of them overlap.
inline Neighborhoods random_neighborhoods(Random& random, int agents, float size, int segments, std::size_t capacity) {
  Neighborhoods hoods;
  for (int i = 0; i < agents; ++i) {
    const AgentRecord agent = detail::random_agent(random, size);
    hoods.records.push_back(agent);
    const float speed = random.once_in(10) ? 0.f : random.between(0, 2);
    hoods.preferred.push_back({random.between(-speed, speed), random.between(-speed, speed)});
  }
  for (int i = 0; i < segments; ++i) {
    const Vec2 a{random.between(-size, size), random.between(-size, size)};
    const float length = random.once_in(8) ? 0.f : random.between(0, size);
    hoods.segments.push_back({a, a + Vec2{random.between(-length, length), random.between(-length, length)}});
  }
  for (std::size_t i = 0; i < hoods.records.size(); ++i) {
    const AgentRecord& self = hoods.records[i];
    std::vector<std::int32_t> others, walls;
    for (std::size_t j = 0; j < hoods.records.size(); ++j) {
      const float distance = length(hoods.records[j].position - self.position);
      if (j != i && std::abs(distance - self.radius - hoods.records[j].radius) > 2e-3f) others.push_back(static_cast<std::int32_t>(j));
    }
    for (std::size_t j = 0; j < hoods.segments.size(); ++j) {
      if (!detail::ambiguous(self.position, self.radius, hoods.segments[j])) walls.push_back(static_cast<std::int32_t>(j));
    }
    const auto wanted = static_cast<std::size_t>(random.integer(0, static_cast<std::int32_t>(capacity)));
    hoods.neighbors.push_back(detail::nearest(
        others, wanted, [&](std::int32_t j) { return length(hoods.records[static_cast<std::size_t>(j)].position - self.position); }));
    hoods.walls.push_back(detail::nearest(walls, capacity, [&](std::int32_t j) {
      const Segment& s = hoods.segments[static_cast<std::size_t>(j)];
      return distance_to_segment(self.position, s.a, s.b);
    }));
  }
  return hoods;
}

/// Everything that an avoidance method's scene refers to, in a backend's memory.
template <class MemorySpace>
struct SceneMemory {
  Agents<MemorySpace> agents, scratch;
  neighbors::Lists<MemorySpace> neighbors;
  obstacles::Walls<MemorySpace> walls;
  neighbors::Lists<MemorySpace> near_walls;
  typename Agents<MemorySpace>::Vectors velocities;
  typename Agents<MemorySpace>::Integers items;
  Kokkos::View<std::uint32_t, MemorySpace> step{"plethos::tests::step"};

  SceneMemory(const Neighborhoods& hoods, std::int32_t capacity)
      : agents(static_cast<std::int32_t>(hoods.records.size())),
        scratch(agents.count),
        neighbors("plethos::tests::neighbors", agents.stride, capacity),
        walls(obstacles::make_walls<MemorySpace>(hoods.segments, {{-50, -50}, {50, 50}})),
        near_walls("plethos::tests::walls", agents.stride, capacity),
        velocities("plethos::tests::velocities", static_cast<std::size_t>(agents.stride)),
        items("plethos::tests::items", static_cast<std::size_t>(agents.stride)) {
    const Agents<Kokkos::HostSpace> host = make_agents(hoods.records);
    for (std::int32_t i = 0; i < host.count; ++i) {
      host.preferred_velocity(i, 0) = hoods.preferred[static_cast<std::size_t>(i)].x;
      host.preferred_velocity(i, 1) = hoods.preferred[static_cast<std::size_t>(i)].y;
      const std::uint32_t lacked = Neighborhoods::lacked(static_cast<std::size_t>(i));
      host.lacked(i, 0) = static_cast<std::uint8_t>(lacked & 0xff);
      host.lacked(i, 1) = static_cast<std::uint8_t>(lacked >> 8);
    }
    copy_agents(agents, host);
    fill(neighbors, hoods.neighbors);
    fill(near_walls, hoods.walls);
    Kokkos::deep_copy(step, hoods.step);
  }

  avoidance::AvoidanceScene<MemorySpace> scene(const Neighborhoods& hoods) const {
    return {agents, neighbors, walls, near_walls, hoods.parameters, step.data(), {scratch.goal, scratch.state, items}};
  }
  /// Returns the velocities.
  std::vector<Vec2> chosen() const {
    const auto host = host_view(velocities);
    std::vector<Vec2> result;
    for (std::size_t i = 0; i < static_cast<std::size_t>(agents.count); ++i) result.push_back({host(i, 0), host(i, 1)});
    return result;
  }

 private:
  static void fill(const plethos::neighbors::Lists<MemorySpace>& lists, const std::vector<std::vector<std::int32_t>>& wanted) {
    const auto count = Kokkos::create_mirror_view(lists.count);
    const auto index = Kokkos::create_mirror_view(lists.index);
    // Entries behind a list's end are never read as an index.
    std::fill_n(index.data(), index.size(), 1 << 30);
    std::fill_n(count.data(), count.size(), 0);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      count(i) = static_cast<std::int32_t>(wanted[i].size());
      for (std::size_t j = 0; j < wanted[i].size(); ++j) index(i, j) = wanted[i][j];
    }
    copy_view(lists.count, count);
    copy_view(lists.index, index);
  }
};

}  // namespace plethos::tests
