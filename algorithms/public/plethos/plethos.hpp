#pragma once

// For programs that embed Plethos: agents and a world made in code, a backend, and a simulation to step and read. This header includes no
// Kokkos. Link Plethos::plethos. docs/guide/embedding.md shows programs.

#include <plethos/version.hpp>

#include "algorithms/simulation/methods.hpp"
#include "algorithms/simulation/simulation.hpp"
#include "backends/backend.hpp"
#include "backends/runtime.hpp"
#include "core/agent.hpp"
#include "core/error.hpp"
#include "core/parameters.hpp"
#include "core/random.hpp"
#include "core/vec2.hpp"
#include "core/world.hpp"
#include "core/world_change.hpp"
