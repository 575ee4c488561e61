#pragma once

namespace plethos::backends {

/// Kinds of execution (backends/execution.hpp), for what is made for each of them.
template <class... Executions>
struct ExecutionList {};

/// All that the build has. Complete where backends/instantiate.hpp is included, which needs Kokkos.
struct AllExecutions;

}  // namespace plethos::backends
