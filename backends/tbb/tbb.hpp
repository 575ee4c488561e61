#pragma once

#include "backends/host_scheduler.hpp"
#include "backends/schedule.hpp"

namespace plethos::backends {

/// Blocks as oneTBB tasks in an arena of its own, balanced by work stealing unless `schedule` is fixed. `threads`: 0 for one a processor.
std::unique_ptr<HostScheduler> make_tbb(int threads, Schedule schedule);

}  // namespace plethos::backends
