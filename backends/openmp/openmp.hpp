#pragma once

#include "backends/host_scheduler.hpp"
#include "backends/schedule.hpp"

namespace plethos::backends {

/// Blocks dealt out, dynamically unless `schedule` is fixed, to the threads of an OpenMP team through Kokkos. `threads`: 0 for as many as
/// Kokkos was started with.
std::unique_ptr<HostScheduler> make_openmp(int threads, Schedule schedule);

}  // namespace plethos::backends
