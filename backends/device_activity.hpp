#pragma once

#include <optional>
#include <string>
#include <vector>

namespace plethos::backends {

// A header of its own, because all kernels include device_facts.hpp. The same files implement it.

/// What the present GPU does now. Nothing stands for what its driver does not tell.
struct DeviceActivity {
  std::optional<double> clock_mhz, memory_clock_mhz;
  std::optional<double> celsius;
  std::optional<bool> idle;                                           ///< it has nothing to do
  std::optional<bool> limited_by_heat;                                ///< its clock is lower for it
  std::optional<double> power_limited_seconds, heat_limited_seconds;  ///< in all, since the driver was loaded
  std::optional<int> other_processes;                                 ///< that compute on it, besides own_processes()
  std::optional<bool> persistent;                                     ///< the driver stays loaded without a program
  std::optional<bool> corrects_memory;                                ///< errors of its memory are corrected (ECC)
};

/// Cost: some tenths of a millisecond; the first call loads the driver's library.
DeviceActivity device_activity();

/// Returns the energy that the present GPU has taken since its driver was loaded, in J, or nothing if the driver does not count it. Cost: as
/// device_activity().
std::optional<double> device_joules();

/// Returns what the names of variables of the environment begin with that the driver and its libraries heed.
std::vector<std::string> device_variables();

}  // namespace plethos::backends
