#pragma once

#include "algorithms/simulation/saved_crowd.hpp"
#include "algorithms/simulation/steps.hpp"

namespace plethos::simulation {

/// As Checkpointing::save() and load().
template <class Execution>
SavedCrowd save_crowd(Steps<Execution>& steps, const RowTaker& take);
template <class Execution>
void load_crowd(Steps<Execution>& steps, const SavedCrowd& saved, const RowGiver& give);

}  // namespace plethos::simulation
