#pragma once

#include <memory>

#include "backends/execution.hpp"

namespace plethos::backends {

/// Kernels that are launched again and again with the same arguments. A device records them the first time, and then launches them
/// together: many short kernels take longer to launch than to run. A CPU launches them one by one.
template <class Execution>
class Replayed {
 public:
  /// Forgets what was recorded, because arguments change.
  void forget() {}
  /// Runs what launch(execution) launches. It must be the same in every call since forget().
  template <class Launch>
  void run(const Execution& execution, const Launch& launch) {
    launch(execution);
  }
};

template <class Space>
class Replayed<DeviceExecution<Space>> {
 public:
  void forget() { recorder_.reset(); }
  template <class Launch>
  void run(const DeviceExecution<Space>& execution, const Launch& launch) {
    if (!recorder_) {
      recorder_ = std::make_unique<Recorder<Space>>(execution.space);
      launch(DeviceExecution<Space>{execution.space, recorder_.get()});
    }
    recorder_->replay(execution.space);
  }

 private:
  std::unique_ptr<Recorder<Space>> recorder_;
};

}  // namespace plethos::backends
