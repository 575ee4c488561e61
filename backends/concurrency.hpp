#pragma once

namespace plethos::backends {

/// Agents of a CPU block at least, whole vectors of any lane, which one thread works on; kernels with heavy items have smaller blocks.
inline constexpr int least_block = 64;

/// How much runs at the same time.
struct Concurrency {
  bool device;  ///< a GPU, whose threads run in warps; else CPU threads
  int threads;  ///< at the same time; on a GPU those that are resident
  int width;    ///< floats of a thread's vector; 1 on a GPU
};

}  // namespace plethos::backends
