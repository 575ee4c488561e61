#pragma once

#include "backends/execution.hpp"

namespace plethos::simulation {

/// Kernels to launch again together (backends/recorder.hpp); where an execution cannot record, the type is there and `possible` is false.
template <class Execution>
class Recording {
 public:
  static constexpr bool possible = false;
  explicit Recording(const Execution& execution) : execution_(execution) {}

  const Execution& execution() const { return execution_; }
  void replay() const {}

 private:
  Execution execution_;
};

template <class Space>
class Recording<backends::DeviceExecution<Space>> {
 public:
  static constexpr bool possible = true;
  explicit Recording(const backends::DeviceExecution<Space>& execution)
      : recorder_(execution.space), execution_{execution.space, &recorder_} {}
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// What kernels that are launched on it are added to.
  const backends::DeviceExecution<Space>& execution() const { return execution_; }
  void replay() const { recorder_.replay(execution_.space); }

 private:
  backends::Recorder<Space> recorder_;
  backends::DeviceExecution<Space> execution_;
};

}  // namespace plethos::simulation
