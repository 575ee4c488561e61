#pragma once

#include <optional>
#include <string>
#include <vector>

namespace plethos::backends {

/// Clocks lie in a file a processor: of more than so many of them, evenly spread, readers look at no more.
inline constexpr std::size_t most_looked_at = 16;

/// Calls look(processor) for all of the processors, or for most_looked_at of them.
template <class Look>
void for_some(const std::vector<int>& processors, const Look& look) {
  const std::size_t step = (processors.size() + most_looked_at - 1) / most_looked_at;
  for (std::size_t i = 0; i < processors.size(); i += step) look(processors[i]);
}

/// Returns the highest clock of some of the processors now, in MHz, or nothing if the system does not tell. A virtual machine does not: its
/// number is only what the host calls its processor. `root` is put before /proc and /sys.
std::optional<double> processor_clock_mhz(const std::string& root, const std::vector<int>& processors);

}  // namespace plethos::backends
