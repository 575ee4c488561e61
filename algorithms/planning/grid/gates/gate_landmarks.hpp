#pragma once

#include "algorithms/planning/grid/gates/gate_edges.hpp"

namespace plethos::planning {

/// How far the cells of contacts are from some landmarks, by ways that change regions by gates. The difference of two such lengths is a
/// length that no way between the two cells goes below (Goldberg and Harrelson 2005, ALT). The landmarks are the cells of contacts that
/// lie furthest in the eight directions of the compass.
template <class MemorySpace>
struct GateLandmarks {
  static constexpr int count = 8;

  /// Of each contact those from all landmarks; longest_way where there is no way.
  Kokkos::View<std::uint32_t*, MemorySpace> lengths;

  KOKKOS_INLINE_FUNCTION std::uint32_t& length(std::int32_t contact, int landmark) const { return lengths(contact * count + landmark); }
  std::uint64_t bytes() const { return 4 * lengths.size(); }
};

/// Landmarks with the memory that they lie in, which may be larger, and the memory in which a device finds them.
template <class MemorySpace>
struct KeptGateLandmarks {
  GateLandmarks<MemorySpace> landmarks;
  Kokkos::View<std::uint32_t*, MemorySpace> lengths, leaving;
  Kokkos::View<std::int32_t*, MemorySpace> listed, fallen;

  /// Returns the bytes besides those of `landmarks`.
  std::uint64_t bytes() const { return 4 * (lengths.size() + leaving.size() + listed.size() + fallen.size()) - landmarks.bytes(); }
};

/// Computes the lengths, a thread a landmark, on a device a team. Memory is claimed as claim_view() says. Cost: for each landmark a search
/// over all gates; on a device it takes as many rounds as the longest way has gates. Returns before the lengths are there.
template <class Execution>
void make_gate_landmarks(const Execution& execution, const BlockRegions<typename Execution::memory_space>& regions,
                         const RegionContacts<typename Execution::memory_space>& contacts,
                         const GateFields<typename Execution::memory_space>& fields,
                         const GateEdges<typename Execution::memory_space>& edges,
                         KeptGateLandmarks<typename Execution::memory_space>& kept);

}  // namespace plethos::planning
