#pragma once

#include <memory>
#include <type_traits>

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

#ifdef KOKKOS_ENABLE_CUDA
template <>
class Marker<DeviceExecution<Kokkos::Cuda>> {
 public:
  void set(const DeviceExecution<Kokkos::Cuda>& execution) {
    if (!event_) {
      cudaEvent_t event = nullptr;
      KOKKOS_IMPL_CUDA_SAFE_CALL(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
      event_.reset(event, [](cudaEvent_t made) { cudaEventDestroy(made); });
    }
    KOKKOS_IMPL_CUDA_SAFE_CALL(cudaEventRecord(event_.get(), execution.space.cuda_stream()));
  }
  /// Lets what is launched on another execution from now on wait for what is before this place.
  void hold(const DeviceExecution<Kokkos::Cuda>& other) {
    if (event_) KOKKOS_IMPL_CUDA_SAFE_CALL(cudaStreamWaitEvent(other.space.cuda_stream(), event_.get()));
  }
  void wait() {
    if (event_) KOKKOS_IMPL_CUDA_SAFE_CALL(cudaEventSynchronize(event_.get()));
  }

 private:
  std::shared_ptr<std::remove_pointer_t<cudaEvent_t>> event_;
};
#endif

}  // namespace plethos::backends
