#pragma once

#include <algorithm>

#include "algorithms/avoidance/avoidance.hpp"
#include "core/copy_view.hpp"

namespace plethos::avoidance {

/// A scene in host memory, for counting operations there. It copies the arrays that an avoidance method reads, or shares them if they
/// already lie in host memory. The parameters are the original's, which has to live as long.
class HostScene {
 public:
  using Space = Kokkos::HostSpace;

  template <class MemorySpace>
  explicit HostScene(const AvoidanceScene<MemorySpace>& scene)
      : agents_(scene.agents.capacity, scene.agents.words()),
        neighbors_(host_lists(scene.neighbors)),
        near_walls_(host_lists(scene.near_walls)),
        parameters_(scene.parameters) {
    copy_agents(agents_, scene.agents);
    agents_.count = scene.agents.count;
    agents_.owned = scene.agents.owned;
    agents_.working = scene.agents.working;
    walls_.count = scene.walls.count;
    walls_.x = host_view(scene.walls.x);
    walls_.y = host_view(scene.walls.y);
    walls_.direction_x = host_view(scene.walls.direction_x);
    walls_.direction_y = host_view(scene.walls.direction_y);
    walls_.length = host_view(scene.walls.length);
    walls_.previous = host_view(scene.walls.previous);
    walls_.next = host_view(scene.walls.next);
    walls_.solid = host_view(scene.walls.solid);
    Kokkos::deep_copy(step_, Kokkos::View<const std::uint32_t, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(scene.step));
  }
  HostScene(const HostScene&) = delete;
  HostScene& operator=(const HostScene&) = delete;

  AvoidanceScene<Space> scene() const { return {agents_, neighbors_, walls_, near_walls_, parameters_, &step_}; }

 private:
  template <class MemorySpace>
  static neighbors::Lists<Space> host_lists(const neighbors::Lists<MemorySpace>& lists) {
    neighbors::Lists<Space> host;
    host.capacity = lists.capacity;
    host.count = host_view(lists.count);
    host.index = host_view(lists.index);
    return host;
  }

  Agents<Space> agents_;
  neighbors::Lists<Space> neighbors_, near_walls_;
  obstacles::Walls<Space> walls_;
  const Parameters& parameters_;
  std::uint32_t step_ = 0;
};

/// Returns how many entries lists hold for the first `working` agents.
template <class MemorySpace>
double listed_entries(const neighbors::Lists<MemorySpace>& lists, std::int32_t working) {
  if (lists.capacity == 0) return 0;
  const auto counts = host_view(lists.count);
  double entries = 0;
  for (std::int32_t i = 0; i < working; ++i) entries += counts(i);
  return entries;
}

/// Returns the least number of bytes that an avoidance method reads and writes for the working agents: each column of agents and lists
/// once. Neighbors are read from the same columns, and segments are few.
inline double avoidance_bytes(const AvoidanceScene<Kokkos::HostSpace>& scene) {
  // The method reads position, velocity, preferred velocity, radius, maximum speed, reciprocity, state and the lists' counts, and writes
  // the candidate.
  constexpr double own = 4 * 12 + 4 * 2;
  const std::int32_t working = scene.agents.working;
  return own * working + 4 * (listed_entries(scene.neighbors, working) + listed_entries(scene.near_walls, working));
}

/// Returns the work of a method on a scene, counted on some 2,000 of its agents. count(scene, velocities, every) returns the operations of
/// one agent, as the mean over every `every`-th agent; it may write to `velocities`.
template <class MemorySpace, class Count>
Work counted_work(const AvoidanceScene<MemorySpace>& scene, const Count& count) {
  constexpr int counted = 2000;
  const HostScene host(scene);
  const Agents<Kokkos::HostSpace>::Vectors candidate("plethos::avoidance::counted_candidate", host.scene().agents.stride);
  const double working = scene.agents.working;
  return Work{count(host.scene(), candidate, std::max(1, scene.agents.working / counted)) * working, avoidance_bytes(host.scene())};
}

}  // namespace plethos::avoidance
