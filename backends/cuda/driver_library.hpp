#pragma once

#include <dlfcn.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plethos::backends {

/// NVML comes with the driver, not with the toolkit, so the program looks it up when it runs. Its functions return 0 for success. What it
/// does not tell is nothing, or empty.
class DriverLibrary {
 public:
  explicit DriverLibrary(const char* name = "libnvidia-ml.so.1") : library_(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
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
  /// Returns what the other functions know a GPU by, or null.
  void* open(const char* bus_id) const {
    const auto ask = find<int(const char*, void**)>("nvmlDeviceGetHandleByPciBusId_v2");
    void* device = nullptr;
    return started_ && ask != nullptr && ask(bus_id, &device) == 0 ? device : nullptr;
  }

  std::optional<double> power_limit_watts(void* device) const {
    const auto milliwatts = number(device, "nvmlDeviceGetEnforcedPowerLimit");
    if (!milliwatts) return {};
    return *milliwatts / 1000.0;
  }
  std::optional<bool> persistent(void* device) const { return is_on(number(device, "nvmlDeviceGetPersistenceMode")); }
  std::optional<bool> corrects_memory(void* device) const {
    const auto ask = find<int(void*, unsigned*, unsigned*)>("nvmlDeviceGetEccMode");
    unsigned now = 0, next = 0;
    if (device == nullptr || ask == nullptr || ask(device, &now, &next) != 0) return {};
    return now != 0;
  }

  std::optional<double> clock_mhz(void* device) const { return number_of(device, "nvmlDeviceGetClockInfo", 1); }
  std::optional<double> memory_clock_mhz(void* device) const { return number_of(device, "nvmlDeviceGetClockInfo", 2); }
  std::optional<double> celsius(void* device) const { return number_of(device, "nvmlDeviceGetTemperature", 0); }

  /// Returns the total since the driver was loaded; GPUs before Volta do not count it.
  std::optional<double> joules(void* device) const {
    const auto ask = find<int(void*, unsigned long long*)>("nvmlDeviceGetTotalEnergyConsumption");
    unsigned long long millijoules = 0;
    if (device == nullptr || ask == nullptr || ask(device, &millijoules) != 0) return {};
    return static_cast<double>(millijoules) / 1e3;
  }

  /// Why the clock is not the highest, a bit a reason.
  enum Reason : std::uint64_t { idle = 0x1, heat_by_software = 0x20, heat_by_hardware = 0x40 };
  std::optional<std::uint64_t> reasons(void* device) const {
    // The driver has renamed it.
    for (const char* name : {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"}) {
      const auto ask = find<int(void*, unsigned long long*)>(name);
      unsigned long long bits = 0;
      if (device != nullptr && ask != nullptr && ask(device, &bits) == 0) return bits;
    }
    return {};
  }
  std::optional<double> power_limited_seconds(void* device) const { return limited_seconds(device, 0); }
  std::optional<double> heat_limited_seconds(void* device) const { return limited_seconds(device, 1); }

  /// Returns the processes that compute on the GPU.
  std::optional<std::vector<unsigned>> processes(void* device) const {
    struct Process {
      unsigned id;
      unsigned long long bytes;
      unsigned instance, compute_instance;
    };
    const auto ask = find<int(void*, unsigned*, Process*)>("nvmlDeviceGetComputeRunningProcesses_v3");
    std::vector<Process> list(256);
    auto count = static_cast<unsigned>(list.size());
    if (device == nullptr || ask == nullptr || ask(device, &count, list.data()) != 0) return {};
    std::vector<unsigned> numbers;
    for (unsigned k = 0; k < count; ++k) numbers.push_back(list[k].id);
    return numbers;
  }

 private:
  template <class Function>
  Function* find(const char* name) const {
    return library_ != nullptr ? reinterpret_cast<Function*>(dlsym(library_, name)) : nullptr;
  }
  std::optional<unsigned> number(void* device, const char* function) const {
    const auto ask = find<int(void*, unsigned*)>(function);
    unsigned value = 0;
    if (device == nullptr || ask == nullptr || ask(device, &value) != 0) return {};
    return value;
  }
  std::optional<double> number_of(void* device, const char* function, int which) const {
    const auto ask = find<int(void*, int, unsigned*)>(function);
    unsigned value = 0;
    if (device == nullptr || ask == nullptr || ask(device, which, &value) != 0) return {};
    return value;
  }
  std::optional<double> limited_seconds(void* device, int policy) const {
    struct Time {
      unsigned long long reference, limited;  // µs, ns
    };
    const auto ask = find<int(void*, int, Time*)>("nvmlDeviceGetViolationStatus");
    Time time{};
    if (device == nullptr || ask == nullptr || ask(device, policy, &time) != 0) return {};
    return 1e-9 * static_cast<double>(time.limited);
  }
  static std::optional<bool> is_on(const std::optional<unsigned>& number) {
    if (!number) return {};
    return *number != 0;
  }

  void* library_;
  bool started_ = false;
};

}  // namespace plethos::backends
