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

/// What a time on the GPU depends on besides its name, and what drives it. 0 where the driver does not tell.
struct CudaMachine {
  std::string driver;             ///< version, such as 580.65.06; empty where NVML, a part of the driver, is not there
  double driver_cuda = 0;         ///< newest CUDA that the driver knows, such as 13.0
  double runtime_cuda = 0;        ///< CUDA that the program was built with
  double compute_capability = 0;  ///< such as 9.0
  int multiprocessors = 0;
  double clock_mhz = 0;            ///< at most
  std::uint64_t memory_bytes = 0;  ///< in all
  double power_limit_watts = 0;    ///< enforced now
};
CudaMachine cuda_machine();

}  // namespace plethos::backends
