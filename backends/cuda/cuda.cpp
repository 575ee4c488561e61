#include "backends/cuda/cuda.hpp"

#include <Kokkos_Core.hpp>

namespace plethos::backends {

#ifdef KOKKOS_ENABLE_CUDA

bool built_with_cuda() { return true; }

std::string why_cuda_is_unavailable() {
  int devices = 0;
  const cudaError_t status = cudaGetDeviceCount(&devices);
  if (status != cudaSuccess) return std::string("no CUDA device: ") + cudaGetErrorString(status);
  return devices > 0 ? "" : "no CUDA device found";
}

CudaDevice cuda_device() {
  CudaDevice device;
  cudaDeviceProp properties;
  int current = 0;
  std::size_t free = 0;
  std::size_t total = 0;
  if (cudaGetDevice(&current) != cudaSuccess || cudaGetDeviceProperties(&properties, current) != cudaSuccess ||
      cudaMemGetInfo(&free, &total) != cudaSuccess) {
    return {"unknown", 0, 0, 0};
  }
  return {properties.name, properties.multiProcessorCount * properties.maxThreadsPerMultiProcessor, free, total};
}

#else

bool built_with_cuda() { return false; }
std::string why_cuda_is_unavailable() { return "this build has no cuda backend; build with --preset cuda"; }
CudaDevice cuda_device() { return {}; }

#endif

}  // namespace plethos::backends
