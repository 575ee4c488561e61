#pragma once

// A kind of device that every machine has: Kokkos' serial space, with memory that counts as the device's, and warps of one thread. It
// stands in no program but this test's, and shows what a new kind of device takes (docs/guide/extending.md).

#include <Kokkos_Core.hpp>

#define PLETHOS_FOR_DEVICES(LINE, ...) LINE(plethos::backends::DeviceExecution<Kokkos::Serial> __VA_OPT__(, ) __VA_ARGS__)

namespace plethos::backends {

inline constexpr int warp_size = 1;
using WarpMask = std::uint32_t;
using DeviceSpace = Kokkos::Serial;
using Tuning = TuningBy<NoDeviceFacts>;

struct DummyMemory : Kokkos::HostSpace {
  using memory_space = DummyMemory;
  using execution_space = Kokkos::Serial;
  using device_type = Kokkos::Device<execution_space, memory_space>;
};
template <>
struct MemoryOf<Kokkos::Serial> {
  using type = DummyMemory;
};

/// What is launched on this space has run when the launch returns.
template <>
class DeviceEvent<Kokkos::Serial> {
 public:
  void record(const Kokkos::Serial&) {}
  void hold(const Kokkos::Serial&) {}
  void wait() {}
};

}  // namespace plethos::backends

KOKKOS_IMPL_SHARED_ALLOCATION_SPECIALIZATION(plethos::backends::DummyMemory);

namespace Kokkos::Impl {

template <class Execution>
struct DeepCopy<HostSpace, plethos::backends::DummyMemory, Execution> : DeepCopy<HostSpace, HostSpace, Execution> {
  using DeepCopy<HostSpace, HostSpace, Execution>::DeepCopy;
};
template <class Execution>
struct DeepCopy<plethos::backends::DummyMemory, HostSpace, Execution> : DeepCopy<HostSpace, HostSpace, Execution> {
  using DeepCopy<HostSpace, HostSpace, Execution>::DeepCopy;
};
template <class Execution>
struct DeepCopy<plethos::backends::DummyMemory, plethos::backends::DummyMemory, Execution> : DeepCopy<HostSpace, HostSpace, Execution> {
  using DeepCopy<HostSpace, HostSpace, Execution>::DeepCopy;
};
template <>
struct MemorySpaceAccess<HostSpace, plethos::backends::DummyMemory> {
  enum : bool { assignable = false, accessible = true, deepcopy = true };
};
template <>
struct MemorySpaceAccess<plethos::backends::DummyMemory, HostSpace> {
  enum : bool { assignable = false, accessible = true, deepcopy = true };
};

}  // namespace Kokkos::Impl
