#pragma once

#include "algorithms/simulation/simulation.hpp"

namespace plethos::tests {

/// Returns the agents as they are now.
inline simulation::Frame frame_of(simulation::Simulation& simulation) {
  simulation::Frame frame;
  simulation.read(frame);
  return frame;
}

/// Returns a checksum of the agents as they are now.
inline std::uint64_t checksum_of(simulation::Simulation& simulation) { return simulation::checksum(frame_of(simulation)); }

}  // namespace plethos::tests
