#pragma once

// For programs that bring methods of their own: what a method of each family is, and how it is added. With Kokkos and kernels, so that
// whoever includes it links Plethos::kernels besides Plethos::plethos.

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
