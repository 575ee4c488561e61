#pragma once

#include "backends/execution.hpp"

/// PLETHOS_FOR_EXECUTIONS(LINE) writes LINE(Execution) for every kind of execution that the build has.
#ifdef KOKKOS_ENABLE_CUDA
#define PLETHOS_FOR_EXECUTIONS(LINE)      \
  LINE(plethos::backends::HostExecution); \
  LINE(plethos::backends::DeviceExecution<Kokkos::Cuda>)
#else
#define PLETHOS_FOR_EXECUTIONS(LINE) LINE(plethos::backends::HostExecution)
#endif

/// Instantiates a class template of an execution for all of them. It stands in the one file that holds the members, kernels included, so
/// that no other file compiles them.
#ifdef KOKKOS_ENABLE_CUDA
#define PLETHOS_INSTANTIATE(CLASS)                        \
  template class CLASS<plethos::backends::HostExecution>; \
  template class CLASS<plethos::backends::DeviceExecution<Kokkos::Cuda>>
#else
#define PLETHOS_INSTANTIATE(CLASS) template class CLASS<plethos::backends::HostExecution>
#endif
