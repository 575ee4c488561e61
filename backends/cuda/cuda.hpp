#pragma once

#include <cstdint>
#include <string>

namespace plethos::backends {

/// What the program's build and the machine say against the cuda backend; empty if it can run. Asks the driver, not Kokkos, so that it
/// can be called before Kokkos starts.
std::string why_cuda_is_unavailable();

/// Whether this build has the cuda backend at all.
bool built_with_cuda();

/// Name of the GPU, threads that it runs at the same time, free and total memory in bytes. Only where the backend is available.
struct CudaDevice {
  std::string name;
  int concurrency;
  std::uint64_t free_memory;
  std::uint64_t total_memory;
};
CudaDevice cuda_device();

}  // namespace plethos::backends
