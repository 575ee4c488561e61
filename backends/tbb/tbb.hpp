#pragma once

#include <memory>

#include "backends/host_scheduler.hpp"
#include "backends/schedule.hpp"

namespace plethos::backends {

/// Makes a scheduler that runs blocks as oneTBB tasks in an arena of its own, with work stealing unless `schedule` is fixed. With `threads`
/// = 0 it has one thread for each processor.
std::unique_ptr<HostScheduler> make_tbb(int threads, Schedule schedule);

}  // namespace plethos::backends
