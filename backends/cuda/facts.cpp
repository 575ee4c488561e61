#include <cuda_runtime.h>

#include "backends/cuda/driver_library.hpp"
#include "backends/device_activity.hpp"
#include "backends/device_facts.hpp"
#include "backends/process.hpp"

namespace plethos::backends {

const char* device_backend() { return "cuda"; }
int device_array_kind() { return 2; }

bool built_with_device() { return true; }

std::string why_device_is_unavailable() {
  int devices = 0;
  const cudaError_t status = cudaGetDeviceCount(&devices);
  if (status != cudaSuccess) return std::string("no CUDA device: ") + cudaGetErrorString(status);
  return devices > 0 ? "" : "no CUDA device found";
}

int device_count() {
  int devices = 0;
  return cudaGetDeviceCount(&devices) == cudaSuccess ? devices : 0;
}

Device device() {
  cudaDeviceProp properties;
  int current = 0;
  std::size_t free = 0;
  std::size_t total = 0;
  if (cudaGetDevice(&current) != cudaSuccess || cudaGetDeviceProperties(&properties, current) != cudaSuccess ||
      cudaMemGetInfo(&free, &total) != cudaSuccess) {
    return {"unknown", 0, 0, 0};
  }
  return {properties.name, properties.multiProcessorCount * properties.maxThreadsPerMultiProcessor, free, total};
}

namespace {

/// It stays open, as it takes tens of milliseconds to start.
const DriverLibrary& driver_library() {
  static const DriverLibrary library;
  return library;
}

void* present_device() {
  int current = 0;
  char bus_id[32] = "";
  if (cudaGetDevice(&current) != cudaSuccess || cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, current) != cudaSuccess) return nullptr;
  return driver_library().open(bus_id);
}

double version_number(int number) { return number / 1000 + number % 1000 / 10 / 10.0; }

}  // namespace

DeviceMachine device_machine() {
  DeviceMachine machine;
  machine.interface = "cuda";
  int current = 0;
  if (cudaGetDevice(&current) != cudaSuccess) return machine;
  const auto attribute = [&](cudaDeviceAttr which) {
    int value = 0;
    return cudaDeviceGetAttribute(&value, which, current) == cudaSuccess ? value : 0;
  };
  int version = 0;
  if (cudaDriverGetVersion(&version) == cudaSuccess) machine.driver_interface = version_number(version);
  if (cudaRuntimeGetVersion(&version) == cudaSuccess) machine.runtime_interface = version_number(version);
  machine.compute_capability = attribute(cudaDevAttrComputeCapabilityMajor) + attribute(cudaDevAttrComputeCapabilityMinor) / 10.0;
  machine.multiprocessors = attribute(cudaDevAttrMultiProcessorCount);
  machine.clock_mhz = attribute(cudaDevAttrClockRate) / 1000.0;
  machine.memory_bytes = device().total_memory;
  const DriverLibrary& driver = driver_library();
  void* const gpu = present_device();
  machine.driver = driver.version();
  machine.power_limit_watts = driver.power_limit_watts(gpu).value_or(0);
  return machine;
}

DeviceActivity device_activity() {
  const DriverLibrary& driver = driver_library();
  void* const gpu = present_device();
  DeviceActivity activity;
  activity.clock_mhz = driver.clock_mhz(gpu);
  activity.memory_clock_mhz = driver.memory_clock_mhz(gpu);
  activity.celsius = driver.celsius(gpu);
  if (const auto reasons = driver.reasons(gpu)) {
    activity.idle = (*reasons & DriverLibrary::idle) != 0;
    activity.limited_by_heat = (*reasons & (DriverLibrary::heat_by_software | DriverLibrary::heat_by_hardware)) != 0;
  }
  activity.power_limited_seconds = driver.power_limited_seconds(gpu);
  activity.heat_limited_seconds = driver.heat_limited_seconds(gpu);
  if (const auto processes = driver.processes(gpu)) activity.other_processes = other_processes(*processes, own_processes());
  activity.persistent = driver.persistent(gpu);
  activity.corrects_memory = driver.corrects_memory(gpu);
  return activity;
}

std::optional<double> device_joules() { return driver_library().joules(present_device()); }

std::vector<std::string> device_variables() { return {"CUDA_", "NVIDIA_VISIBLE_", "NVIDIA_TF32_"}; }

}  // namespace plethos::backends
