#pragma once

#include <vector>

#include "algorithms/simulation/frame.hpp"
#include "algorithms/simulation/saved_crowd.hpp"

namespace plethos::simulation {

/// What a simulation saves of its agents and goes on from, each rank the rows of its slab (distribution::Slabs). It needs one world.
class Checkpointing {
 public:
  /// Together: waits, and returns what further steps depend on, without the rows of agents. It hands these to `take`, if there is one, each
  /// rank those of its slab. Cost of rows: two copies of each agent, and what `take` needs.
  virtual SavedCrowd save(const RowTaker& take = {}) = 0;
  /// Together: goes on from what save() gave, on any backend and any number of ranks, as the saved simulation would: with the same
  /// positions, bit for bit, and the same statistics. Lanes without fused multiply-add round otherwise from here on. The parameters, agents
  /// and methods are the same, and so is the world that the saved one had then. If groups of agents had changed, apply these changes first.
  /// Each rank is given the rows of its slab, and `saved` is the same on all. Errors: InputError if it holds other agents, rows of other
  /// methods, or rows that no agent can have. The simulation is of no use then.
  virtual void load(const SavedCrowd& saved, const RowGiver& give) = 0;
  /// Together: as save() and load(), with the rows of each rank's slab in memory. Errors: those of load().
  SavedSlab save_slab();
  void load_slab(const SavedSlab& saved);
  /// Together: waits, and returns the agents of this rank's slab that are present, in order of id. Cost: copies of
  /// the ids, positions and states of all agents of this rank, and 12 bytes an agent sent.
  virtual std::vector<PlacedAgent> read_slab() = 0;

 protected:
  ~Checkpointing() = default;
};

}  // namespace plethos::simulation
