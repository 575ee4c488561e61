#include "backends/energy.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <vector>

#include "backends/device_activity.hpp"
#include "backends/system_files.hpp"
#include "core/text.hpp"

namespace plethos::backends {
namespace {

namespace fs = std::filesystem;

/// No package takes more.
constexpr double most_watts = 1000;

/// A package's counter, in µJ from 0 to `range`.
struct Package {
  fs::path counter;
  std::int64_t range;
  std::int64_t last;
  double joules = 0;  // since the first reading

  /// Returns whether it can still be read.
  bool read() {
    const auto now = number_in(counter);
    if (!now || *now < 0 || *now > range) return false;
    joules += 1e-6 * static_cast<double>(*now >= last ? *now - last : range - last + *now);
    last = *now;
    return true;
  }
};

/// Returns the whole number from `least` to `most` that a file holds, or nothing, and why.
std::optional<std::int64_t> number_of(const fs::path& path, std::int64_t least, std::int64_t most, std::string& why_not) {
  errno = 0;
  if (const std::ifstream file(path); !file) {
    why_not = path.string() + ": cannot be read: " + std::strerror(errno != 0 ? errno : EIO);
    return {};
  }
  const auto number = number_in(path);
  if (number && *number >= least && *number <= most) return number;
  why_not = path.string() + ": found " + quote_text(line_in(path).value_or("")) + ", expected a whole number from " +
            std::to_string(least) + " to " + std::to_string(most);
  return {};
}

}  // namespace

std::string powercap_folder() {
  const char* const named = std::getenv("PLETHOS_POWERCAP");
  return named != nullptr && *named != '\0' ? named : "/sys/class/powercap";
}

EnergySource processor_energy(const std::string& folder) {
  EnergySource energy{"cpu", "", "", {}, {}};
  const auto packages = std::make_shared<std::vector<Package>>();
  std::vector<std::string> names;
  for (const fs::path& zone : numbered(folder, "intel-rapl:")) {
    // Laptops have a zone of the whole platform beside the packages.
    const std::string name = line_in(zone / "name").value_or("");
    if (!name.starts_with("package")) continue;
    const auto range = number_of(zone / "max_energy_range_uj", 1, std::numeric_limits<std::int64_t>::max(), energy.why_not);
    const auto now = range ? number_of(zone / "energy_uj", 0, *range, energy.why_not) : std::nullopt;
    if (!now) return energy;
    packages->push_back({zone / "energy_uj", *range, *now});
    names.push_back(name);
    const double seconds = 1e-6 * static_cast<double>(*range) / most_watts;
    energy.most_seconds = std::min(energy.most_seconds.value_or(seconds), seconds);
  }
  if (packages->empty()) {
    energy.why_not = folder + ": no processor package counts its energy there (virtual machines tell none)";
    return energy;
  }
  energy.source = joined_text(names, "and") + " of " + folder;
  energy.joules = [packages]() -> std::optional<double> {
    double sum = 0;
    for (Package& package : *packages) {
      if (!package.read()) return {};
      sum += package.joules;
    }
    return sum;
  };
  return energy;
}

EnergySource device_energy() {
  EnergySource energy{"gpu", "the driver's total energy of the GPU", "", [] { return device_joules(); }, {}};
  if (!device_joules()) energy.why_not = "the GPU's driver does not count its energy, or is not asked for it in this build";
  return energy;
}

}  // namespace plethos::backends
