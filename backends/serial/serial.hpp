#pragma once

#include <memory>

#include "backends/host_scheduler.hpp"
#include "backends/schedule.hpp"

namespace plethos::backends {

/// Makes a scheduler that runs one block after the other on the calling thread. It ignores both parameters.
std::unique_ptr<HostScheduler> make_serial(int threads, Schedule schedule);

}  // namespace plethos::backends
