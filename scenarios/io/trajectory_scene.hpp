#pragma once

#include <hdf5.h>

#include "scenarios/io/attributes.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

// Each returns whether HDF5 could write it all.

/// Writes the text attributes of a trajectory: its mark, its format, the walkable area, `attributes`, and the scenario's name and
/// parameters, without those that `attributes` already names.
bool write_trajectory_attributes(hid_t file, const Scenario& scenario, const Attributes& attributes);
/// Writes the group `plethos` with what a picture of a run needs besides positions: obstacles, goals, radii and groups.
bool write_trajectory_scene(hid_t file, const Scenario& scenario);

}  // namespace plethos::scenarios
