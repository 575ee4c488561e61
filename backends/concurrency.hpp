#pragma once

namespace plethos::backends {

/// Floats of the widest vector of any lane.
inline constexpr int widest_vector = 16;
/// Agents of a CPU block, which one thread works on, at least, where there are enough of them and nobody says how many; kernels with heavy
/// items have smaller blocks.
inline constexpr int least_block = 4 * widest_vector;

/// Threads of a device that a team's vector lanes are: a warp, whose threads agree without a barrier.
inline constexpr int team_vector = 32;

/// How much runs at the same time.
struct Concurrency {
  bool device;  ///< a GPU, whose threads run in warps; else CPU threads
  int threads;  ///< at the same time; on a GPU those that are resident
  int width;    ///< floats of a thread's vector; 1 on a GPU
};

}  // namespace plethos::backends
