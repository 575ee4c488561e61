#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <type_traits>

#include "backends/backend.hpp"
#include "backends/concurrency.hpp"
#include "backends/device.hpp"
#include "backends/recorder.hpp"

namespace plethos::backends {

/// Runs kernels on CPU threads, over host memory, in blocks that a HostScheduler spreads.
struct HostExecution {
  using memory_space = Kokkos::HostSpace;
  std::shared_ptr<HostScheduler> scheduler;
  std::optional<SimdTarget> target;
  int grain = 0;  ///< the most items of a block; 0: the kernel's own number

  void fence() const {}
};

/// Runs kernels as Kokkos kernels of a device's execution space. Calls return at once, and fence() waits. With a recorder, kernels are
/// recorded instead of run.
template <class Space>
struct DeviceExecution {
  using memory_space = typename MemoryOf<Space>::type;
  Space space;
  Recorder<Space>* recorder = nullptr;

  void fence() const { space.fence("plethos::fence"); }
};

/// Returns the free and total bytes of the memory that an execution computes in.
inline Memory memory(const HostExecution&) { return host_memory(); }
template <class Space>
Memory memory(const DeviceExecution<Space>&) {
  return device_memory();
}

/// Calls visitor(execution) with the execution type that fits the backend: HostExecution if it has a scheduler, otherwise that of its
/// device.
template <class Visitor, class Device = DeviceSpace>
auto visit(const Backend& backend, Visitor&& visitor) {
  if (backend.scheduler) return visitor(HostExecution{backend.scheduler, backend.target, backend.grain});
  if constexpr (std::is_void_v<Device>) {
    throw std::logic_error("a backend without a scheduler in a build without devices");
  } else {
    return visitor(DeviceExecution<Device>{});
  }
}

/// A thread gets this many blocks if there are enough items. Items differ in cost, and the last blocks to end hold up all threads.
inline constexpr int blocks_per_thread = 12;

/// Returns the number of items in a block. It is the execution's number if that is set. Otherwise it is small enough that every thread gets
/// several blocks, but at least least_block; if that would leave threads without a block, each thread gets one. It is at most the kernel's
/// grain, which a kernel with heavy items sets as `static constexpr int grain`. Blocks hold whole vectors, unless that grain is smaller.
template <class Kernel>
int block_size(const HostExecution& execution, int count) {
  int grain = 4096;
  if constexpr (requires { Kernel::grain; }) grain = Kernel::grain;
  const bool in_vectors = grain >= least_block;
  const int vector = in_vectors ? widest_vector : 1;
  const auto whole = [vector](int items) { return (items + vector - 1) / vector * vector; };
  if (execution.grain > 0) return std::clamp(whole(execution.grain), vector, grain);
  const int threads = execution.scheduler->threads();
  if (threads == 1) return grain;
  const int unit = in_vectors ? std::min(least_block, whole((count + threads - 1) / threads)) : 1;
  return std::clamp(count / (blocks_per_thread * threads) / unit * unit, unit, grain);
}

/// Runs a kernel over the items [0, count). On scalar lanes it calls kernel(i) for each item. If the backend has vector lanes and the
/// kernel a vector entry (`Kernel::simd_entry(target)` for its `arguments`), it calls entry(arguments, begin, end) for each block. The
/// entry is looked up once a call. Items must be independent of each other. `label` is plethos::algorithm::step.
template <class Kernel>
void for_each(const HostExecution& execution, const char* label, int count, const Kernel& kernel) {
  if (count <= 0) return;
  const int size = block_size<Kernel>(execution, count);
  const int blocks = (count + size - 1) / size;
  if constexpr (requires(const SimdTarget& target) { Kernel::simd_entry(target); }) {
    if (execution.target) {
      const auto entry = Kernel::simd_entry(*execution.target);
      execution.scheduler->run(label, blocks, [&kernel, entry, size, count](int block) {
        entry(kernel.arguments, block * size, std::min(count, (block + 1) * size));
      });
      return;
    }
  }
  execution.scheduler->run(label, blocks, [&kernel, size, count](int block) {
    const int end = std::min(count, (block + 1) * size);
    for (int i = block * size; i < end; ++i) kernel(i);
  });
}

/// Launches a kernel on a device, or records it. Every kernel on a device goes through this function.
template <class Space, class Policy, class Kernel>
void launch(const DeviceExecution<Space>& execution, const char* label, const Policy& policy, const Kernel& kernel) {
  if (execution.recorder) {
    execution.recorder->add(label, policy, kernel);
  } else {
    Kokkos::parallel_for(label, policy, kernel);
  }
}

template <class Space, class Kernel>
void for_each(const DeviceExecution<Space>& execution, const char* label, int count, const Kernel& kernel) {
  if (count <= 0) return;
  if constexpr (requires { typename Kernel::launch_bounds; }) {
    launch(execution, label, Kokkos::RangePolicy<Space, typename Kernel::launch_bounds>(execution.space, 0, count), kernel);
  } else {
    launch(execution, label, Kokkos::RangePolicy<Space>(execution.space, 0, count), kernel);
  }
}

}  // namespace plethos::backends
