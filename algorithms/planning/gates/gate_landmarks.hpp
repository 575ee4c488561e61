#pragma once

#include "algorithms/planning/gates/gate_edges.hpp"

namespace plethos::planning {

/// How far the cells of contacts are from some landmarks, by ways that change regions by gates. The difference of two such lengths is a
/// length that no way between the two cells goes below (Goldberg and Harrelson 2005, ALT). The landmarks are the cells of contacts that
/// lie furthest in the eight directions of the compass.
template <class MemorySpace>
struct GateLandmarks {
  static constexpr int count = 8;

  /// Of each contact and landmark; longest_way where there is no way.
  Kokkos::View<std::uint32_t* [count], Kokkos::LayoutRight, MemorySpace> length;

  std::uint64_t bytes() const { return 4 * length.size(); }
};

/// Computes the lengths, a thread a landmark, on a device a team. Cost: for each landmark a search over all gates; on a device it takes as
/// many rounds as the longest way has gates.
template <class Execution>
GateLandmarks<typename Execution::memory_space> make_gate_landmarks(const Execution& execution,
                                                                    const BlockRegions<typename Execution::memory_space>& regions,
                                                                    const RegionContacts<typename Execution::memory_space>& contacts,
                                                                    const GateFields<typename Execution::memory_space>& fields,
                                                                    const GateEdges<typename Execution::memory_space>& edges);

}  // namespace plethos::planning
