#pragma once

#include "algorithms/avoidance/rvo/rvo.hpp"
#include "algorithms/operations/rvo_operations.hpp"
#include "algorithms/simulation/simulation.hpp"

namespace plethos::simulation {

/// Lists in host memory: the same where they lie there, else a copy.
template <class MemorySpace>
neighbors::Lists<Kokkos::HostSpace> host_lists(const neighbors::Lists<MemorySpace>& lists) {
  neighbors::Lists<Kokkos::HostSpace> host;
  host.capacity = lists.capacity;
  host.count = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), lists.count);
  host.index = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), lists.index);
  return host;
}

/// Of walls in host memory, what the avoidance stage reads.
template <class MemorySpace>
neighbors::Walls<Kokkos::HostSpace> host_walls(const neighbors::Walls<MemorySpace>& walls) {
  const auto copy = [](const auto& column) { return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), column); };
  neighbors::Walls<Kokkos::HostSpace> host;
  host.count = walls.count;
  host.x = copy(walls.x);
  host.y = copy(walls.y);
  host.direction_x = copy(walls.direction_x);
  host.direction_y = copy(walls.direction_y);
  host.length = copy(walls.length);
  return host;
}

/// What RVO has to do on a scene, counted on the host on some 2,000 of its agents and taken as the mean of all.
template <class MemorySpace>
Work rvo_work(const avoidance::Scene<MemorySpace>& scene) {
  using Space = Kokkos::HostSpace;
  constexpr int counted = 2000;
  Agents<Space> agents(scene.agents.count);
  copy_agents(agents, scene.agents);
  agents.working = scene.agents.working;
  const auto lists = host_lists(scene.neighbors);
  const auto near_walls = host_lists(scene.near_walls);
  const auto walls = host_walls(scene.walls);
  std::uint32_t step = 0;
  Kokkos::deep_copy(step, Kokkos::View<const std::uint32_t, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(scene.step));
  const typename Agents<Space>::Vectors candidate("plethos::simulation::counted_candidate", agents.stride);
  const avoidance::RvoArguments arguments =
      avoidance::rvo_arguments<Space>({agents, lists, walls, near_walls, scene.parameters, &step}, candidate);
  const double working = agents.working;
  return {operations::count_rvo_operations(arguments, std::max(1, agents.working / counted)) * working,
          operations::rvo_bytes(scene.parameters.neighbors) * working};
}

}  // namespace plethos::simulation
