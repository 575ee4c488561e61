#pragma once

#include <vector>

#include "algorithms/simulation/frame.hpp"
#include "algorithms/simulation/steps.hpp"

namespace plethos::simulation {

/// As Simulation::read() and read_slab().
template <class Execution>
void read_frame(Steps<Execution>& steps, Frame& frame);
template <class Execution>
std::vector<PlacedAgent> read_slab(Steps<Execution>& steps);

}  // namespace plethos::simulation
