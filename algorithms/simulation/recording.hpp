#pragma once

#include "backends/execution.hpp"

namespace plethos::simulation {

/// Kernels that are recorded to be launched again together (backends/recorder.hpp). If an execution cannot record, `possible` is false and
/// the class does nothing.
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

  /// Returns an execution that records the kernels that are launched on it.
  const backends::DeviceExecution<Space>& execution() const { return execution_; }
  void replay() const { recorder_.replay(execution_.space); }

 private:
  backends::Recorder<Space> recorder_;
  backends::DeviceExecution<Space> execution_;
};

}  // namespace plethos::simulation
