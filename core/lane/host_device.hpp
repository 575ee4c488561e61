#pragma once

// Marks a function that kernels call in every world (kernel_macros.hpp), of a structure that also code without Kokkos and without lanes
// uses.
#ifdef __CUDACC__
#define PLETHOS_HOST_DEVICE __host__ __device__
#else
#define PLETHOS_HOST_DEVICE
#endif
