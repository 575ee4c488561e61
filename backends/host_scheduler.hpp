#pragma once

#include <functional>

namespace plethos::backends {

/// Spreads blocks of work over the threads of a CPU backend. A block is large enough (a few dozen agents) to pay for one call.
class HostScheduler {
 public:
  virtual ~HostScheduler() = default;

  /// Calls body(0) ... body(blocks - 1), each once, in any order and from any of the threads. Returns after all calls have returned. Kokkos
  /// Tools show `label`.
  virtual void run(const char* label, int blocks, const std::function<void(int)>& body) = 0;
  /// Returns the number of threads that run blocks at the same time.
  virtual int threads() const = 0;
};

}  // namespace plethos::backends
