#pragma once

#include "backends/backend.hpp"

namespace plethos::backends {

/// Checks what make_backend() refuses on every machine, so that mistakes are known before Kokkos starts. Errors: InputError for an unknown
/// name, lane or schedule, a number out of range, threads that the backend cannot have, and lanes on a GPU.
void check(const BackendOptions& options);

}  // namespace plethos::backends
