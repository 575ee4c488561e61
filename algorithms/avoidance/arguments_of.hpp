#pragma once

#include <algorithm>

#include "algorithms/avoidance/arguments.hpp"
#include "algorithms/avoidance/avoidance.hpp"
#include "core/second_column.hpp"

namespace plethos::avoidance {

/// Returns the columns that kernels may read of neighbors.
template <class MemorySpace>
NeighborArgumentsInStep neighbor_arguments(const NeighborColumnsInStep<MemorySpace>& agents) {
  const auto words = [](const auto* column) { return reinterpret_cast<const std::int32_t*>(column); };
  return {{agents.position.data(), second_column(agents.position), agents.velocity.data(), second_column(agents.velocity),
           agents.radius.data(), agents.reciprocity.data(), words(agents.id.data()), words(agents.lacked.data()), agents.state.data()},
          agents.preferred_velocity.data(),
          second_column(agents.preferred_velocity)};
}

/// Returns the arguments of a scene without those that a method adds of its own. Kernels write to `velocities`. The perturbation is off.
template <class MemorySpace>
Arguments arguments_of(const AvoidanceScene<MemorySpace>& scene, const typename Agents<MemorySpace>::Vectors& velocities) {
  const Agents<MemorySpace>& agents = scene.agents;
  const std::int32_t stride = agents.stride;
  Arguments in;
  static_cast<NeighborArgumentsInStep&>(in) = neighbor_arguments(agents);
  in.agents = agents.working;
  in.stride = stride;
  in.maximum_speed = agents.maximum_speed.data();
  in.maximum_acceleration = agents.maximum_acceleration.data();
  in.aggression = agents.aggression.data();
  in.neighbor_count = scene.neighbors.count.data();
  in.neighbor = scene.neighbors.index.data();
  in.wall_count = scene.near_walls.count.data();
  in.wall = scene.near_walls.index.data();
  in.segment_x = scene.walls.x.data();
  in.segment_y = scene.walls.y.data();
  in.segment_direction_x = scene.walls.direction_x.data();
  in.segment_direction_y = scene.walls.direction_y.data();
  in.segment_length = scene.walls.length.data();
  in.segment_previous = scene.walls.previous.data();
  in.segment_next = scene.walls.next.data();
  in.segment_solid = scene.walls.solid.data();
  in.time_step = scene.parameters.time_step;
  in.minimum_distance = scene.parameters.minimum_distance;
  in.perturbation = 0;
  in.perturbation_steps = std::max(1, static_cast<std::int32_t>(1.f / scene.parameters.time_step));
  in.random = {scene.parameters.seed, scene.seeds.data(), scene.seeds.extent_int(0), agents.world_shift};
  in.step = scene.step;
  in.candidate_x = velocities.data();
  in.candidate_y = velocities.data() + stride;
  return in;
}

}  // namespace plethos::avoidance
