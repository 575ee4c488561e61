#pragma once

#include <string>

namespace plethos::backends {

/// Bounds how long OpenMP threads that wait for work spin before they sleep, by starting the program anew with GOMP_SPINCOUNT in its
/// environment: the OpenMP library reads it before main() begins. GNU's default spins for milliseconds, which on a busy machine takes the
/// processor from the very thread that is waited for. Does nothing where OMP_WAIT_POLICY or GOMP_SPINCOUNT is set, or where the program
/// cannot be started anew. Call it before any output, before threads start, and before anything is read that cannot be read twice, as a
/// pipe. `arguments`: those of main(). Cost: some milliseconds.
void bound_waiting(char* const* arguments);

/// How OpenMP threads wait, for the run header.
std::string thread_waiting();

}  // namespace plethos::backends
