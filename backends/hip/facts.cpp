#include <dlfcn.h>
#include <hip/hip_runtime_api.h>

#include "backends/device_activity.hpp"
#include "backends/device_facts.hpp"

namespace plethos::backends {

const char* device_backend() { return "hip"; }
int device_array_kind() { return 10; }

bool built_with_device() { return true; }

std::string why_device_is_unavailable() {
  int devices = 0;
  const hipError_t status = hipGetDeviceCount(&devices);
  if (status != hipSuccess) return std::string("no HIP device: ") + hipGetErrorString(status);
  return devices > 0 ? "" : "no HIP device found";
}

int device_count() {
  int devices = 0;
  return hipGetDeviceCount(&devices) == hipSuccess ? devices : 0;
}

Device device() {
  hipDeviceProp_t properties;
  int current = 0;
  std::size_t free = 0;
  std::size_t total = 0;
  if (hipGetDevice(&current) != hipSuccess || hipGetDeviceProperties(&properties, current) != hipSuccess ||
      hipMemGetInfo(&free, &total) != hipSuccess) {
    return {"unknown", 0, 0, 0};
  }
  // Several GPUs have one name, and some drivers tell none.
  const std::string name = properties.name;
  const std::string architecture = properties.gcnArchName;
  return {name.empty() ? architecture : std::string(name).append(", ").append(architecture),
          properties.multiProcessorCount * properties.maxThreadsPerMultiProcessor, free, total};
}

namespace {

/// ROCm SMI need not be where a program runs, which therefore looks it up. Its functions return 0 for success.
class DriverLibrary {
 public:
  DriverLibrary() {
    for (const char* name : {"librocm_smi64.so.7", "librocm_smi64.so.6", "librocm_smi64.so.5", "librocm_smi64.so.1", "librocm_smi64.so"}) {
      if (library_ == nullptr) library_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    }
    const auto start = find<int(std::uint64_t)>("rsmi_init");
    started_ = start != nullptr && start(0) == 0;
  }
  ~DriverLibrary() {
    if (const auto stop = find<int()>("rsmi_shut_down"); started_ && stop != nullptr) stop();
    if (library_ != nullptr) dlclose(library_);
  }
  DriverLibrary(const DriverLibrary&) = delete;
  DriverLibrary& operator=(const DriverLibrary&) = delete;

  std::string version() const {
    char text[96] = "";
    const auto ask = find<int(int, char*, std::uint32_t)>("rsmi_version_str_get");
    return started_ && ask != nullptr && ask(0, text, sizeof text) == 0 ? text : "";
  }
  /// `place` is where the GPU is plugged in: its bus in the bits from 8 on, its device in those from 3 on, its domain in the upper half.
  double power_limit_watts(std::uint64_t place) const {
    const auto count = find<int(std::uint32_t*)>("rsmi_num_monitor_devices");
    const auto place_of = find<int(std::uint32_t, std::uint64_t*)>("rsmi_dev_pci_id_get");
    const auto ask = find<int(std::uint32_t, std::uint32_t, std::uint64_t*)>("rsmi_dev_power_cap_get");
    std::uint32_t devices = 0;
    if (!started_ || count == nullptr || place_of == nullptr || ask == nullptr || count(&devices) != 0) return 0;
    constexpr std::uint64_t compared = ~std::uint64_t{0xf0000007};  // neither the function nor the part of a GPU
    for (std::uint32_t k = 0; k < devices; ++k) {
      std::uint64_t other = 0, microwatts = 0;
      if (place_of(k, &other) != 0 || (other & compared) != (place & compared)) continue;
      return ask(k, 0, &microwatts) == 0 ? static_cast<double>(microwatts) / 1e6 : 0;
    }
    return 0;
  }

 private:
  template <class Function>
  Function* find(const char* name) const {
    return library_ != nullptr ? reinterpret_cast<Function*>(dlsym(library_, name)) : nullptr;
  }

  void* library_ = nullptr;
  bool started_ = false;
};

double version_number(int number) { return number / 10'000'000 + number / 100'000 % 100 / 10.0; }

}  // namespace

DeviceMachine device_machine() {
  DeviceMachine machine;
  machine.interface = device_backend();
  machine.runtime_interface = HIP_VERSION_MAJOR + HIP_VERSION_MINOR / 10.0;
  int current = 0;
  if (hipGetDevice(&current) != hipSuccess) return machine;
  const auto attribute = [&](hipDeviceAttribute_t which) {
    int value = 0;
    return hipDeviceGetAttribute(&value, which, current) == hipSuccess ? value : 0;
  };
  int version = 0;
  if (hipDriverGetVersion(&version) == hipSuccess) machine.driver_interface = version_number(version);
  machine.multiprocessors = attribute(hipDeviceAttributeMultiprocessorCount);
  machine.clock_mhz = attribute(hipDeviceAttributeClockRate) / 1000.0;
  machine.memory_bytes = device().total_memory;
  const DriverLibrary driver;
  machine.driver = driver.version();
  const auto place_part = [&](hipDeviceAttribute_t which) { return static_cast<std::uint64_t>(attribute(which)); };
  machine.power_limit_watts =
      driver.power_limit_watts(place_part(hipDeviceAttributePciDomainID) << 32 | place_part(hipDeviceAttributePciBusId) << 8 |
                               place_part(hipDeviceAttributePciDeviceId) << 3);
  return machine;
}

DeviceActivity device_activity() { return {}; }

std::optional<double> device_joules() { return {}; }

std::vector<std::string> device_variables() { return {"HIP_", "HSA_", "ROCR_"}; }

}  // namespace plethos::backends
