#pragma once

#include <Kokkos_Core.hpp>

namespace plethos::backends {

/// Launch bounds of kernels, by what they do: the threads of a block, and the blocks that a multiprocessor should run at the same time. The
/// more of these, the fewer registers has a thread. These were the fastest on an H100. A device whose numbers are others derives its `Tuning`
/// from this (device.hpp).
struct TuningOfAnH100 {
  template <int threads, int blocks = 0>
  using Bounds = Kokkos::LaunchBounds<threads, blocks>;

  using Agents = Bounds<128, 8>;       ///< an agent a thread, few values at a time
  using HeavyAgents = Bounds<128, 4>;  ///< an agent a thread, many values at a time
  template <int threads>
  using Samples = Bounds<threads, 3>;  ///< an agent a block, its samples shared out
  template <int blocks>
  using Warps = Bounds<32, blocks>;  ///< one thing a warp, so many warps
  using Searches = Warps<20>;        ///< a search over a grid a warp
  using Guides = Warps<32>;          ///< an agent's way over a roadmap a warp
  using Tiles = Warps<16>;           ///< a tile of cells a warp
  using WideTiles = Warps<6>;        ///< the same where a cell has many values
  using Lines = Bounds<32>;          ///< a line of cells a thread
  template <int threads>
  using OneBlock = Bounds<threads, 1>;  ///< all threads work on one thing
};

}  // namespace plethos::backends
