#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "algorithms/neighbors/near_walls/held_walls.hpp"
#include "algorithms/neighbors/verlet/verlet_lists.hpp"
#include "algorithms/simulation/regroup.hpp"
#include "algorithms/simulation/workspace.hpp"
#include "core/agents.hpp"
#include "core/parameters.hpp"

namespace plethos::simulation {

/// Returns the bytes of the agents with `words` words of memory each, of the workspace, and of regrouping besides the lists of `neighbors`
/// entries that it works in.
inline std::uint64_t crowd_bytes(std::int32_t agents, std::int32_t words, std::int32_t neighbors) {
  return (Agents<Kokkos::HostSpace>::bytes_per_agent(words) + Workspace<Kokkos::HostSpace>::bytes_per_agent(words)) *
             static_cast<std::uint64_t>(padded(agents)) +
         Regrouping<Kokkos::HostSpace>::bytes(agents, static_cast<std::uint64_t>(padded(agents)) * static_cast<std::uint64_t>(neighbors));
}
/// Returns the bytes of the agents' lists of neighbors and of walls. If they hold for several steps, it is more.
inline std::uint64_t list_bytes(std::int32_t agents, std::int32_t neighbors, std::int32_t walls, bool neighbors_hold, bool walls_hold) {
  using Lists = neighbors::Lists<Kokkos::HostSpace>;
  std::uint64_t more = neighbors_hold ? neighbors::VerletLists<Kokkos::HostSpace>::bytes_per_agent(neighbors) : 0;
  if (walls > 0 && walls_hold) more += neighbors::HeldWalls<Kokkos::HostSpace>::bytes_per_agent(walls);
  return Lists::bytes(padded(agents), neighbors) + Lists::bytes(padded(agents), walls) + more * static_cast<std::uint64_t>(padded(agents));
}
/// Returns the number of walls that an agent's list can hold.
inline std::int32_t wall_capacity(const Parameters& parameters, std::size_t segments) {
  return segments > 0 ? parameters.obstacle_neighbors : 0;
}

/// Returns whether lists of such walls that stay, within a range in m, can hold with a skin in m: distances from walls of many kilometres
/// are too coarse.
inline bool walls_hold(std::span<const Segment> staying, float range, float skin) {
  constexpr float coarse = 1e-6f, least_share = 0.05f;
  float longest = range + skin;
  for (const Segment& segment : staying) {
    longest = std::max({longest, std::abs(segment.b.x - segment.a.x), std::abs(segment.b.y - segment.a.y)});
  }
  return skin > 0 && coarse * longest < least_share * skin;
}

}  // namespace plethos::simulation
