#pragma once

// AMD GPUs whose wavefronts have 64 threads (gfx9), as backends/device.hpp asks for them. A warp is a wavefront.

#include <hip/hip_runtime.h>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "backends/device_calls.hpp"
#include "backends/tuning.hpp"

#define PLETHOS_FOR_DEVICES(LINE, ...) LINE(plethos::backends::DeviceExecution<Kokkos::HIP> __VA_OPT__(, ) __VA_ARGS__)

namespace plethos::backends {

inline constexpr int warp_size = 64;
using WarpMask = std::uint64_t;
using DeviceSpace = Kokkos::HIP;

/// The compiler chooses the registers: how many blocks should run at the same time was measured on an H100 alone, and the compiler counts
/// wavefronts of a SIMD unit here.
struct Gfx9Facts {
  static constexpr int warp = warp_size;
  template <int threads, int>
  using Bounds = Kokkos::LaunchBounds<threads>;
  static constexpr int scratch_blocks(int) { return 1; }
};
using Tuning = TuningBy<Gfx9Facts>;

struct HipCalls {
  static constexpr const char* name = "HIP";
  using Space = Kokkos::HIP;
  using Error = hipError_t;
  using Event = hipEvent_t;
  using EventHandle = hipIpcEventHandle_t;
  using MemoryHandle = hipIpcMemHandle_t;
  static constexpr Error success = hipSuccess;
  static constexpr unsigned timed = hipEventDefault, untimed = hipEventDisableTiming, interprocess = hipEventInterprocess,
                            reach_peer = hipIpcMemLazyEnablePeerAccess;
  static constexpr auto error_text = hipGetErrorString;
  static constexpr auto take_error = hipGetLastError;
  static constexpr auto create_event = hipEventCreateWithFlags;
  static constexpr auto destroy_event = hipEventDestroy;
  static constexpr auto hold_stream = hipStreamWaitEvent;
  static constexpr auto wait_for_event = hipEventSynchronize;
  static constexpr auto event_handle = hipIpcGetEventHandle;
  static constexpr auto open_event = hipIpcOpenEventHandle;
  static constexpr auto memory_handle = hipIpcGetMemHandle;
  static constexpr auto open_memory = hipIpcOpenMemHandle;
  static constexpr auto close_memory = hipIpcCloseMemHandle;
  // These have other forms besides.
  static Error record_event(Event event, hipStream_t stream) { return hipEventRecord(event, stream); }
  static Error elapsed(float* milliseconds, Event from, Event to) { return hipEventElapsedTime(milliseconds, from, to); }
  static Error claim(void** memory, std::size_t bytes) { return hipMalloc(memory, bytes); }
  static hipStream_t stream(const Space& space) { return space.hip_stream(); }
};
template <>
struct CallsOf<Kokkos::HIP> {
  using type = HipCalls;
};
template <>
class DeviceEvent<Kokkos::HIP> : public EventBy<HipCalls> {
 public:
  using EventBy::EventBy;
};

}  // namespace plethos::backends

/// Threads of blocks of (warp_size, warps) threads, so that a thread's number in its wavefront is threadIdx.x. Exchanges are written by the
/// compiler's own functions: what HIP has of CUDA's `..._sync` functions depends on its version.
namespace plethos::backends::warp::native {

__device__ inline int rank() { return static_cast<int>(threadIdx.x); }
__device__ inline int warp_of_block() { return static_cast<int>(threadIdx.y); }
__device__ inline int warps_of_block() { return static_cast<int>(blockDim.y); }
/// A wavefront's threads go on together, but the compiler may move what they read and write.
__device__ inline void sync() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
__device__ inline void sync_block() { __syncthreads(); }
__device__ inline bool any_of_block(bool condition) { return __syncthreads_or(condition ? 1 : 0) != 0; }
/// The hardware takes the number of the thread modulo 64, and exchanges words.
template <class T>
__device__ T from(T value, int thread) {
  static_assert(sizeof(T) % sizeof(int) == 0);
  struct Words {
    int word[sizeof(T) / sizeof(int)];
  };
  Words words = __builtin_bit_cast(Words, value);
  for (int& word : words.word) word = __builtin_amdgcn_ds_bpermute(static_cast<int>(4u * static_cast<unsigned>(thread)), word);
  return __builtin_bit_cast(T, words);
}
template <class T>
__device__ T shift_up(T value, int distance) {
  return from(value, rank() - distance);
}
template <class T>
__device__ T shift_down(T value, int distance) {
  return from(value, rank() + distance);
}
template <class T>
__device__ T across(T value, int distance) {
  return from(value, rank() ^ distance);
}
__device__ inline WarpMask mask(bool condition) { return __builtin_amdgcn_ballot_w64(condition); }
/// One vote for each of the values that there are.
__device__ inline WarpMask alike(std::int32_t value) {
  WarpMask own = 0;
  for (WarpMask left = mask(true); left != 0;) {
    const WarpMask same = mask(value == __builtin_amdgcn_readlane(value, __builtin_ctzll(left)));
    own = (same >> rank() & 1u) != 0 ? same : own;
    left &= ~same;
  }
  return own;
}
__device__ inline bool any(bool condition) { return mask(condition) != 0; }

/// Adds 1 to a number for each of the threads of a wavefront that come here together, by one atomic operation, and returns their old
/// values.
__device__ inline std::int32_t append_place(std::int32_t& number) {
  const WarpMask together = mask(true);
  const auto low = static_cast<unsigned>(together), high = static_cast<unsigned>(together >> 32);
  const auto before = static_cast<int>(__builtin_amdgcn_mbcnt_hi(high, __builtin_amdgcn_mbcnt_lo(low, 0)));
  std::int32_t first = 0;
  if (before == 0) first = atomicAdd(&number, __builtin_popcountll(together));
  return __builtin_amdgcn_readfirstlane(first) + before;
}

}  // namespace plethos::backends::warp::native
