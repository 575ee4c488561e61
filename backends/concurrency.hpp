#pragma once

namespace plethos::backends {

/// The number of floats in the widest vector of any lane.
inline constexpr int widest_vector = 16;
/// The least number of agents in a CPU block, which one thread works on. It applies if there are enough agents and the user gives no
/// number. Kernels with heavy items have smaller blocks.
inline constexpr int least_block = 4 * widest_vector;

/// The number of threads that run at the same time, and their vectors.
struct Concurrency {
  bool device;  ///< a GPU, whose threads run in warps; otherwise CPU threads
  int threads;  ///< threads that run at the same time; on a GPU all resident ones
  int width;    ///< floats of a thread's vector; 1 on a GPU
  int warp;     ///< threads of a GPU's warp; 1 on a CPU

  /// Whether so few items of uneven cost are done sooner by warps, one an item, than by threads, of which the last holds up its warp.
  bool has_warps_for(int items) const { return device && items <= threads / 8; }
};

}  // namespace plethos::backends
