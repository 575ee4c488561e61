#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace plethos::distribution {

/// How messages go from the memory of a rank's GPU to another rank.
enum class GpuPath : std::uint8_t {
  host,   ///< through page-locked memory of the host
  mpi,    ///< MPI reads and writes the GPU's memory
  peers,  ///< ghosts: each rank's GPU reads them in the memory of the others' GPUs, which must be of the same host. Other messages: as host
};

/// The names of the paths, in order, in options and files.
inline constexpr std::array<const char*, 3> gpu_path_names{"host", "mpi", "ipc"};
constexpr const char* name_of(GpuPath path) { return gpu_path_names[static_cast<std::size_t>(path)]; }

}  // namespace plethos::distribution
