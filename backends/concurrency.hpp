#pragma once

namespace plethos::backends {

/// How much runs at the same time.
struct Concurrency {
  bool device;  ///< a GPU, whose threads run in warps; else CPU threads
  int threads;  ///< at the same time; on a GPU those that are resident
  int width;    ///< floats of a thread's vector; 1 on a GPU
};

}  // namespace plethos::backends
