#pragma once

#include <memory>
#include <string>

#include "backends/host_scheduler.hpp"
#include "backends/schedule.hpp"

namespace plethos::backends {

/// Makes a scheduler that runs blocks as oneTBB tasks in an arena of its own, with work stealing unless `schedule` is fixed. With `threads`
/// = 0 it has one thread for each processor.
std::unique_ptr<HostScheduler> make_tbb(int threads, Schedule schedule);

/// Returns the version of the oneTBB that runs, such as "2021.8.0".
std::string tbb_version();

}  // namespace plethos::backends
