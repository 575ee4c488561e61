#pragma once

// Ways and fields over a map without a simulation, for robots, games and comparisons of planners. This header includes no Kokkos. Link
// Plethos::plethos.

#include <plethos/version.hpp>

#include "algorithms/planning/path_finder.hpp"
#include "algorithms/planning/paths.hpp"
#include "backends/backend.hpp"
#include "backends/runtime.hpp"
#include "core/error.hpp"
#include "core/grid_map.hpp"
#include "core/world.hpp"
