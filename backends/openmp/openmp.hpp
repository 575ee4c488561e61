#pragma once

#include <memory>

#include "backends/host_scheduler.hpp"
#include "backends/schedule.hpp"

namespace plethos::backends {

/// Makes a scheduler that deals blocks out to the threads of an OpenMP team through Kokkos. Automatic is OwnBlocks. With `threads` = 0 it has
/// as many threads as Kokkos was started with.
std::unique_ptr<HostScheduler> make_openmp(int threads, Schedule schedule);

}  // namespace plethos::backends
