#pragma once

// To be included after MPI's own headers.

namespace plethos::backends {

/// Returns whether MPI takes addresses in the memory of a GPU. MPI's header says what it could do where this was compiled, and its function
/// what it can do here.
inline bool mpi_takes_device_memory() {
#ifdef MPIX_CUDA_AWARE_SUPPORT
  return MPIX_Query_cuda_support() == 1;
#else
  return false;
#endif
}

}  // namespace plethos::backends
