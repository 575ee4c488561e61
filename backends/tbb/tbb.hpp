#pragma once

#include "backends/host_scheduler.hpp"

namespace plethos::backends {

/// Blocks as oneTBB tasks in an arena of its own, balanced by work stealing. `threads`: 0 for one a processor.
std::unique_ptr<HostScheduler> make_tbb(int threads);

}  // namespace plethos::backends
