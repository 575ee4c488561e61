#pragma once

// Scenarios, files and pictures for programs that embed Plethos: scenarios of the library or in TOML, trajectories in HDF5, pictures and
// videos. Link Plethos::scenarios.

#include "core/frame_rate.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/io/toml_scenario.hpp"
#include "scenarios/io/trajectory.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/render/render.hpp"
#include "scenarios/request.hpp"
#include "scenarios/scenario.hpp"
#include "scenarios/validation.hpp"
