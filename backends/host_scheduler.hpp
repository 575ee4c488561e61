#pragma once

#include <functional>
#include <memory>
#include <string>

namespace plethos::backends {

/// How a CPU backend spreads blocks of work over its threads. A block is large enough (a few dozen agents) to pay for one call.
class HostScheduler {
 public:
  virtual ~HostScheduler() = default;

  /// Calls body(0) ... body(blocks - 1), each once, in any order and from any of the threads; returns when all have returned.
  /// `label` is what Kokkos Tools show.
  virtual void run(const char* label, int blocks, const std::function<void(int)>& body) = 0;
  /// Threads that run blocks at the same time.
  virtual int threads() const = 0;
};

}  // namespace plethos::backends
