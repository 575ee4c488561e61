#pragma once

#include <string>

namespace plethos::backends {

/// Starts Kokkos for the life of the object, and removes Kokkos' own `--kokkos-*` flags from the arguments. `threads` threads will compute;
/// the OpenMP pool gets at most most_pool_threads of them. With 0 the environment decides, otherwise there is one thread for each
/// processor. There can be one Runtime at a time. Errors: as check_kokkos_settings(); MachineError if this build needs a GPU and there is
/// none, or if the processor lacks instructions that the program was built for.
class Runtime {
 public:
  Runtime(int& argc, char** argv, int threads = 0);
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
};

/// Return Kokkos' version and the execution spaces of this build, for the run header.
std::string kokkos_version();
std::string kokkos_spaces();
/// Returns how OpenMP threads are bound to processors, by OMP_PROC_BIND and OMP_PLACES.
std::string thread_binding();

}  // namespace plethos::backends
