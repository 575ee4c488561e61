#pragma once

#include <string>
#include <vector>

#include "backends/host_scheduler.hpp"
#include "backends/schedule.hpp"

namespace plethos::backends {

/// One line of the registry.
struct RegisteredBackend {
  const char* name;
  /// Makes the scheduler of a CPU backend for that many threads; null for a GPU.
  std::unique_ptr<HostScheduler> (*make_scheduler)(int threads, Schedule schedule);
  /// Why it cannot run here; empty if it can. Null: it always can.
  std::string (*why_unavailable)();
  /// Threads that can be asked for.
  int most_threads;
};

const std::vector<RegisteredBackend>& registered_backends();

}  // namespace plethos::backends
