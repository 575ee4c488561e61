#pragma once

#include <string>
#include <utility>
#include <vector>

namespace plethos::backends {

/// Starts Kokkos for the life of the object, unless it runs already. There can be one Runtime at a time.
class Runtime {
 public:
  /// Starts Kokkos for `threads` threads that compute. The OpenMP pool gets at most most_pool_threads of them. With 0 there are as many
  /// threads as the environment says, or one for each processor. The constructor sets environment variables of OpenMP and Kokkos, so call
  /// it before other threads read the environment. Errors: as check_kokkos_settings(); MachineError if this build needs a GPU and there is
  /// none; InputError if Kokkos has ended, because it cannot start twice.
  explicit Runtime(int threads = 0);
  /// Does the same, and removes Kokkos' own `--kokkos-*` flags from the arguments.
  Runtime(int& argc, char** argv, int threads = 0);
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  /// Returns whether Kokkos was running already.
  bool joined() const { return joined_; }

 private:
  bool joined_ = false;
};

/// Return Kokkos' version and the execution spaces of this build, for the run header.
std::string kokkos_version();
std::string kokkos_spaces();
/// Returns names and values of what Kokkos says of how it was built and runs.
std::vector<std::pair<std::string, std::string>> kokkos_configuration();
/// Returns the number of the GPU that this process computes on, as its interface counts them; -1 without one.
int device_number();
/// Waits for all that this process has launched on the GPU, other libraries' work, too. Without one it returns at once.
void wait_for_device();
/// Returns how OpenMP threads are bound to processors, by OMP_PROC_BIND and OMP_PLACES.
std::string thread_binding();

}  // namespace plethos::backends
