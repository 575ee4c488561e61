#include "backends/machine.hpp"

#include <sys/utsname.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "backends/processors.hpp"

namespace plethos::backends {
namespace {

namespace fs = std::filesystem;

/// Returns the text behind `key` and `separator` in the first line that begins with the key.
std::string value_of(const std::string& path, const std::string& key, char separator) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(key, 0) != 0) continue;
    const std::size_t at = line.find_first_not_of(" \t\"", line.find(separator) + 1);
    if (line.find(separator) == std::string::npos || at == std::string::npos) continue;
    line = line.substr(at);
    return line.substr(0, line.find_last_not_of(" \t\"") + 1);
  }
  return {};
}

int number_in(const fs::path& path) {
  std::ifstream file(path);
  int number = 0;
  return file >> number ? number : -1;
}

/// Returns the folders whose names are `prefix` and a number.
std::vector<fs::path> numbered(const fs::path& folder, const std::string& prefix) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.size() > prefix.size() && name.rfind(prefix, 0) == 0 &&
        std::all_of(name.begin() + static_cast<std::ptrdiff_t>(prefix.size()), name.end(),
                    [](unsigned char c) { return std::isdigit(c); })) {
      found.push_back(entry.path());
    }
  }
  return found;
}

void count_cores(const std::string& root, Machine& machine) {
  std::set<int> sockets;
  std::set<std::pair<int, int>> cores;
  for (const fs::path& processor : numbered(root + "/sys/devices/system/cpu", "cpu")) {
    const int socket = number_in(processor / "topology/physical_package_id");
    const int core = number_in(processor / "topology/core_id");
    // A processor that is switched off has no topology.
    if (core < 0) continue;
    sockets.insert(socket);
    cores.emplace(socket, core);
    ++machine.hardware_threads;
  }
  machine.sockets = static_cast<int>(sockets.size());
  machine.cores = static_cast<int>(cores.size());
}

/// Adds what the kernel says of itself.
void ask_kernel(Machine& machine) {
  utsname names;
  if (uname(&names) != 0) return;
  machine.architecture = names.machine;
  machine.os += (machine.os.empty() ? "" : ", ") + std::string(names.sysname) + " " + names.release;
}

}  // namespace

Machine machine(const std::string& root) {
  Machine machine;
  machine.processor = value_of(root + "/proc/cpuinfo", "model name", ':');
  count_cores(root, machine);
  machine.usable_threads = static_cast<int>(usable_processors().size());
  machine.numa_nodes = static_cast<int>(numbered(root + "/sys/devices/system/node", "node").size());
  std::istringstream memory(value_of(root + "/proc/meminfo", "MemTotal", ':'));
  if (std::uint64_t kilobytes = 0; memory >> kilobytes) machine.memory_bytes = 1024 * kilobytes;
  machine.os = value_of(root + "/etc/os-release", "PRETTY_NAME", '=');
  ask_kernel(machine);
  std::ifstream load(root + "/proc/loadavg");
  load >> machine.load;
  return machine;
}

}  // namespace plethos::backends
