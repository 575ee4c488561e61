#pragma once

// PLETHOS_HOST_DEVICE marks a function that kernels call in every world (kernel_macros.hpp), of a structure that also code without Kokkos and
// without lanes uses. PLETHOS_CALLS_HOST stands before a template of such a function that takes functions which may be for hosts alone.
#if defined(__CUDACC__) || defined(__HIP__)
#define PLETHOS_HOST_DEVICE __host__ __device__
#else
#define PLETHOS_HOST_DEVICE
#endif
#ifdef __CUDACC__
#define PLETHOS_CALLS_HOST _Pragma("nv_exec_check_disable")
#else
#define PLETHOS_CALLS_HOST
#endif
