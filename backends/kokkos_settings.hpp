#pragma once

#include <span>

namespace plethos::backends {

/// Kokkos' OpenMP pool can hold this many threads. Kokkos does not check, and one more overwrites memory.
inline constexpr int most_pool_threads = 512;

/// Checks settings on which Kokkos would abort, or that it would ignore: unknown `--kokkos-*` flags among the arguments; values of these
/// and of the environment's KOKKOS_* that are none of what they can be; and more threads than its pool can hold or this machine can start.
/// Call it before Kokkos starts. Returns the threads of the OpenMP pool. This is `threads` if it is not 0, otherwise the number of
/// --kokkos-num-threads, KOKKOS_NUM_THREADS or OMP_NUM_THREADS, in this order, otherwise one for each processor; it is at most
/// most_pool_threads. Cost: starts and ends as many threads once, some ten microseconds each. Errors: InputError for a flag or a value;
/// MachineError if the threads cannot be started.
int check_kokkos_settings(std::span<const char* const> arguments, int threads);

}  // namespace plethos::backends
