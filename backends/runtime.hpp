#pragma once

#include <string>

namespace plethos::backends {

/// Starts Kokkos for the life of the object. Takes Kokkos' own `--kokkos-*` flags out of the arguments. `threads`: that will compute, of
/// which the OpenMP pool gets at most most_pool_threads; 0 for what the environment says, else one a processor. One at a time.
/// Errors: as check_kokkos_settings(); MachineError if this build needs a GPU and there is none, or the processor lacks instructions that
/// the program was built for.
class Runtime {
 public:
  Runtime(int& argc, char** argv, int threads = 0);
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
};

/// Kokkos' version and the execution spaces of this build, for the run header.
std::string kokkos_version();
std::string kokkos_spaces();
/// How OpenMP threads are bound to processors, as OMP_PROC_BIND and OMP_PLACES say it.
std::string thread_binding();

}  // namespace plethos::backends
