#pragma once

namespace plethos::backends {

/// A list of kinds of execution (backends/execution.hpp).
template <class... Executions>
struct ExecutionList {};

/// The list of all kinds that the build has. The type is complete where backends/instantiate.hpp is included, which needs Kokkos.
struct AllExecutions;

}  // namespace plethos::backends
