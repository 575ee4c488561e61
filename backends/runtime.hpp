#pragma once

#include <string>

namespace plethos::backends {

/// Starts Kokkos for the life of the object, and removes Kokkos' own `--kokkos-*` flags from the arguments. `threads` threads will compute;
/// the OpenMP pool gets at most most_pool_threads of them. With 0 the environment decides, otherwise there is one thread for each
/// processor. There can be one Runtime at a time. Errors: as check_kokkos_settings(); MachineError if this build needs a GPU and there is
/// none, or if the processor lacks instructions that the program was built for.
class Runtime {
 public:
  /// `threads`: that will compute, of which the OpenMP pool gets at most most_pool_threads; 0 for what the environment says, else one a
  /// processor. Sets environment variables of OpenMP and Kokkos, so it is to be called before other threads read the environment.
  /// Errors: as check_kokkos_settings(); MachineError if this build needs a GPU and there is none, or the processor lacks instructions that
  /// the program was built for; InputError if Kokkos has ended: it cannot start twice.
  explicit Runtime(int threads = 0);
  /// The same, and takes Kokkos' own `--kokkos-*` flags out of the arguments.
  Runtime(int& argc, char** argv, int threads = 0);
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  /// Whether it found Kokkos running.
  bool joined() const { return joined_; }

 private:
  bool joined_ = false;
};

/// Return Kokkos' version and the execution spaces of this build, for the run header.
std::string kokkos_version();
std::string kokkos_spaces();
/// Returns how OpenMP threads are bound to processors, by OMP_PROC_BIND and OMP_PLACES.
std::string thread_binding();

}  // namespace plethos::backends
