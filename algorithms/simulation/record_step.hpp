#pragma once

#include "algorithms/neighbors/lists.hpp"
#include "algorithms/simulation/step_record.hpp"
#include "core/agents.hpp"
#include "core/copy_view.hpp"
#include "core/parameters.hpp"

namespace plethos::simulation {

/// Returns a copy of the agents in host memory, in the same order.
template <class MemorySpace>
Agents<Kokkos::HostSpace> host_copy(const Agents<MemorySpace>& agents) {
  const Agents<Kokkos::HostSpace> host(agents.count, agents.words());
  copy_agents(host, agents);
  return host;
}

/// Writes the agents before and after a step, which must be in the same order, into a record.
template <class MemorySpace>
void record_step(const Agents<Kokkos::HostSpace>& before, const Agents<Kokkos::HostSpace>& after,
                 const neighbors::Lists<MemorySpace>& lists, const Parameters& parameters, StepRecord& record) {
  record.time_step = parameters.time_step;
  record.minimum_distance = parameters.minimum_distance;
  const auto count = static_cast<std::size_t>(before.count);
  const auto column = [&](const auto& view) { return std::vector<float>(view.data(), view.data() + count); };
  const auto columns = [&](const auto& pairs, std::vector<float>& first, std::vector<float>& second) {
    first.assign(pairs.data(), pairs.data() + count);
    second.assign(pairs.data() + pairs.stride(1), pairs.data() + pairs.stride(1) + count);
  };
  record.id.assign(before.id.data(), before.id.data() + count);
  columns(before.position, record.x, record.y);
  columns(before.velocity, record.velocity_x, record.velocity_y);
  columns(after.preferred_velocity, record.preferred_x, record.preferred_y);
  columns(after.velocity, record.chosen_x, record.chosen_y);
  record.radius = column(before.radius);
  record.maximum_speed = column(before.maximum_speed);
  record.maximum_acceleration = column(before.maximum_acceleration);
  record.reciprocity = column(before.reciprocity);
  record.active.resize(count);
  for (std::int32_t i = 0; i < before.count; ++i) {
    record.active[static_cast<std::size_t>(i)] = before.state(i) == active_state && after.state(i) == active_state ? 1 : 0;
  }
  record.working = before.working;
  const auto counts = host_view(lists.count);
  const auto indices = host_view(lists.index);
  record.neighbor_count.assign(counts.data(), counts.data() + count);
  record.neighbor.assign(indices.data(), indices.data() + indices.span());
  record.stride = lists.capacity > 0 ? indices.stride(1) : 0;
}

}  // namespace plethos::simulation
