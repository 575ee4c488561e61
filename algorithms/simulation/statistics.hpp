#pragma once

#include <cstdint>
#include <vector>

namespace plethos::simulation {

/// Agents that arrived in one step.
struct Arrivals {
  std::int64_t step = 0;  ///< from 0
  std::int64_t agents = 0;

  friend bool operator==(const Arrivals&, const Arrivals&) = default;
};

/// Numbers of the steps so far.
struct Statistics {
  std::int64_t steps = 0;          ///< steps done
  std::int64_t arrived = 0;        ///< agents that have arrived
  std::int64_t last_arrival = -1;  ///< step (from 0) in which the last of them arrived
  float minimum_separation = 0;    ///< m, between two discs at any step; negative if they overlapped; infinite if no agent saw another
  /// The number of overlapping pairs of discs with at least one that has moved in the step, added up over the steps. Like the separation it
  /// is taken from the neighbor lists. A pair is missed only if the lists are full of agents that are nearer still.
  std::uint64_t overlaps = 0;
  /// The steps with arrivals, in their order. Of several ranks, rank 0 has them. They lack agents that had arrived at the start, and the
  /// steps before a checkpoint of a version that did not keep them.
  std::vector<Arrivals> arrivals{};
  /// The number of steps that agents went without sight of their goal or of a roadmap node that leads there, added up over the agents.
  std::uint64_t lost = 0;
};

}  // namespace plethos::simulation
