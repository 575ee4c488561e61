#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "backends/tuning.hpp"

// What kernels and their drivers need to know of the GPU that this build is for. A kind of GPU has a folder of backends/ with a header
// device.hpp, which holds
//
//   warp_size, WarpMask         the threads of a warp, and a number that has a bit for each of them
//   warp::native                functions for the threads of a device, as `plethos::backends::warp` below describes them
//   DeviceSpace                 Kokkos' execution space
//   DeviceEvent<DeviceSpace>    a place in the order of what is launched
//   CallsOf<DeviceSpace>        the table of its calls (device_calls.hpp), if processes of a host can share its memory
//   Tuning                      launch bounds: TuningBy<...> of its facts, of no fewer threads than a warp
//   PLETHOS_FOR_DEVICES         (below)
//
// and facts.cpp, which implements device_facts.hpp. Nothing else in the tree names a kind of GPU. A build has one kind at most.

namespace plethos::backends {

/// The memory that kernels on a space compute in.
template <class Space>
struct MemoryOf {
  using type = typename Space::memory_space;
};

/// A place in the order of what is launched on a space: record(space) sets it, hold(space) lets another one's launches from now on wait for
/// it, and wait() the host. Before the first record() the last two do nothing.
template <class Space>
class DeviceEvent;

/// The table of a kind's calls for events and for memory that processes of a host share; void if it has none.
template <class Space>
struct CallsOf {
  using type = void;
};

}  // namespace plethos::backends

#ifdef KOKKOS_ENABLE_CUDA
#include "backends/cuda/device.hpp"
#elif defined(KOKKOS_ENABLE_HIP)
#include "backends/hip/device.hpp"
#else
/// PLETHOS_FOR_DEVICES(LINE, ...) writes LINE(Execution, ...) for every kind of device that the build has.
#define PLETHOS_FOR_DEVICES(LINE, ...)
namespace plethos::backends {
inline constexpr int warp_size = 32;
using WarpMask = std::uint32_t;
using DeviceSpace = void;
using Tuning = TuningBy<NoDeviceFacts>;
}  // namespace plethos::backends
#endif

/// The threads of a device, from within a kernel: those of a warp, which run together, and of a block of warps. Where a result is that of
/// all threads of a warp, all of them call. On a host, one thread stands for a warp.
namespace plethos::backends::warp {

/// The number of this thread in its warp, of this warp in its block, and of warps in a block.
KOKKOS_FORCEINLINE_FUNCTION int rank() {
  KOKKOS_IF_ON_DEVICE((return native::rank();))
  KOKKOS_IF_ON_HOST((return 0;))
}
KOKKOS_FORCEINLINE_FUNCTION int of_block() {
  KOKKOS_IF_ON_DEVICE((return native::warp_of_block();))
  KOKKOS_IF_ON_HOST((return 0;))
}
KOKKOS_FORCEINLINE_FUNCTION int in_block() {
  KOKKOS_IF_ON_DEVICE((return native::warps_of_block();))
  KOKKOS_IF_ON_HOST((return 1;))
}
/// Makes what a thread has written to memory visible to its warp, or to its block.
KOKKOS_FORCEINLINE_FUNCTION void sync() { KOKKOS_IF_ON_DEVICE((native::sync();)) }
KOKKOS_FORCEINLINE_FUNCTION void sync_block() { KOKKOS_IF_ON_DEVICE((native::sync_block();)) }
/// Returns whether a condition holds for a thread of the block. All of its threads call.
KOKKOS_FORCEINLINE_FUNCTION bool any_of_block(bool condition) {
  KOKKOS_IF_ON_DEVICE((return native::any_of_block(condition);))
  KOKKOS_IF_ON_HOST((return condition;))
}
/// Returns the value of another thread of the warp: of number `thread` modulo the warp's size; of `distance` lower or higher; of this one's
/// number with the bits of `distance` turned. Where there is none, shift_up() and shift_down() return anything.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T from(T value, [[maybe_unused]] int thread) {
  KOKKOS_IF_ON_DEVICE((return native::from(value, thread);))
  KOKKOS_IF_ON_HOST((return value;))
}
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T shift_up(T value, [[maybe_unused]] int distance) {
  KOKKOS_IF_ON_DEVICE((return native::shift_up(value, distance);))
  KOKKOS_IF_ON_HOST((return value;))
}
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T shift_down(T value, [[maybe_unused]] int distance) {
  KOKKOS_IF_ON_DEVICE((return native::shift_down(value, distance);))
  KOKKOS_IF_ON_HOST((return value;))
}
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T across(T value, [[maybe_unused]] int distance) {
  KOKKOS_IF_ON_DEVICE((return native::across(value, distance);))
  KOKKOS_IF_ON_HOST((return value;))
}
/// Returns a bit a thread: whether its condition holds; whether it calls with the same value as this thread.
KOKKOS_FORCEINLINE_FUNCTION WarpMask mask(bool condition) {
  KOKKOS_IF_ON_DEVICE((return native::mask(condition);))
  KOKKOS_IF_ON_HOST((return condition ? 1u : 0u;))
}
KOKKOS_FORCEINLINE_FUNCTION WarpMask alike([[maybe_unused]] std::int32_t value) {
  KOKKOS_IF_ON_DEVICE((return native::alike(value);))
  KOKKOS_IF_ON_HOST((return 1u;))
}
/// Returns whether a condition holds for a thread of the warp.
KOKKOS_FORCEINLINE_FUNCTION bool any(bool condition) {
  KOKKOS_IF_ON_DEVICE((return native::any(condition);))
  KOKKOS_IF_ON_HOST((return condition;))
}

}  // namespace plethos::backends::warp
