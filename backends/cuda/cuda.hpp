#pragma once

#include <cstdint>
#include <string>

namespace plethos::backends {

/// Returns why the cuda backend cannot run in this build or on this machine, or an empty text if it can. It asks the driver, not Kokkos, so
/// it can be called before Kokkos starts.
std::string why_cuda_is_unavailable();

/// Returns whether this build has the cuda backend.
bool built_with_cuda();

/// The GPU's name, the number of threads that it runs at the same time, and its free and total memory in bytes. Call cuda_device() only if
/// the backend is available.
struct CudaDevice {
  std::string name;
  int concurrency;
  std::uint64_t free_memory;
  std::uint64_t total_memory;
};
CudaDevice cuda_device();

/// Returns the number of GPUs that this process may use; 0 in a build without the cuda backend.
int cuda_devices();

/// Properties of the GPU and its driver that times depend on, besides its name. A number is 0 if the driver does not tell.
struct CudaMachine {
  std::string driver;             ///< version, such as 580.65.06; empty without NVML, a part of the driver
  double driver_cuda = 0;         ///< newest CUDA that the driver knows, such as 13.0
  double runtime_cuda = 0;        ///< CUDA that the program was built with
  double compute_capability = 0;  ///< such as 9.0
  int multiprocessors = 0;
  double clock_mhz = 0;            ///< highest
  std::uint64_t memory_bytes = 0;  ///< total
  double power_limit_watts = 0;    ///< enforced now
};
CudaMachine cuda_machine();

}  // namespace plethos::backends
