#pragma once

#include "backends/backend.hpp"

namespace plethos::backends {

/// What make_backend() refuses whatever the machine, so that it is known before Kokkos starts.
/// Errors: InputError for an unknown name, lane or schedule, a number out of range, threads that the backend cannot have, lanes on a GPU.
void check(const BackendOptions& options);

}  // namespace plethos::backends
