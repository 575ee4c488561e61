#pragma once

#include "backends/host_scheduler.hpp"
#include "backends/schedule.hpp"

namespace plethos::backends {

/// One block after the other on the calling thread. Both parameters are ignored.
std::unique_ptr<HostScheduler> make_serial(int threads, Schedule schedule);

}  // namespace plethos::backends
