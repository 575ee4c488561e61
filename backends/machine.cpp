#include "backends/machine.hpp"

#include <sys/utsname.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "backends/control_group.hpp"
#include "backends/processor_clock.hpp"
#include "backends/processors.hpp"
#include "backends/system_files.hpp"

namespace plethos::backends {
namespace {

namespace fs = std::filesystem;

void count_cores(const std::string& root, Machine& machine) {
  std::set<std::int64_t> sockets;
  std::set<std::pair<std::int64_t, std::int64_t>> cores;
  for (const fs::path& processor : numbered(root + "/sys/devices/system/cpu", "cpu")) {
    const auto socket = number_in(processor / "topology/physical_package_id");
    const auto core = number_in(processor / "topology/core_id");
    // A processor that is switched off has no topology.
    if (!core) continue;
    sockets.insert(socket.value_or(-1));
    cores.emplace(socket.value_or(-1), *core);
    ++machine.hardware_threads;
  }
  machine.sockets = static_cast<int>(sockets.size());
  machine.cores = static_cast<int>(cores.size());
}

/// Returns how many numbers a list such as "0-3,8,10-11" has.
int count_in_list(const std::string& list) {
  std::istringstream parts(list);
  int count = 0;
  for (std::string part; std::getline(parts, part, ',');) {
    std::istringstream text(part);
    int first = 0, last = 0;
    if (!(text >> first)) continue;
    count += text.get() == '-' && text >> last ? last - first + 1 : 1;
  }
  return count;
}

/// Returns the bytes of a text such as "32K".
std::uint64_t bytes_in(const std::string& size) {
  std::istringstream text(size);
  std::uint64_t number = 0;
  text >> number;
  const int unit = text.get();
  return unit == 'K' ? number << 10 : unit == 'M' ? number << 20 : unit == 'G' ? number << 30 : number;
}

std::string in_small_letters(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::vector<Cache> caches_of(const fs::path& processor) {
  std::vector<Cache> caches;
  for (const fs::path& folder : numbered(processor / "cache", "index")) {
    const auto level = number_in(folder / "level");
    if (!level) continue;
    caches.push_back({static_cast<int>(*level), in_small_letters(line_in(folder / "type").value_or("")),
                      bytes_in(line_in(folder / "size").value_or("")), count_in_list(line_in(folder / "shared_cpu_list").value_or(""))});
  }
  return caches;
}

/// Returns the word in brackets of a list such as "always [madvise] never".
std::string chosen(const std::string& list) {
  const std::size_t begin = list.find('[');
  const std::size_t end = list.find(']');
  return begin < end && end != std::string::npos ? list.substr(begin + 1, end - begin - 1) : "";
}

std::string container(const std::string& root) {
  struct Sign {
    const char *name, *file, *variable, *group;
  };
  // What leaves these signs: a file that a container begins with, a variable of its programs, or a part of its control groups' names.
  static constexpr Sign signs[] = {{"kubernetes", "/var/run/secrets/kubernetes.io", "KUBERNETES_SERVICE_HOST", "kubepods"},
                                   {"docker", "/.dockerenv", nullptr, "docker"},
                                   {"podman", "/run/.containerenv", nullptr, "libpod"},
                                   {"apptainer", "/.singularity.d", "SINGULARITY_CONTAINER", nullptr},
                                   {"lxc", "/dev/lxd/sock", nullptr, "/lxc"}};
  std::ifstream file(root + "/proc/self/cgroup");
  std::ostringstream groups;
  groups << file.rdbuf();
  std::string found;
  for (const Sign& sign : signs) {
    std::error_code error;
    const bool is_seen = fs::exists(root + sign.file, error) || (sign.variable != nullptr && std::getenv(sign.variable) != nullptr) ||
                         (sign.group != nullptr && groups.str().find(sign.group) != std::string::npos);
    if (is_seen) found += (found.empty() ? "" : ", ") + std::string(sign.name);
  }
  return found.empty() ? "none seen" : found;
}

/// Adds clocks, caches and what the system allows.
void look_at_settings(const std::string& root, Machine& machine) {
  const std::vector<int> processors = usable_processors();
  machine.clock_mhz = processor_clock_mhz(root, processors).value_or(0);
  const fs::path first = processor_folder(root, processors.empty() ? 0 : processors.front());
  machine.clock_mhz_most = static_cast<double>(number_in(first / "cpufreq/cpuinfo_max_freq").value_or(0)) / 1e3;
  machine.governor = line_in(first / "cpufreq/scaling_governor").value_or("");
  machine.caches = caches_of(first);
  if (const auto active = number_in(root + "/sys/devices/system/cpu/smt/active")) {
    machine.smt = *active != 0;
  } else if (machine.cores > 0) {
    machine.smt = machine.hardware_threads > machine.cores;
  }
  machine.huge_pages = chosen(line_in(root + "/sys/kernel/mm/transparent_hugepage/enabled").value_or(""));
  machine.limit_processors = processor_limit(root).processors.value_or(0);
  machine.container = container(root);
}

/// Adds what the kernel says of itself.
void ask_kernel(Machine& machine) {
  utsname names;
  if (uname(&names) != 0) return;
  machine.architecture = names.machine;
  machine.os += (machine.os.empty() ? "" : ", ") + std::string(names.sysname) + " " + names.release;
}

#if defined(__aarch64__)
constexpr const char* own_architecture = "aarch64";
#elif defined(__x86_64__)
constexpr const char* own_architecture = "x86_64";
#else
constexpr const char* own_architecture = "";
#endif

}  // namespace

std::string processor_name(const std::string& root) {
  const std::string file = root + "/proc/cpuinfo", arm_maker = value_of(file, "CPU implementer", ':');
  const std::string name = value_of(file, "model name", ':'), own = own_architecture;
  const std::string real = !arm_maker.empty() ? "aarch64" : !value_of(file, "vendor_id", ':').empty() ? "x86_64" : own;
  const std::string shown = name.empty() && !arm_maker.empty() ? "ARM " + arm_maker + ", part " + value_of(file, "CPU part", ':') : name;
  return own.empty() || real == own ? shown : own + ", emulated on " + (shown.empty() ? real : shown);
}

Machine machine(const std::string& root) {
  Machine machine;
  machine.processor = processor_name(root);
  count_cores(root, machine);
  machine.usable_threads = static_cast<int>(usable_processors().size());
  machine.numa_nodes = static_cast<int>(numbered(root + "/sys/devices/system/node", "node").size());
  std::istringstream memory(value_of(root + "/proc/meminfo", "MemTotal", ':'));
  if (std::uint64_t kilobytes = 0; memory >> kilobytes) machine.memory_bytes = 1024 * kilobytes;
  machine.os = value_of(root + "/etc/os-release", "PRETTY_NAME", '=');
  ask_kernel(machine);
  std::ifstream load(root + "/proc/loadavg");
  load >> machine.load;
  look_at_settings(root, machine);
  return machine;
}

}  // namespace plethos::backends
