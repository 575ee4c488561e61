#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>

namespace plethos::backends {

/// Launch bounds of kernels, by what they do: the threads of a block, and the blocks that should run at the same time in the 65,536
/// registers of an H100's multiprocessor. The more of these, the fewer registers has a thread. The numbers were the fastest on an H100.
/// `Facts`, of a kind of GPU, makes launch bounds of them: Facts::Bounds<threads, blocks>, blocks being 0 where any number will do.
/// Facts::warp is the number of threads of a warp, and Facts::scratch_blocks(n) the number of blocks that find n bytes each of scratch on a
/// multiprocessor.
template <class Facts>
struct TuningBy {
  template <int threads, int blocks = 0>
  using Bounds = typename Facts::template Bounds<threads, blocks>;

  using Agents = Bounds<128, 8>;       ///< an agent a thread, few values at a time
  using HeavyAgents = Bounds<128, 4>;  ///< an agent a thread, many values at a time
  template <int threads>
  using Samples = Bounds<threads, 3>;  ///< an agent a block, its samples shared out
  template <int blocks, int scratch_bytes = 0>
  using Warps = Bounds<Facts::warp, std::min(blocks, Facts::scratch_blocks(scratch_bytes))>;  ///< one thing a warp, so many warps
  using Searches = Warps<20>;                                                                 ///< a search over a grid a warp
  using AgentWarps = Warps<20>;                                                               ///< an agent's list or program a warp
  using Guides = Warps<32>;                                                                   ///< an agent's way over a roadmap a warp
  using Tiles = Warps<16>;                                                                    ///< a tile of cells a warp
  using WideTiles = Warps<6>;                                                                 ///< the same where a cell has many values
  using Lines = Bounds<Facts::warp>;                                                          ///< a line of cells a thread
  template <int threads>
  using WideTeams = Bounds<threads, 2>;  ///< a tile of cells a block
  template <int threads>
  using OneBlock = Bounds<threads, 1>;  ///< all threads work on one thing
};

/// Of a build without a GPU.
struct NoDeviceFacts {
  static constexpr int warp = 32;
  template <int threads, int blocks>
  using Bounds = Kokkos::LaunchBounds<threads, blocks>;
  static constexpr int scratch_blocks(int) { return 32; }
};

}  // namespace plethos::backends
