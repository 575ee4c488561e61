#pragma once

// NVIDIA GPUs, as backends/device.hpp asks for them.

#include <cuda_runtime.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "backends/device_calls.hpp"
#include "backends/tuning.hpp"

#define PLETHOS_FOR_DEVICES(LINE, ...) LINE(plethos::backends::DeviceExecution<Kokkos::Cuda> __VA_OPT__(, ) __VA_ARGS__)

namespace plethos::backends {

inline constexpr int warp_size = 32;
using WarpMask = std::uint32_t;
using DeviceSpace = Kokkos::Cuda;

/// What a multiprocessor holds at the same time, by compute capability (CUDA C++ Programming Guide, technical specifications). All have
/// 65,536 registers.
struct Multiprocessor {
  int capability, blocks, shared_kibibytes;
};
inline constexpr Multiprocessor multiprocessors[] = {{700, 32, 96},  {750, 16, 64},  {800, 32, 164},  {860, 16, 100},
                                                     {890, 24, 100}, {900, 32, 228}, {1000, 32, 228}, {1200, 24, 100}};

/// The least of each over all GPUs that the build is for. Beyond it ptxas ignores launch bounds, and Kokkos refuses to launch. A GPU that
/// is not listed counts as one of capability 7.5.
consteval Multiprocessor least_multiprocessor() {
  Multiprocessor least{0, 32, 228};
  for (const int capability : {__CUDA_ARCH_LIST__}) {
    Multiprocessor own = multiprocessors[1];
    for (const Multiprocessor& known : multiprocessors) own = known.capability == capability ? known : own;
    least.blocks = std::min(least.blocks, own.blocks);
    least.shared_kibibytes = std::min(least.shared_kibibytes, own.shared_kibibytes);
  }
  return least;
}

struct CudaFacts {
  static constexpr int warp = warp_size;
  template <int threads, int blocks>
  using Bounds = Kokkos::LaunchBounds<threads, std::min(blocks, least_multiprocessor().blocks)>;
  /// Each block has a kibibyte besides, of the system's.
  static constexpr int scratch_blocks(int bytes) { return least_multiprocessor().shared_kibibytes * 1024 / (bytes + 1024); }
};
using Tuning = TuningBy<CudaFacts>;

struct CudaCalls {
  static constexpr const char* name = "CUDA";
  using Space = Kokkos::Cuda;
  using Error = cudaError_t;
  using Event = cudaEvent_t;
  using EventHandle = cudaIpcEventHandle_t;
  using MemoryHandle = cudaIpcMemHandle_t;
  static constexpr Error success = cudaSuccess;
  static constexpr unsigned timed = cudaEventDefault, untimed = cudaEventDisableTiming, interprocess = cudaEventInterprocess,
                            reach_peer = cudaIpcMemLazyEnablePeerAccess;
  static constexpr auto error_text = cudaGetErrorString;
  static constexpr auto take_error = cudaGetLastError;
  static constexpr auto create_event = cudaEventCreateWithFlags;
  static constexpr auto destroy_event = cudaEventDestroy;
  static constexpr auto hold_stream = cudaStreamWaitEvent;
  static constexpr auto wait_for_event = cudaEventSynchronize;
  static constexpr auto event_handle = cudaIpcGetEventHandle;
  static constexpr auto open_event = cudaIpcOpenEventHandle;
  static constexpr auto memory_handle = cudaIpcGetMemHandle;
  static constexpr auto open_memory = cudaIpcOpenMemHandle;
  static constexpr auto close_memory = cudaIpcCloseMemHandle;
  // These have other forms besides.
  static Error record_event(Event event, cudaStream_t stream) { return cudaEventRecord(event, stream); }
  static Error elapsed(float* milliseconds, Event from, Event to) { return cudaEventElapsedTime(milliseconds, from, to); }
  static Error claim(void** memory, std::size_t bytes) { return cudaMalloc(memory, bytes); }
  static cudaStream_t stream(const Space& space) { return space.cuda_stream(); }
};
template <>
struct CallsOf<Kokkos::Cuda> {
  using type = CudaCalls;
};
template <>
class DeviceEvent<Kokkos::Cuda> : public EventBy<CudaCalls> {
 public:
  using EventBy::EventBy;
};

}  // namespace plethos::backends

/// Threads of blocks of (warp_size, warps) threads.
namespace plethos::backends::warp::native {

inline constexpr unsigned all = 0xffffffffu;

__device__ inline int rank() { return static_cast<int>(threadIdx.x); }
__device__ inline int warp_of_block() { return static_cast<int>(threadIdx.y); }
__device__ inline int warps_of_block() { return static_cast<int>(blockDim.y); }
__device__ inline void sync() { __syncwarp(); }
__device__ inline void sync_block() { __syncthreads(); }
__device__ inline bool any_of_block(bool condition) { return __syncthreads_or(condition ? 1 : 0) != 0; }
template <class T>
__device__ T from(T value, int thread) {
  return __shfl_sync(all, value, thread);
}
template <class T>
__device__ T shift_up(T value, int distance) {
  return __shfl_up_sync(all, value, distance);
}
template <class T>
__device__ T shift_down(T value, int distance) {
  return __shfl_down_sync(all, value, distance);
}
template <class T>
__device__ T across(T value, int distance) {
  return __shfl_xor_sync(all, value, distance);
}
__device__ inline WarpMask mask(bool condition) { return __ballot_sync(all, condition ? 1 : 0); }
__device__ inline WarpMask alike(std::int32_t value) { return __match_any_sync(all, value); }
__device__ inline bool any(bool condition) { return __any_sync(all, condition ? 1 : 0) != 0; }

/// Adds 1 to a number for each of the threads of a warp that come here together, by one atomic operation, and returns their old values.
__device__ inline std::int32_t append_place(std::int32_t& number) {
  const unsigned together = __activemask();
  unsigned lower_threads;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lower_threads));
  const int before = __popc(together & lower_threads);
  std::int32_t first = 0;
  if (before == 0) first = atomicAdd(&number, __popc(together));
  return __shfl_sync(together, first, __ffs(together) - 1) + before;
}

}  // namespace plethos::backends::warp::native
