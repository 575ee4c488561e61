#pragma once

// What Kokkos asks of HIP, what the HIP of some distributions (5.2) lacks. Where it does, the build includes this before each of Kokkos'
// own files.

#ifdef __HIP__
#include <hip/hip_runtime_api.h>

/// Returns the present device as that of a stream. It is right for a process that uses one device, as ours do.
inline hipError_t hipStreamGetDevice(hipStream_t, int* device) { return hipGetDevice(device); }
#endif
