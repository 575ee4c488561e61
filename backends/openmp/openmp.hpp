#pragma once

#include "backends/host_scheduler.hpp"

namespace plethos::backends {

/// Blocks dealt out dynamically to the threads of an OpenMP team through Kokkos. `threads`: 0 for as many as Kokkos was started with.
std::unique_ptr<HostScheduler> make_openmp(int threads);

}  // namespace plethos::backends
