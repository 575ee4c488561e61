#pragma once

#include <functional>
#include <optional>
#include <string>

namespace plethos::backends {

/// A counter of the energy that a part of the machine takes. A mean of power readings is none: the sensors of GPUs look for a part of the
/// time only (Yang, Adamek, Armour: Part-time Power Measurements, SC24).
struct EnergySource {
  std::string part;     ///< what results are named after: cpu or gpu
  std::string source;   ///< what counts, such as "package-0 and package-1 of /sys/class/powercap"
  std::string why_not;  ///< why nothing counts; empty if something does
  /// Returns J since some moment, or nothing if the counter cannot be read any more. Cost: below 1 ms.
  std::function<std::optional<double>()> joules;
  /// s. The counter may begin anew twice in a longer time, which nobody would see. Nothing: it does not begin anew.
  std::optional<double> most_seconds{};
};

/// Returns the folder in which Linux tells of energy: that of the environment's PLETHOS_POWERCAP, or the system's.
std::string powercap_folder();

/// Returns the energy of all processor packages, which Linux counts by RAPL: their cores, caches and memory controllers. Memory is not in
/// it. `folder` holds a folder intel-rapl:N for each of them, with `name`, `energy_uj` and `max_energy_range_uj`. Counters that begin anew
/// are followed.
EnergySource processor_energy(const std::string& folder = powercap_folder());

/// Returns the energy of the present GPU's whole board, as its driver counts it.
EnergySource device_energy();

}  // namespace plethos::backends
