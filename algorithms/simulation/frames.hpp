#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/simulation/frame.hpp"
#include "algorithms/simulation/steps.hpp"

namespace plethos::simulation {

/// As Simulation::read() and checksum(), and Checkpointing::read_slab().
template <class Execution>
void read_frame(Steps<Execution>& steps, Frame& frame);
template <class Execution>
std::uint64_t checksum_of(Steps<Execution>& steps);
/// As Worlds::read_worlds().
template <class Execution>
void read_worlds(Steps<Execution>& steps, std::span<const std::size_t> worlds, Frame& frame);
template <class Execution>
std::vector<PlacedAgent> read_slab(Steps<Execution>& steps);

}  // namespace plethos::simulation
