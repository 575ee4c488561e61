#pragma once

#include <span>

namespace plethos::backends {

/// Threads that Kokkos' OpenMP pool can hold. Kokkos does not check: one more overwrites memory.
inline constexpr int most_pool_threads = 512;

/// Checks what Kokkos would abort on or ignore: `--kokkos-*` flags among the arguments that it does not know, numbers that are none, and
/// more threads than its pool can hold or this machine can start. Call it before Kokkos starts. Returns the threads of the OpenMP pool:
/// `threads` if it is not 0, else what --kokkos-num-threads, KOKKOS_NUM_THREADS or OMP_NUM_THREADS says, in this order, else one a
/// processor; at most most_pool_threads. Cost: starts and ends as many threads once, some ten microseconds each. Errors: InputError for a
/// flag or a number; MachineError if the threads cannot be started.
int check_kokkos_settings(std::span<const char* const> arguments, int threads);

}  // namespace plethos::backends
