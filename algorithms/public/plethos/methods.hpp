#pragma once

// For programs that add methods of their own: the interface of a method of each family, and the functions that add one. This header
// includes Kokkos and kernels, so a program that uses it links Plethos::kernels besides Plethos::plethos.

#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/avoidance/registry.hpp"
#include "algorithms/neighbors/registry.hpp"
#include "algorithms/neighbors/search.hpp"
#include "algorithms/planning/planner.hpp"
#include "algorithms/planning/registry.hpp"
#include "algorithms/steering/registry.hpp"
#include "algorithms/steering/steering.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"
#include "core/parameter_table.hpp"
