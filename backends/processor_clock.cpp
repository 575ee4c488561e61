#include "backends/processor_clock.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "backends/system_files.hpp"

namespace plethos::backends {
namespace {

/// Returns the highest clock that /proc/cpuinfo tells of its first processors.
std::optional<double> listed_clock_mhz(const std::string& root) {
  std::ifstream file(root + "/proc/cpuinfo");
  std::optional<double> highest;
  std::size_t found = 0;
  for (std::string line; found < most_looked_at && std::getline(file, line);) {
    const std::size_t at = line.find(':');
    if (at == std::string::npos) continue;
    if (line.rfind("flags", 0) == 0 && (line + " ").find(" hypervisor ") != std::string::npos) return {};
    if (line.rfind("cpu MHz", 0) != 0) continue;
    std::istringstream text(line.substr(at + 1));
    if (double mhz = 0; text >> mhz && mhz > 0) highest = std::max(mhz, highest.value_or(mhz));
    ++found;
  }
  return highest;
}

}  // namespace

std::optional<double> processor_clock_mhz(const std::string& root, const std::vector<int>& processors) {
  std::optional<double> highest;
  for_some(processors, [&](int processor) {
    const auto khz = number_in(processor_folder(root, processor) / "cpufreq/scaling_cur_freq");
    if (khz && *khz > 0) highest = std::max(static_cast<double>(*khz) / 1e3, highest.value_or(0));
  });
  return highest ? highest : listed_clock_mhz(root);
}

}  // namespace plethos::backends
