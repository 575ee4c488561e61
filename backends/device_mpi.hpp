#pragma once

// To be included after MPI's own headers.

namespace plethos::backends {

/// Returns whether MPI takes addresses in the memory of the kind of GPU that the build is for, which names it (PLETHOS_DEVICE_HIP). MPI's
/// header says what it could do where this was compiled, and its function what it can do here.
inline bool mpi_takes_device_memory() {
#if PLETHOS_DEVICE_HIP && defined(MPIX_ROCM_AWARE_SUPPORT)
  return MPIX_Query_rocm_support() == 1;
#elif PLETHOS_DEVICE_HIP && defined(MPIX_GPU_SUPPORT_HIP)
  int takes = 0;
  return MPIX_GPU_query_support(MPIX_GPU_SUPPORT_HIP, &takes) == MPI_SUCCESS && takes != 0;
#elif !PLETHOS_DEVICE_HIP && defined(MPIX_CUDA_AWARE_SUPPORT)
  return MPIX_Query_cuda_support() == 1;
#else
  return false;
#endif
}

}  // namespace plethos::backends
