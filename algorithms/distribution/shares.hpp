#pragma once

#include <cstdint>

#include "algorithms/distribution/gpu_path.hpp"

namespace plethos::distribution {

/// What a distributed run has done so far, the sums or means of all ranks.
struct Shares {
  double imbalance = 1;          ///< the greatest busy time of a rank over the mean, in the steps since the last look
  double ghost_share = 0;        ///< ghosts over the agents that ranks own, now
  double exchange_share = 0;     ///< the part of all time that ranks waited for each other
  std::uint64_t migrations = 0;  ///< agents that went from a rank to another
  std::uint64_t divisions = 0;   ///< how often regions were drawn anew
  GpuPath path = GpuPath::host;  ///< of this rank's messages, if its agents are in a GPU's memory
};

}  // namespace plethos::distribution
