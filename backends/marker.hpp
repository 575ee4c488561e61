#pragma once

#include "backends/execution.hpp"

namespace plethos::backends {

/// A place in the order of what is launched on an execution. The host can wait until all before it is done, or another execution can,
/// and what was launched later goes on meanwhile. On a CPU, launches return when they are done, so that there is nothing to wait for.
template <class Execution>
class Marker {
 public:
  void set(const Execution&) {}
  void wait() {}
};

template <class Space>
class Marker<DeviceExecution<Space>> {
 public:
  void set(const DeviceExecution<Space>& execution) { event_.record(execution.space); }
  /// Lets what is launched on another execution from now on wait for what is before this place.
  void hold(const DeviceExecution<Space>& other) { event_.hold(other.space); }
  void wait() { event_.wait(); }

 private:
  DeviceEvent<Space> event_;
};

}  // namespace plethos::backends
