#pragma once

#include <cstdint>
#include <string>

namespace plethos::backends {

// What is known of the GPU without Kokkos: asked of its driver, so that it can be asked before Kokkos starts. The folder of the kind of GPU
// that the build is for implements it (facts.cpp), and no_device.cpp in a build without.

/// Returns the name of the backend that computes on a GPU, also in a build without one.
const char* device_backend();

/// Returns whether this build has it.
bool built_with_device();

/// Returns why it cannot run in this build or on this machine, or an empty text if it can.
std::string why_device_is_unavailable();

/// Returns the number of GPUs that this process may use; 0 in a build without.
int device_count();

/// Returns the number by which DLPack knows the memory of this kind of GPU; 0 in a build without.
int device_array_kind();

/// The present GPU's name, the number of threads that it runs at the same time, and its free and total memory in bytes. Call device() only
/// if the backend is available.
struct Device {
  std::string name;
  int concurrency;
  std::uint64_t free_memory;
  std::uint64_t total_memory;
};
Device device();

/// Properties of the GPU and its driver that times depend on, besides its name. A number is 0 if the driver does not tell.
struct DeviceMachine {
  std::string interface;          ///< what programs talk to it by, in small letters: the name's part in files
  std::string driver;             ///< version, such as 580.65.06; empty if the machine lacks the library that knows it
  double driver_interface = 0;    ///< newest version of the interface that the driver knows, such as 13.0
  double runtime_interface = 0;   ///< the version that the program was built with
  double compute_capability = 0;  ///< such as 9.0
  int multiprocessors = 0;
  double clock_mhz = 0;            ///< highest
  std::uint64_t memory_bytes = 0;  ///< total
  double power_limit_watts = 0;    ///< enforced now
};
DeviceMachine device_machine();

}  // namespace plethos::backends
