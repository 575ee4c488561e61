#pragma once

#include "backends/host_scheduler.hpp"

namespace plethos::backends {

/// One block after the other on the calling thread. `threads` is ignored.
std::unique_ptr<HostScheduler> make_serial(int threads);

}  // namespace plethos::backends
