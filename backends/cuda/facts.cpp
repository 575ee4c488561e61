#include <cuda_runtime.h>
#include <dlfcn.h>

#include "backends/device_facts.hpp"

namespace plethos::backends {

const char* device_backend() { return "cuda"; }

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

/// NVML comes with the driver, not with the toolkit, so the program looks it up when it runs. Its functions return 0 for success.
class DriverLibrary {
 public:
  DriverLibrary() : library_(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
    const auto start = find<int()>("nvmlInit_v2");
    started_ = start != nullptr && start() == 0;
  }
  ~DriverLibrary() {
    if (const auto stop = find<int()>("nvmlShutdown"); started_ && stop != nullptr) stop();
    if (library_ != nullptr) dlclose(library_);
  }
  DriverLibrary(const DriverLibrary&) = delete;
  DriverLibrary& operator=(const DriverLibrary&) = delete;

  std::string version() const {
    char text[96] = "";
    const auto ask = find<int(char*, unsigned)>("nvmlSystemGetDriverVersion");
    return started_ && ask != nullptr && ask(text, sizeof text) == 0 ? text : "";
  }
  double power_limit_watts(const char* bus_id) const {
    const auto open = find<int(const char*, void**)>("nvmlDeviceGetHandleByPciBusId_v2");
    const auto ask = find<int(void*, unsigned*)>("nvmlDeviceGetEnforcedPowerLimit");
    void* device = nullptr;
    unsigned milliwatts = 0;
    if (!started_ || open == nullptr || ask == nullptr || open(bus_id, &device) != 0 || ask(device, &milliwatts) != 0) return 0;
    return milliwatts / 1000.0;
  }

 private:
  template <class Function>
  Function* find(const char* name) const {
    return library_ != nullptr ? reinterpret_cast<Function*>(dlsym(library_, name)) : nullptr;
  }

  void* library_;
  bool started_ = false;
};

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
  const DriverLibrary driver;
  machine.driver = driver.version();
  char bus_id[32] = "";
  if (cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, current) == cudaSuccess) machine.power_limit_watts = driver.power_limit_watts(bus_id);
  return machine;
}

}  // namespace plethos::backends
