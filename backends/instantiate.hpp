#pragma once

#include <memory>

#include "backends/execution.hpp"
#include "backends/executions.hpp"

/// PLETHOS_FOR_EXECUTIONS(LINE, ...) writes LINE(Execution, ...) for every kind of execution that the build has.
#define PLETHOS_FOR_EXECUTIONS(LINE, ...)                            \
  LINE(plethos::backends::HostExecution __VA_OPT__(, ) __VA_ARGS__); \
  PLETHOS_FOR_DEVICES(LINE __VA_OPT__(, ) __VA_ARGS__)

/// Instantiates a class template of an execution for all executions. It stands in the one file that holds the members, kernels included, so
/// that no other file compiles them.
#define PLETHOS_INSTANTIATE_ONE(EXECUTION, CLASS) template class CLASS<EXECUTION>
#define PLETHOS_INSTANTIATE(CLASS) PLETHOS_FOR_EXECUTIONS(PLETHOS_INSTANTIATE_ONE, CLASS)

/// The same for a class template of a memory space.
#define PLETHOS_INSTANTIATE_ONE_IN_MEMORY(EXECUTION, CLASS) template class CLASS<EXECUTION::memory_space>
#define PLETHOS_INSTANTIATE_IN_MEMORY(CLASS) PLETHOS_FOR_EXECUTIONS(PLETHOS_INSTANTIATE_ONE_IN_MEMORY, CLASS)

/// Instantiates METHOD's static member make<Execution>(ARGUMENTS...) for all executions. It returns a pointer to FAMILY<Execution>.
#define PLETHOS_INSTANTIATE_ONE_MAKE(EXECUTION, FAMILY, METHOD, ...) \
  template std::unique_ptr<FAMILY<EXECUTION>> METHOD::make<EXECUTION>(__VA_ARGS__)
#define PLETHOS_INSTANTIATE_MAKE(FAMILY, ...) PLETHOS_FOR_EXECUTIONS(PLETHOS_INSTANTIATE_ONE_MAKE, FAMILY, __VA_ARGS__)

namespace plethos::backends {

template <class Space>
struct ExecutionsWith : ExecutionList<HostExecution, DeviceExecution<Space>> {};
template <>
struct ExecutionsWith<void> : ExecutionList<HostExecution> {};
struct AllExecutions : ExecutionsWith<DeviceSpace> {};

}  // namespace plethos::backends
