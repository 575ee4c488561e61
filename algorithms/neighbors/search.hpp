#pragma once

#include "algorithms/neighbors/lists.hpp"
#include "core/agents.hpp"
#include "core/parameters.hpp"

namespace plethos::neighbors {

/// Finds for every agent its at most `Parameters::neighbors` nearest others within `Parameters::neighbor_distance`, as Lists say.
/// Agents that have left the scene are no one's neighbors and have none. Every exact search gives the same lists up to the order of agents
/// in memory; a sampling one may miss some. Either gives the same lists whoever is parked.
template <class Execution>
class Search {
 public:
  using MemorySpace = typename Execution::memory_space;

  virtual ~Search() = default;
  /// Prepares the search for the agents' present positions. May move the agents [0, working) in memory: `scratch` has the same capacity
  /// and the same parked agents, and the two are exchanged.
  virtual void build(const Execution& execution, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch) = 0;
  /// Learns that the agents [working, count) are others than before. To be called before build; costs what there are of them.
  virtual void park(const Execution& execution, const Agents<MemorySpace>& agents) = 0;
  /// Fills the lists of the agents [0, working). `agents` as build left them.
  virtual void query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) = 0;
  /// Bytes that it has claimed.
  virtual std::size_t bytes() const = 0;
};

/// Returns whether an agent is in the scene. With `leave_on_arrival` those that have arrived are not.
KOKKOS_INLINE_FUNCTION bool present(std::int32_t state, bool leave_on_arrival) {
  return state != absent_state && !(leave_on_arrival && (state == arrived_state || state == settled_state));
}

}  // namespace plethos::neighbors
