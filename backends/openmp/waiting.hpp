#pragma once

#include <string>

namespace plethos::backends {

/// Bounds how long waiting OpenMP threads spin before they sleep. It starts the program anew with GOMP_SPINCOUNT in its environment,
/// because the OpenMP library reads it before main() begins. GNU's default spins for milliseconds; on a busy machine this takes the
/// processor from the very thread that the others wait for. It does nothing if OMP_WAIT_POLICY or GOMP_SPINCOUNT is set, or if the program
/// cannot be started anew. Call it before any output, before threads start, and before anything is read that cannot be read twice, such as
/// a pipe. `arguments` are those of main(). Cost: some milliseconds.
void bound_waiting(char* const* arguments);

/// Returns how OpenMP threads wait, for the run header.
std::string thread_waiting();

}  // namespace plethos::backends
