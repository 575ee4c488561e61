#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backends/host_scheduler.hpp"
#include "backends/schedule.hpp"

namespace plethos::backends {

/// One line of the registry.
struct RegisteredBackend {
  const char* name;
  /// Makes the scheduler of a CPU backend for that many threads. It is null for a GPU.
  std::unique_ptr<HostScheduler> (*make_scheduler)(int threads, Schedule schedule);
  /// Returns why the backend cannot run here, or an empty text if it can. If it is null, the backend always can.
  std::string (*why_unavailable)();
  /// The most threads that a user can ask for.
  int most_threads;
};

const std::vector<RegisteredBackend>& registered_backends();

}  // namespace plethos::backends
