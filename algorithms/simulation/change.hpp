#pragma once

#include "algorithms/simulation/steps.hpp"
#include "core/world_change.hpp"

namespace plethos::simulation {

/// As Simulation::apply().
template <class Execution>
void apply_change(Steps<Execution>& steps, const WorldChange& change);

}  // namespace plethos::simulation
