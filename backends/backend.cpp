#include "backends/backend.hpp"

#include <unistd.h>

#include <fstream>

#include "backends/check.hpp"
#include "backends/choices.hpp"
#include "backends/device_facts.hpp"
#include "backends/machine.hpp"
#include "backends/registry.hpp"
#include "core/error.hpp"

namespace plethos::backends {
namespace {

const RegisteredBackend& find(const std::string& name) {
  for (const RegisteredBackend& backend : registered_backends()) {
    if (name == backend.name) return backend;
  }
  throw InputError(unknown_name_message("backend", name, backend_names()));
}

Schedule find_schedule(const std::string& name) {
  for (std::size_t i = 0; i < schedule_names.size(); ++i) {
    if (name == schedule_names[i]) return static_cast<Schedule>(i);
  }
  throw InputError(unknown_name_message("schedule", name, schedule_choices()));
}

std::optional<SimdTarget> find_target(const std::string& lanes) {
  if (lanes == "scalar") return std::nullopt;
  std::vector<std::string> known{"scalar", "simd"};
  for (const SimdTarget& target : simd_targets()) {
    if (lanes == target.name) return target;
    known.push_back(target.name);
  }
  if (lanes != "simd") throw InputError(unknown_name_message("lanes (on this processor)", lanes, known));
  // A target without fused multiply-add is never the default, because its bits differ.
  if (simd_targets().empty() || !simd_targets().back().fused_multiply_add) return std::nullopt;
  return simd_targets().back();
}

}  // namespace

std::vector<std::string> backend_names() {
  std::vector<std::string> names;
  for (const RegisteredBackend& backend : registered_backends()) names.emplace_back(backend.name);
  return names;
}

std::vector<std::string> lanes_names() {
  std::vector<std::string> names{"scalar", "simd"};
  for (const std::string& name : simd_target_names()) names.push_back(name);
  return names;
}

std::vector<std::string> schedule_choices() { return {schedule_names.begin(), schedule_names.end()}; }

bool on_device(const std::string& name) { return name == device_backend(); }

std::string why_unavailable(const std::string& name) {
  const RegisteredBackend& backend = find(name);
  return backend.why_unavailable ? backend.why_unavailable() : "";
}

void check(const BackendOptions& options) {
  const RegisteredBackend& registered = find(options.name);
  if (options.threads < 0 || options.threads > registered.most_threads) {
    throw InputError("--threads: found " + std::to_string(options.threads) + ", expected " +
                     (registered.most_threads > 1 ? "0 (all) to " + std::to_string(registered.most_threads) : "0 or 1") + " with " +
                     options.name);
  }
  if (options.grain < 0 || options.grain > 1 << 20) {
    throw InputError("--grain: found " + std::to_string(options.grain) + ", expected 0 to 1048576");
  }
  find_schedule(options.schedule);
  if (registered.make_scheduler) {
    find_target(options.lanes);
  } else if (options.lanes != "simd" && options.lanes != "scalar") {
    throw InputError("--lanes: found '" + options.lanes + "', expected scalar: a GPU thread holds one agent");
  }
}

Backend make_backend(const BackendOptions& options) {
  check(options);
  const RegisteredBackend& registered = find(options.name);
  const std::string why = why_unavailable(options.name);
  if (!why.empty() && !built_with_device()) throw InputError("--backend " + options.name + ": " + why);
  if (!why.empty()) throw MachineError("--backend " + options.name + ": " + why);
  Backend backend;
  backend.schedule = find_schedule(options.schedule);
  backend.grain = options.grain;
  backend.name = options.name;
  if (registered.make_scheduler) {
    backend.target = find_target(options.lanes);
    backend.scheduler = registered.make_scheduler(options.threads, backend.schedule);
    backend.threads = backend.scheduler->threads();
    const std::string name = processor_name();
    backend.device = name.empty() ? "CPU" : name;
  } else {
    const Device gpu = device();
    backend.threads = gpu.concurrency;
    backend.device = gpu.name;
  }
  return backend;
}

Memory memory(const Backend& backend) { return backend.scheduler ? host_memory() : device_memory(); }

Memory device_memory() {
  const Device gpu = device();
  return {gpu.free_memory, gpu.total_memory};
}

Memory host_memory() {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  Memory memory{static_cast<std::uint64_t>(sysconf(_SC_AVPHYS_PAGES)) * page, static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * page};
  // Pages that only cache files are free. The kernel's own estimate counts them.
  std::ifstream file("/proc/meminfo");
  std::uint64_t kilobytes = 0;
  for (std::string word; file >> word;) {
    if (word == "MemAvailable:" && file >> kilobytes) memory.free = kilobytes * 1024;
  }
  return memory;
}

}  // namespace plethos::backends
