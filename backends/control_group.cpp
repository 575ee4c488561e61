#include "backends/control_group.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "backends/system_files.hpp"

namespace plethos::backends {
namespace {

namespace fs = std::filesystem;

/// The group that a process is in, as a folder, and the folder of the group above all that it sees.
struct Place {
  fs::path group, top;
};

bool has(const std::string& list, const std::string& word) {
  std::istringstream words(list);
  for (std::string one; std::getline(words, one, ',');) {
    if (one == word) return true;
  }
  return false;
}

/// Returns the group that shares out the processors. Version 1 has a line of its own for it, version 2 one for all.
std::optional<Place> place(const std::string& root) {
  std::ifstream file(root + "/proc/self/cgroup");
  std::optional<Place> found;
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const fs::path inside = fs::path(line.substr(second + 1)).relative_path();
    const fs::path mounts = root + "/sys/fs/cgroup";
    if (has(controllers, "cpu")) {
      for (const fs::path& top : {mounts / controllers, mounts / "cpu"}) {
        if (fs::is_directory(top)) return Place{top / inside, top};
      }
    }
    if (controllers.empty()) found = Place{mounts / inside, mounts};
  }
  return found;
}

/// Returns the limit of one group.
std::optional<double> limit_of(const fs::path& group) {
  std::optional<double> time, period;
  if (const auto both = line_in(group / "cpu.max")) {
    std::istringstream words(*both);
    double a = 0, b = 0;
    if (words >> a >> b) time = a, period = b;
  } else if (const auto quota = number_in(group / "cpu.cfs_quota_us"), length = number_in(group / "cpu.cfs_period_us"); quota && length) {
    time = static_cast<double>(*quota), period = static_cast<double>(*length);
  }
  // Version 1 writes -1 for no limit, version 2 a word.
  if (!time || *time <= 0 || *period <= 0) return {};
  return *time / *period;
}

template <class Number>
void add(std::optional<Number>& sum, const std::string& text, double unit) {
  std::istringstream words(text);
  double value = 0;
  if (words >> value) sum = sum.value_or(0) + static_cast<Number>(value * unit);
}

}  // namespace

ProcessorLimit processor_limit(const std::string& root) {
  ProcessorLimit limit;
  const auto at = place(root);
  if (!at) return limit;
  const fs::path top = at->top.lexically_normal();
  fs::path group = at->group.lexically_normal();
  if (!group.has_filename()) group = group.parent_path();
  // A container may see a path that leads out of what it sees, or the one that its group has outside: there is none here, and so nothing
  // to read before the top.
  if (group.string().rfind(top.string(), 0) != 0) group = top;
  for (;; group = group.parent_path()) {
    if (const auto own = limit_of(group)) limit.processors = std::min(*own, limit.processors.value_or(*own));
    add(limit.stops, value_of(group / "cpu.stat", "nr_throttled", ' '), 1);
    add(limit.stopped_seconds, value_of(group / "cpu.stat", "throttled_usec", ' '), 1e-6);
    add(limit.stopped_seconds, value_of(group / "cpu.stat", "throttled_time", ' '), 1e-9);
    if (group == top) return limit;
  }
}

}  // namespace plethos::backends
