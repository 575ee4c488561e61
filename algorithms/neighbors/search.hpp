#pragma once

#include "algorithms/neighbors/lists.hpp"
#include "algorithms/neighbors/verlet/verlet_lists.hpp"
#include "core/agents.hpp"
#include "core/box.hpp"
#include "core/parameters.hpp"
#include "core/present.hpp"

namespace plethos::neighbors {

/// Finds the nearest others of every agent: at most `Parameters::neighbors` within `Parameters::neighbor_distance` metres, as Lists
/// describes. Agents that have left the scene have no neighbors and are nobody's. Every exact search gives the same lists, up to the order
/// of agents in memory. A sampling search may miss some neighbors. No list depends on which agents are parked, or which are ghosts.
template <class Execution>
class Search {
 public:
  using MemorySpace = typename Execution::memory_space;

  virtual ~Search() = default;
  /// Prepares the search for the agents' present positions. It may move the agents [0, working) in memory. `scratch` has the same capacity
  /// and the same parked agents, and is exchanged with `agents`.
  virtual void build(const Execution& execution, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch) = 0;
  /// Takes note that other agents than before are parked at [working, owned). Call it before build(). Cost: linear in the parked agents.
  virtual void park(const Execution& execution, const Agents<MemorySpace>& agents) = 0;
  /// Fills the lists of the agents [0, working). `agents` must be as build() left them.
  virtual void query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) = 0;
  /// Of a search with the parameter `skin`: makes lists that hold of the agents [0, working). If `verlet` searches, `agents` must be as
  /// build() left them; otherwise in that order, wherever they have gone since.
  virtual void make_lists(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists,
                          const VerletLists<MemorySpace>& verlet) {
    static_cast<void>(verlet);
    query(execution, agents, lists);
  }
  /// Takes note that there will be ghosts, at most so many. None comes within Parameters::neighbor_distance, skin included, of an agent in
  /// the rectangle `core`, which may be infinite, or hold nothing. Claims memory.
  virtual void expect_ghosts(std::int32_t most, const Box& core) {
    static_cast<void>(most);
    static_cast<void>(core);
  }
  /// Takes note of where the ghosts [owned, count) are now. Call it between build() and query(), with no more of them than expected. Cost:
  /// linear in the ghosts and in the parts of the search's structure.
  virtual void find_ghosts(const Execution& execution, const Agents<MemorySpace>& agents) {
    static_cast<void>(execution);
    static_cast<void>(agents);
  }
  /// Returns the bytes of memory that the search has claimed.
  virtual std::size_t bytes() const = 0;
};

}  // namespace plethos::neighbors
